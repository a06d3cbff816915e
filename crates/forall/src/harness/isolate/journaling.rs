//! A layer that writes every input to the journal before it is generated or checked, so that the supervisor
//! knows the input even if the process crashes.

use std::cell::Cell;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::child::Child;
use crate::block::print;
use crate::panics::{self, Caught};
use crate::property::{Erased, Layer, LayeredTest, NodeKind, Stage, nodes};
use crate::report::{Binding, Failure, Verdict};
use crate::source::{Source, SpanLabel};

/// The operation on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// It is generated.
    Generate,
    /// It is checked.
    Check,
    /// It is generated and checked in one walk.
    Run,
    /// It is printed.
    Print,
    /// It is dropped.
    Drop,
    /// Its values are simplified.
    Simplify,
}

impl Act {
    /// The operations that are not tests.
    pub(super) const ASIDE: [Act; 3] = [Act::Print, Act::Drop, Act::Simplify];
}

/// The known result of an input before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It passes, and need not be run.
    Passes,
    /// Nothing is known, and there is no time to find out.
    TooLate,
    /// Nothing is known. The result is stored under this key, unless it is 0.
    Unknown(u64),
}

/// Whether user code may run that is not a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Permission {
    /// It may run, and must be ended.
    Granted,
    /// It may run as a part of the operation that is running.
    Nested,
    /// It must not run, since it crashes.
    Crashes(Failure),
    /// It must not run, since there is no time to find out whether it crashes.
    TooLate,
}

/// Writes every input to the journal of a process.
pub(super) struct Journaling {
    process: Arc<Child>,
    /// The number of inputs generated so far.
    generated: AtomicU64,
}

/// What inputs were generated from: a number, and the source as words.
#[derive(Default)]
pub(super) struct Trace {
    number: u64,
    words: Vec<u64>,
}

thread_local! {
    /// A buffer to reuse: a guided run generates inputs too fast to allocate a new one each time.
    static SPARE: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

impl Drop for Trace {
    fn drop(&mut self) {
        if self.words.capacity() > 0 {
            // At the end of a thread, the spare memory may be gone already.
            let _ = SPARE.try_with(|spare| spare.set(mem::take(&mut self.words)));
        }
    }
}

thread_local! {
    /// Whether values are being simplified on this thread.
    static SIMPLIFYING: Cell<bool> = const { Cell::new(false) };
}

/// Ends the entry of user code that is not a test, also when it panics.
struct EndOfAside<'p>(&'p Child);

impl Drop for EndOfAside<'_> {
    fn drop(&mut self) {
        SIMPLIFYING.set(false);
        self.0.end_aside();
    }
}

/// Ends the entry in the journal, also when the test panics.
struct EndOfEntry<'p>(&'p Child);

impl Drop for EndOfEntry<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Layer for Journaling {
    type Memo = Trace;

    fn generating(&self, source: &Source) -> Trace {
        let trace = self.trace(source);
        self.process.begin(Act::Generate, trace.number, &trace.words);
        trace
    }

    fn generated(&self) {
        self.process.end();
    }

    fn checking(
        &self,
        test: &LayeredTest<'_, Trace>,
        check: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        match test.stage {
            Stage::Source(source) => {
                let mut trace = self.trace(source);
                trace.number = test.number.unwrap_or(trace.number);
                self.journaled(Act::Run, &trace, check)
            }
            Stage::Inputs { memo: Some(trace), .. } => self.journaled(Act::Check, trace, check),
            Stage::Inputs { inputs, memo: None } => {
                let print = || self.printing(test, &mut || print(test.property, inputs));
                self.journaled(Act::Check, &self.trace_of_values(&print), check)
            }
            Stage::Simpler(print) => {
                let trace = self.trace_of_values(print);
                let verdict = self.journaled(Act::Check, &trace, check);
                self.resume_simplifying();
                verdict
            }
        }
    }

    fn printing(
        &self,
        test: &LayeredTest<'_, Trace>,
        print: &mut dyn FnMut() -> Vec<Binding>,
    ) -> Vec<Binding> {
        let memo = match test.stage {
            Stage::Inputs { memo, .. } => memo,
            _ => None,
        };
        match self.begin_aside(Act::Print, memo) {
            Permission::Granted => {
                let _end = EndOfAside(&self.process);
                print()
            }
            Permission::Nested => print(),
            Permission::Crashes(crash) => unprinted(test.property, &crash.message),
            Permission::TooLate => unprinted(test.property, "there is no time to print it"),
        }
    }

