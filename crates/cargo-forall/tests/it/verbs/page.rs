//! `cargo forall report`, in a real browser.
//!
//! Where there is none, this says so, and passes; where `REPORT_BROWSER` is `required`, it fails.

use std::io::{self, Write};
use std::process::Command;

use super::project;

#[test]
fn the_report_is_drawn() {
    for args in ["run is_shown", "run exits", "run is_checked", "run is_checked"] {
        assert_eq!(project().forall(args).code, Some(1));
    }
    let said = project().forall("list exits");
    assert!(said.out.ends_with("\n    last: died, by auto\n"), "{said:?}");
    let said = project().forall("report --out report.html");
    assert_eq!((said.code, said.out.as_str()), (Some(0), "report.html\n"), "{said:?}");
    let page = project().read("report.html");
    assert!(page.contains(r#""property":"others::is_shown""#), "it holds the data");
    assert!(!page.contains("</script> negative"), "no text of a user ends the script");

    let Some(drawn) = drawn() else { return };
    let card = |name: &str| {
        let from = drawn.find(&format!(r#"id="verbs: {name}""#)).expect("it has a card");
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
    assert!(checked.contains("what failed before; nothing simpler in "), "{checked}");
    assert!(drawn.contains(r#"<h3>length</h3><div class="bars">"#), "{drawn}");
    assert!(drawn.contains("<h3>&lt;/script&gt; negative</h3>"), "{drawn}");
    assert!(card("others::exits").contains(r#"<span class="badge died">died</span>"#), "{drawn}");
    assert!(drawn.contains("died (exit status: 3)"), "{drawn}");
    assert!(drawn.contains(r#"<span id="away" hidden="">"#), "a file has no news to miss: {drawn}");
}

/// The page as it is when its script has run.
fn drawn() -> Option<String> {
    let url = format!("file://{}", project().path("report.html").display());
    let args = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", &url];
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let output = names.iter().find_map(|name| Command::new(name).args(args).output().ok());
    match output {
        Some(output) => Some(String::from_utf8(output.stdout).expect("it is text")),
        None if std::env::var("REPORT_BROWSER").as_deref() == Ok("required") => {
            panic!("there is no browser: install chromium")
        }
        None => {
            // The harness shows nothing that a test prints which passes.
            let _ = writeln!(io::stderr(), "the report is not drawn: there is no chromium here");
            None
        }
    }
}
