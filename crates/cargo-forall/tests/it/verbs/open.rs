//! `cargo forall report --open`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::project;
use crate::project::ProgramOutput;

/// Runs the command with this program as the browser.
fn open(browser: &str) -> ProgramOutput {
    let mut command = project().command("report --open --output opened.html");
    let output = command.env("BROWSER", browser).output();
    project().said(&output.expect("the program starts"))
}

#[test]
fn the_report_is_opened_in_a_browser() {
    assert_eq!(project().forall("run is_opened").code, Some(0));
    let browser = project().path("browser.sh");
    project().write("browser.sh", "#!/bin/sh\necho \"$1\" > browser.txt\n");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&browser, executable).expect("permissions can be changed");
    let said = open(&browser.display().to_string());
    assert_eq!((said.code, said.out.as_str()), (Some(0), "opened.html\n"), "{said:?}");
    assert_eq!(project().read("browser.txt"), "opened.html\n");
    // A program that is missing, and one that fails.
    for browser in ["no-such-browser", "false"] {
        let said = open(browser);
        let expected = format!(
            "error: the report is in opened.html, but no browser could be started (tried {browser}); \
             set BROWSER, or open the file yourself"
        );
        assert_eq!((said.code, said.err), (Some(2), expected));
        assert_eq!(said.out, "opened.html\n");
    }
}
