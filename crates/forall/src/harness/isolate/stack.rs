//! The stack of child processes.
//!
//! Whether a deep recursion overflows the stack depends on a few bytes that the code around it needs. Shrinking would
//! lead to an input that only just overflows, and that does not do so in the next process. So there are margins.

use std::env;
use std::process::Command;

use forall_sys::process::CrashKind;

/// The size of the stack in the thread of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stack {
    /// As in the process of all tests.
    Usual,
    /// For an input that may have crashed the last run: if it overflowed a stack there, it overflows a smaller one.
    Smaller,
    /// For shrinking a stack overflow: an input that overflows a larger stack overflows the usual one, too.
    Larger,
}

/// Sets the size of the stacks of threads whose creator sets none.
const VARIABLE: &str = "RUST_MIN_STACK";

/// The size of the stack if the variable is not set.
const DEFAULT_SIZE: usize = 2 << 20;

impl Stack {
    pub(super) fn apply(self, command: &mut Command) {
        let size = env::var(VARIABLE).ok().and_then(|text| text.parse().ok());
        let size: usize = size.unwrap_or(DEFAULT_SIZE);
        match self {
            Stack::Usual => {}
            Stack::Smaller => {
                command.env(VARIABLE, (size / 5 * 4).to_string());
            }
            Stack::Larger => {
                command.env(VARIABLE, (size / 4 * 5).to_string());
            }
        }
    }
}

/// Returns the message of a failure whose process overflowed its stack.
pub(super) fn stack_overflow_message() -> String {
    format!("the process {}", CrashKind::StackOverflow)
}
