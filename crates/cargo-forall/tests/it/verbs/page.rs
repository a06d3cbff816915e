//! `cargo forall report`, in a real browser.
//!
//! Without a browser, the test prints a note and passes, or fails if `REPORT_BROWSER` is `required`.

use std::io::{self, Write};
use std::process::Command;

use super::project;

#[test]
fn the_report_shows_the_results_in_a_browser() {
    for args in ["run is_shown", "run exits", "run is_checked", "run is_checked"] {
        assert_eq!(project().forall(args).code, Some(1));
    }
    let said = project().forall("list exits");
    assert!(said.out.ends_with("\n    last: crashed, by auto\n"), "{said:?}");
    let said = project().forall("report --output report.html");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "report.html\n"), "{said:?}");
    let page = project().read("report.html");
    assert!(page.contains(r#""property":"others::is_shown""#), "the page contains the data");
    assert!(!page.contains("</script> negative"), "the data cannot end its element");

    let Some(drawn) = drawn() else { return };
    let card = |name: &str| {
        let from =
            drawn.find(&format!(r#"id="verbs: {name}""#)).expect("the property is on the page");
        drawn[from..].split("</details></div>").next().unwrap_or_default().to_owned()
    };
    let shown = card("others::is_shown");
    let name = r#"<span class="badge falsified">falsified</span><span class="name">others::is_shown</span>"#;
    assert!(shown.contains(name), "{shown}");
    assert!(shown.contains(r#"<span class="key">numbers</span><span class="value"><span class="matters">[1000]</span></span>"#), "{shown}");
    assert!(
        shown.contains(
            r#"<span class="key">limit</span><span class="value"><span class="any">0</span></span>"#
        ),
        "{shown}"
    );
    assert!(shown.contains("; shrunk "), "{shown}");
    let checked = card("others::is_checked");
    assert!(
        checked.contains(">panicked at tests/others.rs:51:5:\n`x &lt; 10` does not hold"),
        "{checked}"
    );
    assert!(checked.contains("a saved regression; nothing simpler fails in "), "{checked}");
    assert!(drawn.contains(r#"<h3>length</h3><div class="bars">"#), "{drawn}");
    assert!(drawn.contains("<h3>&lt;/script&gt; negative</h3>"), "{drawn}");
    assert!(
        card("others::exits").contains(r#"<span class="badge crashed">crashed</span>"#),
        "{drawn}"
    );
    assert!(drawn.contains("crashed (exit status: 3)"), "{drawn}");
    assert!(
        drawn.contains(r#"<span id="disconnected" hidden="">"#),
        "a file has no connection: {drawn}"
    );
}

/// Returns the page after its script has run, or `None` if there is no browser.
fn drawn() -> Option<String> {
    let url = format!("file://{}", project().path("report.html").display());
    let args = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &url];
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let output = names.iter().find_map(|name| Command::new(name).args(args).output().ok());
    match output {
        Some(output) => Some(String::from_utf8(output.stdout).expect("the page is text")),
        None if std::env::var("REPORT_BROWSER").as_deref() == Ok("required") => {
            panic!("no browser found: install chromium")
        }
        None => {
            // The test harness hides `eprintln!` output of tests that pass.
            let _ = writeln!(io::stderr(), "the report was not checked: chromium not found");
            None
        }
    }
}
