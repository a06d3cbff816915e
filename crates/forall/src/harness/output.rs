//! Output: reports on the terminal, and the panic of a test that fails.

use std::io::{IsTerminal, Write};
use std::panic;

use super::interrupt;
use super::process::Ended;
use crate::report::text::Style;

/// The exit code of a test binary in which a test failed.
pub(super) const FAILURE_EXIT_CODE: i32 = 101;

/// Prints the report so far, and ends the process unless other tests have to print theirs first.
pub(super) fn interrupted(ended: &Ended) {
    let Ended { text, passed } = ended;
    let what = if *passed { "report" } else { "best" };
    notice(&format!("{text}interrupted: this is the {what} so far\n"));
    if interrupt::is_idle() {
        #[cfg(feature = "isolate")]
        forall_sys::process::expect_exit();
        std::process::exit(if *passed { interrupt::exit_code() } else { FAILURE_EXIT_CODE });
    }
}

/// Set for a child process whose report the parent prints on a terminal.
pub(super) const COLOUR: &str = "__FORALL_COLOUR";

pub(super) fn style() -> Style {
    if std::env::var_os(COLOUR).is_some() {
        return Style::Colour;
    }
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let wanted = set("CLICOLOR_FORCE") || std::io::stderr().is_terminal();
    if wanted && !set("NO_COLOR") { Style::Colour } else { Style::Plain }
}

#[expect(clippy::print_stderr, reason = "this is where reports are printed")]
pub(super) fn print(text: &str) {
    eprint!("{text}");
}

/// Prints a message that must be seen even if the test passes: the harness of Rust captures only `print!` and
/// `eprint!`.
pub(super) fn notice(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Fails the test without the message that a panic would print.
pub(super) fn fail(text: String) -> ! {
    print(&text);
    panic::resume_unwind(Box::new(text))
}
