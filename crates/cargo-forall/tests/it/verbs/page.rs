//! `cargo forall report` about real runs, in a real browser.

use super::project;
use crate::browser;

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

    let Some(drawn) = browser::drawn(&project().path("report.html")) else { return };
    let card = |name: &str| browser::card(&drawn, &format!("verbs/{name}"));
    let shown = card("others::is_shown");
    let name = r#"<span class="badge falsified">falsified</span><h2>others::is_shown</h2>"#;
    assert!(shown.contains(name), "{shown}");
    assert!(shown.contains(r#"<span class="key">numbers</span><span class="value"><span class="matters">[1000]</span></span>"#), "{shown}");
    assert!(
        shown.contains(
            r#"<span class="key">limit</span><span class="value"><span class="any">0</span></span>"#
        ),
        "{shown}"
    );
    assert!(shown.contains("; shrunk in "), "{shown}");
    let checked = card("others::is_checked");
    assert!(
        checked.contains(">panicked at tests/others.rs:51:5:\n`x &lt; 10` does not hold"),
        "{checked}"
    );
    assert!(checked.contains("a saved regression; no simpler input failed in "), "{checked}");
    assert!(drawn.contains(r#"<h3>length</h3><div class="bars">"#), "{drawn}");
    assert!(drawn.contains("<h3>&lt;/script&gt; negative</h3>"), "{drawn}");
    assert!(
        card("others::exits").contains(r#"<span class="badge crashed">crashed</span>"#),
        "{drawn}"
    );
    assert!(drawn.contains("crashed (exit status: 3)"), "{drawn}");
    let connection = r#"<span id="connection" role="status"></span>"#;
    assert!(drawn.contains(connection), "a file has no connection: {drawn}");
}
