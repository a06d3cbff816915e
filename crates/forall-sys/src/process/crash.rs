//! Crashes: how a child process crashed, and on which input.

use std::fmt;
use std::process::ExitStatus;

use crate::process::journal::Entry;

/// A test that crashed its process.
///
/// ```
/// use forall_sys::process::{Crash, CrashKind};
///
/// let crash = |kind, output: &str| Crash { kind, message: output.into(), entries: Vec::new() };
/// let large = crash(CrashKind::OutOfMemory, "memory allocation of 4096 bytes failed");
/// assert_eq!(large.origin(), crash(CrashKind::OutOfMemory, "memory allocation of 8 bytes failed").origin());
/// assert_eq!(large.kind.to_string(), "ran out of memory");
/// assert_ne!(large.origin(), crash(CrashKind::Exit(3), "").origin());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// How it crashed.
    pub kind: CrashKind,
    /// For a panic, its location and message. Otherwise the line of the output that names the reason, if
    /// there is one.
    pub message: String,
    /// The inputs that the threads of the process were running. If there are several, any of them may be the
    /// cause.
    pub entries: Vec<Entry>,
}

/// How a process crashed.
///
/// ```
/// use forall_sys::process::CrashKind;
///
/// assert_eq!(CrashKind::StackOverflow.to_string(), "overflowed its stack");
/// assert_eq!(CrashKind::Exit(3).to_string(), "exited with 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrashKind {
    /// An uncaught panic.
    Panic,
    /// An abort, for example because of a panic while panicking.
    Abort,
    /// A stack overflow.
    StackOverflow,
    /// An access to invalid memory.
    Segfault,
    /// The process exited with this code during a test.
    Exit(i32),
    /// A failed memory allocation.
    OutOfMemory,
    /// A test exceeded its time limit, and the process was killed.
    Timeout,
    /// Another signal, with its number.
    Signal(i32),
}

/// The exit code of a Rust program whose main thread panics, and of the test harness if a test fails.
const PANIC_EXIT_CODE: i32 = 101;

impl Crash {
    /// Returns a text that identifies the fault: the kind, and for a panic its location, otherwise the
    /// message without digits.
    ///
    /// A shrinker compares it, so that it does not slip from one fault to another.
    pub fn origin(&self) -> String {
        let detail = match self.kind {
            CrashKind::Panic => self.message.lines().next().unwrap_or_default().to_owned(),
            _ => self.message.chars().filter(|c| !c.is_ascii_digit()).collect(),
        };
        format!("{}: {detail}", self.kind)
    }
}

impl CrashKind {
    /// Classifies the end of a process by its exit status and its output.
    pub(crate) fn of(status: ExitStatus, output: &str) -> CrashKind {
        if let Some(signal) = signal(status) {
            return CrashKind::of_signal(signal, output);
        }
        match status.code() {
            Some(PANIC_EXIT_CODE) if output.contains("panicked at ") => CrashKind::Panic,
            // On platforms without signals, an abort is an exit code too, but its output is the same.
            Some(code) if cfg!(not(unix)) && code != 0 => {
                CrashKind::of_output(output, CrashKind::Exit(code))
            }
            Some(code) => CrashKind::Exit(code),
            None => CrashKind::Abort,
        }
    }

    /// Classifies a signal. An abort, a stack overflow and a failed allocation raise the same signal; only
    /// the output distinguishes them.
    fn of_signal(signal: i32, output: &str) -> CrashKind {
        match signal {
            SIGABRT => CrashKind::of_output(output, CrashKind::Abort),
            SIGSEGV => CrashKind::of_output(output, CrashKind::Segfault),
            SIGBUS => CrashKind::of_output(output, CrashKind::Signal(SIGBUS)),
            other => CrashKind::Signal(other),
        }
    }

    fn of_output(output: &str, otherwise: CrashKind) -> CrashKind {
        match () {
            () if output.contains(STACK_OVERFLOW_TEXT) => CrashKind::StackOverflow,
            () if output.contains(OUT_OF_MEMORY_TEXT) => CrashKind::OutOfMemory,
            () => otherwise,
        }
    }

    /// Returns the part of the output that names the reason.
    pub(crate) fn message(self, output: &str) -> String {
        let mut lines = output.lines();
        let mut line = |text: &str| lines.find(|line| line.contains(text)).unwrap_or_default();
        match self {
            CrashKind::StackOverflow => line(STACK_OVERFLOW_TEXT).trim().to_owned(),
            CrashKind::OutOfMemory => line(OUT_OF_MEMORY_TEXT).trim().to_owned(),
            CrashKind::Panic | CrashKind::Abort => panic_message(output),
            _ => String::new(),
        }
    }
}

const STACK_OVERFLOW_TEXT: &str = "has overflowed its stack";
const OUT_OF_MEMORY_TEXT: &str = "memory allocation of ";

