//! A layer that writes every input to the journal before it is generated or checked, so that the supervisor
//! knows the input even if the process crashes.

use std::cell::Cell;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::child::Child;
use crate::block::print;
use crate::property::{Layer, LayeredTest, Stage};
use crate::report::{Binding, Verdict};
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
                let trace = self.trace_of_values(&|| print(test.property, inputs));
                self.journaled(Act::Check, &trace, check)
            }
            Stage::Simpler(print) => {
                self.journaled(Act::Check, &self.trace_of_values(print), check)
            }
        }
    }
}

impl Journaling {
    pub(super) fn new(process: Arc<Child>) -> Journaling {
        Journaling { process, generated: AtomicU64::new(0) }
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
        let verdict = check();
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
