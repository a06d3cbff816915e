//! The code under test, which dies in seven ways, and the child that runs it.

use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use forall_isolate::{Child, Kind, Limits, Task, again};
use nix::sys::signal::{Signal, raise};

/// What a child runs before it has finished. There is a fault of each kind three times, or as often as
/// `FAULTS` says.
pub(crate) fn tests() -> u64 {
    let faults = std::env::var("FAULTS").ok().and_then(|count| count.parse().ok());
    faults.unwrap_or(21) * EVERY
}

/// One test in so many dies.
const EVERY: u64 = 50;

pub(crate) const LIMITS: Limits = Limits { test: Duration::from_secs(1), memory: Some(512 << 20) };

/// The choices of a test: some that do no harm, and in between, perhaps, one that does.
pub(crate) fn choices(test: u64) -> Vec<u64> {
    let mut choices: Vec<u64> = (0..test % 5).map(|at| 8 * (test + at)).collect();
    if let Some(fault) = fault(test) {
        choices.insert(choices.len() / 2, 8 * (test + 10) + fault);
    }
    choices
}

/// Of what a test shall die: 1 to 7.
pub(crate) fn fault(test: u64) -> Option<u64> {
    (test % EVERY == EVERY / 2).then_some(1 + test / EVERY % 7)
}

/// What the supervisor shall call it.
pub(crate) fn kind(fault: u64) -> Kind {
    match fault {
        1 => Kind::Panic,
        2 => Kind::Abort,
        3 => Kind::StackOverflow,
        4 => Kind::Segfault,
        5 => Kind::Exit(0),
        6 => Kind::OutOfMemory,
        _ => Kind::Endless,
    }
}

/// The command that starts the child below.
pub(crate) fn child(journal: &Path) -> Command {
    let mut command = again("faults::victim", journal, &LIMITS).expect("this program is known");
    command.env("RUST_BACKTRACE", "0");
    command
}

/// Does nothing unless it is a child.
#[test]
fn victim() {
    let Some(Child { journal, task }) = Child::here().unwrap() else {
        return;
    };
    let (numbers, replayed) = match task {
        Task::Run { from } => (from..tests(), None),
        Task::Replay(choices) => (0..1, Some(choices)),
    };
    for test in numbers {
        let choices = replayed.clone().unwrap_or_else(|| choices(test));
        journal.begin(test, &choices);
        for choice in &choices {
            suffer(*choice);
        }
        journal.end();
    }
}

/// A choice that is no multiple of 8 is a fault.
#[expect(clippy::print_stderr, reason = "code under test may print")]
fn suffer(choice: u64) {
    match choice % 8 {
        0 => {}
        1 => {
            // Much is said before.
            for _ in 0..2000 {
                eprintln!("thread 'x' panicked at nowhere.rs:1:1:\nand was caught, at {choice}");
            }
            panic!("choice {choice}")
        }
        2 => std::process::abort(),
        3 => _ = black_box(deep(choice)),
        // The first is taken for a possible overflow of the stack.
        4 => loop {
            raise(Signal::SIGSEGV).expect("it may be raised");
        },
        5 => std::process::exit(0),
        6 => eat(),
        _ => loop {
            black_box(choice);
        },
    }
}

#[expect(unconditional_recursion, reason = "this is the fault")]
fn deep(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    deep(n + 1) + frame[0]
}

/// Zeroes are promised at once and given when they are used: this is quick.
fn eat() {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    loop {
        eaten.push(black_box(vec![0; 16 << 20]));
    }
}