/// Returns the location and the message of the last panic in the output. Its first line looks like
/// `thread 'main' (7) panicked at src/lib.rs:1:2:`. Earlier panics were caught.
fn panic_message(output: &str) -> String {
    let Some((_, panic)) = output.rsplit_once("panicked at ") else {
        return String::new();
    };
    let (location, rest) = panic.split_once('\n').unwrap_or((panic, ""));
    let ends = [
        "note: run with",
        "note: Some details",
        "stack backtrace:",
        "failures:",
        "test result:",
        "thread caused non-unwinding panic",
    ];
    let message = rest.lines().take_while(|line| !ends.iter().any(|end| line.starts_with(end)));
    let message: Vec<&str> = message.take_while(|line| !line.is_empty()).collect();
    format!("{}\n{}", location.trim_end_matches(':'), message.join("\n")).trim_end().to_owned()
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

// SIGABRT and SIGSEGV have the same number on every Unix, SIGBUS has not.
const SIGABRT: i32 = 6;
const SIGSEGV: i32 = 11;
const SIGBUS: i32 = if cfg!(any(target_os = "linux", target_os = "android")) { 7 } else { 10 };

/// Returns the name of a signal, if its number is the same on every Unix.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        8 => "SIGFPE",
        9 => "SIGKILL",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        SIGBUS => "SIGBUS",
        _ => return None,
    })
}

impl fmt::Display for CrashKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrashKind::Panic => f.write_str("panicked"),
            CrashKind::Abort => f.write_str("aborted"),
            CrashKind::StackOverflow => f.write_str("overflowed its stack"),
            CrashKind::Segfault => f.write_str("was killed by SIGSEGV"),
            CrashKind::Exit(code) => write!(f, "exited with {code}"),
            CrashKind::OutOfMemory => f.write_str("ran out of memory"),
            CrashKind::Timeout => f.write_str("did not end in time"),
            CrashKind::Signal(signal) => match signal_name(*signal) {
                Some(name) => write!(f, "was killed by {name}"),
                None => write!(f, "was killed by signal {signal}"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PANIC_OUTPUT: &str = "\n\
        thread 'main' (12) panicked at src/lib.rs:3:4:\n\
        assertion failed\n  left: 1\n\
        note: run with `RUST_BACKTRACE=1` environment variable\n";

    fn crash(kind: CrashKind, output: &str) -> Crash {
        Crash { kind, message: kind.message(output), entries: vec![] }
    }

    #[test]
    fn a_panic_is_identified_by_its_location() {
        let panic = crash(CrashKind::Panic, PANIC_OUTPUT);
        assert_eq!(panic.message, "src/lib.rs:3:4\nassertion failed\n  left: 1");
        assert_eq!(panic.origin(), "panicked: src/lib.rs:3:4");
        let similar = crash(CrashKind::Panic, &PANIC_OUTPUT.replace("left: 1", "left: 2"));
        assert_eq!(similar.origin(), panic.origin());
        assert_ne!(
            crash(CrashKind::Panic, &PANIC_OUTPUT.replace(":3:4", ":3:5")).origin(),
            panic.origin()
        );
        assert_ne!(crash(CrashKind::Abort, PANIC_OUTPUT).origin(), panic.origin());
        let caught = format!("thread 'x' (1) panicked at other.rs:1:1:\nearlier\n{PANIC_OUTPUT}");
        assert_eq!(crash(CrashKind::Panic, &caught), panic);
    }

    #[test]
    fn the_output_distinguishes_signals() {
        let of = |output| CrashKind::of_signal(SIGABRT, output);
        let of_bus = |output| CrashKind::of_signal(SIGBUS, output);
        assert_eq!(of("thread 'x' has overflowed its stack\n"), CrashKind::StackOverflow);
        assert_eq!(of("memory allocation of 16 bytes failed\n"), CrashKind::OutOfMemory);
        assert_eq!(of(PANIC_OUTPUT), CrashKind::Abort);
        assert_eq!(CrashKind::of_signal(SIGSEGV, ""), CrashKind::Segfault);
        assert_eq!(CrashKind::of_signal(15, ""), CrashKind::Signal(15));
        assert_eq!(of_bus("thread 'x' has overflowed its stack\n"), CrashKind::StackOverflow);
        assert_eq!(of_bus(""), CrashKind::Signal(SIGBUS));
    }

    #[test]
    fn signals_have_names() {
        let names = [SIGBUS, 8, 9, 64].map(|signal| CrashKind::Signal(signal).to_string());
        let expected = ["SIGBUS", "SIGFPE", "SIGKILL", "signal 64"];
        assert_eq!(names, expected.map(|name| format!("was killed by {name}")));
    }

    #[test]
    fn digits_in_a_message_do_not_matter() {
        let failed = |bytes| {
            crash(CrashKind::OutOfMemory, &format!("memory allocation of {bytes} bytes failed"))
        };
        assert_eq!(failed(16).origin(), failed(4096).origin());
        assert_ne!(failed(16).origin(), crash(CrashKind::Abort, "").origin());
    }
}
