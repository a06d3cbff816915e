//! Pages in a real browser.
//!
//! Without a browser, a test prints a note and passes, or fails if `REPORT_BROWSER` is `required`.

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

/// Returns the elements of a page after its script has run, or `None` if there is no browser.
pub(crate) fn drawn(page: &Path) -> Option<String> {
    dumped(&["--dump-dom", &format!("file://{}", page.display())])
}

/// Returns the elements of a page that receives updates for some seconds, or `None` if there is no browser.
pub(crate) fn drawn_live(url: &str) -> Option<String> {
    dumped(&["--timeout=5000", "--dump-dom", url])
}

fn dumped(page: &[&str]) -> Option<String> {
    let args = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let run = |name: &&str| Command::new(name).args(args).args(page).output().ok();
    let output = names.iter().find_map(run);
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

/// Returns the card of a property, without marks where a line may end.
pub(crate) fn card(drawn: &str, id: &str) -> String {
    let begin = drawn.find(&format!(r#"id="{id}""#)).expect("the property is on the page");
    let card = drawn[begin..].split(r#"<details class="property""#).next().unwrap_or_default();
    let card = card.split("</main>").next().unwrap_or_default();
    card.replace("<wbr>", "")
}