    fn dropping(&self, memo: Option<&Trace>, drop: &mut dyn FnMut() -> bool) -> bool {
        let is_dropped = match self.begin_aside(Act::Drop, memo) {
            Permission::Granted => {
                let _end = EndOfAside(&self.process);
                drop()
            }
            Permission::Nested => drop(),
            Permission::Crashes(_) | Permission::TooLate => true,
        };
        if let Some(trace) = memo.filter(|_| !is_dropped) {
            self.process.record_drop_failure(trace.number, &trace.words);
        }
        is_dropped
    }

    fn simplifying(&self, simplify: &mut dyn FnMut() -> bool) -> bool {
        match self.begin_aside(Act::Simplify, None) {
            Permission::Granted => {
                let _end = EndOfAside(&self.process);
                SIMPLIFYING.set(true);
                simplify()
            }
            Permission::Nested => simplify(),
            Permission::Crashes(_) | Permission::TooLate => false,
        }
    }
}

/// Returns the variables of `property`, with the reason why their values are not printed.
fn unprinted(property: &Erased, reason: &str) -> Vec<Binding> {
    let variables = nodes(property).into_iter().filter(|info| info.kind == NodeKind::Forall);
    variables.map(|info| Binding::not_printed(info.name.clone(), reason)).collect()
}

/// Runs `check`. If it panics, drops the payload and then panics with the same failure: the destructor of a payload is
/// user code too, so it must run before the entry ends.
fn dropping_payloads(check: &mut dyn FnMut() -> Verdict) -> Verdict {
    match panics::catch(check) {
        Ok(verdict) => verdict,
        Err(Caught::Assumption) => panics::discard(),
        Err(Caught::Panic(failure)) => panics::fail(failure),
    }
}

impl Journaling {
    pub(super) fn new(process: Arc<Child>) -> Journaling {
        Journaling { process, generated: AtomicU64::new(0) }
    }

    /// Starts user code that is not a test.
    fn begin_aside(&self, act: Act, trace: Option<&Trace>) -> Permission {
        let nothing = Trace::default();
        let trace = trace.unwrap_or(&nothing);
        self.process.begin_aside(act, trace.number, &trace.words)
    }

    /// Starts the entry for simplifying again, after the check of simpler values.
    fn resume_simplifying(&self) {
        if SIMPLIFYING.get() {
            self.begin_aside(Act::Simplify, None);
        }
    }

    /// Performs the check, unless its result is known.
    fn journaled(&self, act: Act, trace: &Trace, check: &mut dyn FnMut() -> Verdict) -> Verdict {
        let key = match self.process.begin(act, trace.number, &trace.words) {
            Answer::Unknown(key) => key,
            Answer::Passes => return Verdict::Pass,
            // It neither fails nor passes.
            Answer::TooLate => return Verdict::Discard(0),
        };
        let end = EndOfEntry(&self.process);
        let verdict = dropping_payloads(check);
        drop(end);
        self.process.record(key, trace.number, &verdict);
        verdict
    }

    /// Returns what the next inputs are generated from. Threads that call this at the same time may get the same
    /// number, which is only for people to read.
    fn trace(&self, source: &Source) -> Trace {
        let number = self.generated.load(Ordering::Relaxed);
        self.generated.store(number + 1, Ordering::Relaxed);
        let mut words = SPARE.take();
        words.clear();
        source.to_words(&mut words);
        Trace { number, words }
    }

    /// Returns a trace for values that were not generated from a source, which identifies them by their
    /// printed text. It is empty if the process does not remember results.
    fn trace_of_values(&self, print: &dyn Fn() -> Vec<Binding>) -> Trace {
        if !self.process.remembers() {
            return Trace::default();
        }
        let values: Vec<String> = print().into_iter().map(|binding| binding.value).collect();
        Trace { number: 0, words: vec![SpanLabel::new(&values.join("\0")).hash()] }
    }
}
