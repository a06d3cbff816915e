//! Results of inputs that earlier processes of the same run have found: an input that is known to crash fails without
//! being run.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use forall_sys::process::{CrashKind, Entry, Journal};

use super::child::Child;
use super::journaling::{Act, Answer, Permission};
use super::stack::stack_overflow_message;
use crate::panics;
use crate::report::{Failure, Origin};

/// The stored result of an input that passes. Other results are crashes, by their position in the list from 1 on.
pub(super) const PASSES: u64 = Journal::PASSED;

#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) known: HashMap<u64, u64>,
    /// The number of times each input was run in this process.
    pub(super) runs: HashMap<u64, u64>,
}

impl Child {
    /// Starts an input whose result may be known. An input that crashed twice counts as crashing.
    #[cold]
    pub(super) fn begin_known(&self, act: Act, number: u64, input: &[u64]) -> Answer {
        let mut memory = self.memory();
        let first = key(act, input);
        let runs = memory.runs.entry(first).or_default();
        *runs = (*runs + 1).min(2);
        let this = if *runs == 1 { first } else { key(act, &[first, *runs]) };
        let known = memory.known.get(&this);
        let before = memory.known.get(&first);
        let is_late = self.is_over()
            && known.is_none()
            && match act {
                Act::Generate => false,
                Act::Check => true,
                // The input that this process was started for may run once in any case.
                Act::Run => before.is_some() || !self.is_task(input),
                Act::Print | Act::Drop | Act::Simplify => false,
            };
        let known = known.or(before.filter(|_| is_late)).copied();
        let known = known.or_else(|| self.stack_overflow(&memory, act, input));
        // The check may have passed before the input was dropped.
        let known = crash_in_drop(&memory, act, input).or(known);
        drop(memory);
        self.cut_short.fetch_or(is_late, Ordering::Relaxed);
        match known {
            Some(PASSES) => Answer::Passes,
            Some(crash) => {
                panics::fail(self.crashes.get(crash as usize - 1).cloned().unwrap_or_default())
            }
            None if is_late => Answer::TooLate,
            None => {
                self.journal.slot().begin(number, this, input);
                Answer::Unknown(this)
            }
        }
    }

    /// Returns the result of an input that is known to overflow the stack. It is not run again, because the stack may be
    /// larger now: see [`Stack`](super::stack::Stack).
    fn stack_overflow(&self, memory: &Memory, act: Act, input: &[u64]) -> Option<u64> {
        let results = [Act::Run, Act::Check].map(|act| memory.known.get(&key(act, input)).copied());
        results.into_iter().flatten().find(|result| {
            let crash = result.checked_sub(1).and_then(|index| self.crashes.get(index as usize));
            let overflows = crash.is_some_and(|crash| crash.message == stack_overflow_message());
            overflows && act != Act::Generate
        })
    }

    /// Starts user code that is not a test, unless it is known to crash.
    pub(super) fn begin_aside(&self, act: Act, number: u64, input: &[u64]) -> Permission {
        let slot = self.journal.slot();
        if slot.is_busy() {
            return Permission::Nested;
        }
        if !self.remembers() {
            // Without choices, the next run could not repeat it.
            if input.is_empty() {
                return Permission::Nested;
            }
            if !slot.resume(number, input) {
                slot.begin(number, 0, input);
            }
            return Permission::Granted;
        }
        let key = key(act, input);
        let crash = self.known_crash(act, input).or_else(|| {
            // Similar inputs would take as long to print.
            let mut crashes = self.crashes.iter().filter(|_| act == Act::Print);
            crashes.find(|crash| is_print_timeout(crash)).cloned()
        });
        if let Some(crash) = crash {
            return Permission::Crashes(crash);
        }
        // A report needs the printed inputs in any case.
        if self.is_over() && act != Act::Print {
            return Permission::TooLate;
        }
        slot.begin(number, key, input);
        Permission::Granted
    }

    /// Returns the known crash of an operation.
    pub(super) fn known_crash(&self, act: Act, input: &[u64]) -> Option<Failure> {
        let result = self.memory().known.get(&key(act, input)).copied()?;
        self.crashes.get(result.checked_sub(1)? as usize).cloned()
    }

    /// Returns whether shrinking has to end.
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn is_task(&self, input: &[u64]) -> bool {
        self.journal.task().entry().is_some_and(|task| task.words == input)
    }
}

/// Returns the crash of an input that is known to crash when it is dropped: that is a failure of the input, too.
fn crash_in_drop(memory: &Memory, act: Act, input: &[u64]) -> Option<u64> {
    let is_test = matches!(act, Act::Check | Act::Run);
    memory.known.get(&key(Act::Drop, input)).copied().filter(|_| is_test && !input.is_empty())
}

/// Describes a crash of user code that is not a test.
pub(super) fn aside_message(act: Act, kind: CrashKind, limit: Duration) -> Option<String> {
    let (printed, printing) = match act {
        Act::Print => ("printed", "printing"),
        Act::Drop => ("dropped", "dropping"),
        Act::Simplify => ("simplified", "simplifying"),
        Act::Generate | Act::Check | Act::Run => return None,
    };
    Some(match kind {
        CrashKind::Timeout => format!("{printing} the inputs took longer than {limit:?}"),
        kind => format!("the process {kind} while the inputs were being {printed}"),
    })
}

/// Returns whether the process crashed while inputs were printed.
pub(super) fn is_print_crash(crash: &Failure) -> bool {
    crash.message.ends_with(" while the inputs were being printed") || is_print_timeout(crash)
}

fn is_print_timeout(crash: &Failure) -> bool {
    crash.message.starts_with("printing the inputs took longer than ")
}

/// Returns the operation that is not a test and crashed with this input, if there is one.
pub(super) fn act_aside(entry: &Entry) -> Option<Act> {
    Act::ASIDE.into_iter().find(|act| key(*act, &entry.words) == entry.key)
}

/// Returns the key of an input. It is never 0.
pub(super) fn key(act: Act, input: &[u64]) -> u64 {
    let mut key = act as u64 + 1;
    for word in input {
        key = (key ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        key ^= key >> 29;
    }
    key.max(1)
}

/// Returns the line for a crash in the list.
pub(super) fn line(failure: &Failure) -> String {
    let origin = match &failure.origin {
        Origin::Crash(origin) => origin,
        _ => "",
    };
    format!("{origin}\x1f{}\x1e", failure.message)
}

pub(super) fn crash(line: &str) -> Option<Failure> {
    let (origin, message) = line.split_once('\x1f')?;
    Some(Failure {
        origin: Origin::Crash(origin.to_owned()),
        message: message.to_owned(),
        step: None,
    })
}
