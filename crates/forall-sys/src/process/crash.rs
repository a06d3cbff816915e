//! Crashes: of what a child died, and on which input.

use std::fmt;
use std::process::ExitStatus;

use crate::process::journal::Entry;

/// A test that its process did not survive.
///
/// ```
/// use forall_sys::process::{Crash, Kind};
///
/// let crash = |kind, said: &str| Crash { kind, message: said.into(), entries: Vec::new() };
/// let large = crash(Kind::OutOfMemory, "memory allocation of 4096 bytes failed");
/// assert_eq!(large.origin(), crash(Kind::OutOfMemory, "memory allocation of 8 bytes failed").origin());
/// assert_eq!(large.kind.to_string(), "ran out of memory");
/// assert_ne!(large.origin(), crash(Kind::Exit(3), "").origin());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Of what it died.
    pub kind: Kind,
    /// What it said last: of a panic its place and message, else the line that names the reason, if any.
    pub message: String,
    /// What its threads were at. With more than one, any of them may have done it.
    pub entries: Vec<Entry>,
}

/// Of what a process died.
///
/// ```
/// use forall_sys::process::Kind;
///
/// assert_eq!(Kind::StackOverflow.to_string(), "overflowed its stack");
/// assert_eq!(Kind::Exit(3).to_string(), "exited with 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A panic that nobody caught.
    Panic,
    /// An abort, also of a panic while panicking.
    Abort,
    /// No stack was left.
    StackOverflow,
    /// An access to memory that is not there.
    Segfault,
    /// It called `exit` in the middle of a test.
    Exit(i32),
    /// It was not given the memory that it asked for.
    OutOfMemory,
    /// One test took longer than it may, and was ended.
    Endless,
    /// Another signal.
    Signal(i32),
}

/// What the harness of Rust's tests, and a panic of the main thread, exit with.
const PANICKED: i32 = 101;

impl Crash {
    /// What tells this fault from others: its kind and its message, but for numbers in that; panics at the
    /// same place may say anything.
    ///
    /// A shrinker that does not ask slides from one fault to another.
    pub fn origin(&self) -> String {
        let words = match self.kind {
            Kind::Panic => self.message.lines().next().unwrap_or_default().to_owned(),
            _ => self.message.chars().filter(|c| !c.is_ascii_digit()).collect(),
        };
        format!("{}: {words}", self.kind)
    }
}

impl Kind {
    /// Of what a process died that ended so and said this.
    pub(crate) fn of(status: ExitStatus, said: &str) -> Kind {
        if let Some(signal) = signal(status) {
            return Kind::of_signal(signal, said);
        }
        match status.code() {
            Some(PANICKED) if said.contains("panicked at ") => Kind::Panic,
            // Where there are no signals, an abort is a code too, and its words are the same.
            Some(code) if cfg!(not(unix)) && code != 0 => Kind::of_words(said, Kind::Exit(code)),
            Some(code) => Kind::Exit(code),
            None => Kind::Abort,
        }
    }

    /// An abort, an overflow and a failed allocation arrive as the same signal; only words tell them apart.
    fn of_signal(signal: i32, said: &str) -> Kind {
        match signal {
            ABORT => Kind::of_words(said, Kind::Abort),
            SEGFAULT | BUS => Kind::of_words(said, Kind::Segfault),
            other => Kind::Signal(other),
        }
    }

    fn of_words(said: &str, otherwise: Kind) -> Kind {
        match () {
            () if said.contains(OVERFLOW) => Kind::StackOverflow,
            () if said.contains(ALLOCATION) => Kind::OutOfMemory,
            () => otherwise,
        }
    }

    /// The part of what was said that names the reason.
    pub(crate) fn message(self, said: &str) -> String {
        let mut lines = said.lines();
        let mut line = |words: &str| lines.find(|line| line.contains(words)).unwrap_or_default();
        match self {
            Kind::StackOverflow => line(OVERFLOW).trim().to_owned(),
            Kind::OutOfMemory => line(ALLOCATION).trim().to_owned(),
            Kind::Panic | Kind::Abort => panic_message(said),
            _ => String::new(),
        }
    }
}

const OVERFLOW: &str = "has overflowed its stack";
const ALLOCATION: &str = "memory allocation of ";

/// `thread 'main' (7) panicked at src/lib.rs:1:2:` and the lines after it, without the thread. Earlier
/// panics were caught.
fn panic_message(said: &str) -> String {
    let Some((_, panic)) = said.rsplit_once("panicked at ") else {
        return String::new();
    };
    let (place, rest) = panic.split_once('\n').unwrap_or((panic, ""));
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
    format!("{}\n{}", place.trim_end_matches(':'), message.join("\n")).trim_end().to_owned()
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

// The same on every Unix, but for the last.
const ABORT: i32 = 6;
const SEGFAULT: i32 = 11;
const BUS: i32 = if cfg!(any(target_os = "linux", target_os = "android")) { 7 } else { 10 };

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Panic => f.write_str("panicked"),
            Kind::Abort => f.write_str("aborted"),
            Kind::StackOverflow => f.write_str("overflowed its stack"),
            Kind::Segfault => f.write_str("was killed by SIGSEGV"),
            Kind::Exit(code) => write!(f, "exited with {code}"),
            Kind::OutOfMemory => f.write_str("ran out of memory"),
            Kind::Endless => f.write_str("did not end in time"),
            Kind::Signal(signal) => write!(f, "was killed by signal {signal}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\n\
        thread 'main' (12) panicked at src/lib.rs:3:4:\n\
        assertion failed\n  left: 1\n\
        note: run with `RUST_BACKTRACE=1` environment variable\n";

    fn crash(kind: Kind, said: &str) -> Crash {
        Crash { kind, message: kind.message(said), entries: vec![] }
    }

    #[test]
    fn a_panic_is_its_place_and_message() {
        let panic = crash(Kind::Panic, SAID);
        assert_eq!(panic.message, "src/lib.rs:3:4\nassertion failed\n  left: 1");
        assert_eq!(panic.origin(), "panicked: src/lib.rs:3:4");
        let alike = crash(Kind::Panic, &SAID.replace("left: 1", "left: 2"));
        assert_eq!(alike.origin(), panic.origin());
        assert_ne!(crash(Kind::Panic, &SAID.replace(":3:4", ":3:5")).origin(), panic.origin());
        assert_ne!(crash(Kind::Abort, SAID).origin(), panic.origin());
        let caught = format!("thread 'x' (1) panicked at other.rs:1:1:\nearlier\n{SAID}");
        assert_eq!(crash(Kind::Panic, &caught), panic);
    }

    #[test]
    fn words_tell_signals_apart() {
        let of = |said| Kind::of_signal(ABORT, said);
        assert_eq!(of("thread 'x' has overflowed its stack\n"), Kind::StackOverflow);
        assert_eq!(of("memory allocation of 16 bytes failed\n"), Kind::OutOfMemory);
        assert_eq!(of(SAID), Kind::Abort);
        assert_eq!(Kind::of_signal(SEGFAULT, ""), Kind::Segfault);
        assert_eq!(Kind::of_signal(15, ""), Kind::Signal(15));
    }

    #[test]
    fn numbers_in_a_message_do_not_matter() {
        let failed =
            |bytes| crash(Kind::OutOfMemory, &format!("memory allocation of {bytes} bytes failed"));
        assert_eq!(failed(16).origin(), failed(4096).origin());
        assert_ne!(failed(16).origin(), crash(Kind::Abort, "").origin());
    }
}
