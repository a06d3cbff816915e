//! Where reports are shown: the terminal, and the panic of a test that fails.

use std::io::{IsTerminal, Write};
use std::panic;

use super::interrupt;
use super::process::Ended;
use crate::report::text::Style;

/// What the harness of Rust's tests exits with when one has failed.
const FAILED: i32 = 101;

/// Shows what there is so far, and ends the process unless others have something to say first.
pub(super) fn interrupted(ended: &Ended) {
    let Ended { text, passed } = ended;
    let what = if *passed { "report" } else { "best" };
    notice(&format!("{text}interrupted: this is the {what} so far\n"));
    if interrupt::is_idle() {
        std::process::exit(if *passed { interrupt::exit_code() } else { FAILED });
    }
}

/// Set for a process whose report is shown by another, on a terminal.
pub(super) const COLOUR: &str = "__FORALL_COLOUR";

pub(super) fn style() -> Style {
    if std::env::var_os(COLOUR).is_some() {
        return Style::Colour;
    }
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wanted = set("CLICOLOR_FORCE") || std::io::stderr().is_terminal();
    if wanted && !set("NO_COLOR") { Style::Colour } else { Style::Plain }
}

#[expect(clippy::print_stderr, reason = "this is where a report is shown")]
pub(super) fn print(text: &str) {
    eprint!("{text}");
}

/// Says what must be seen even of a test that passes: the harness captures only what is printed.
pub(super) fn notice(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Fails the test without the line that a panic would print: the report says it all.
pub(super) fn fail(text: String) -> ! {
    print(&text);
    panic::resume_unwind(Box::new(text))
}
