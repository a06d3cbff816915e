//! A property around a property, which says what it is about to run, so that who listens knows it even
//! when the process does not survive it.

use std::any::Any;
use std::cell::Cell;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Erased, ErasedInputs, Made, Object};
use crate::block::{Making, Observation, Patience, ShrinkContext};
use crate::data::{Binding, Verdict};
use crate::language::{Note, Outline};
use crate::panics;
use crate::source::{Campaign, Label, Source, Value};

/// Hears what is about to be run.
pub trait Witness: Send + Sync {
    /// This will be done with this input. If it is known that nobody survives it, this fails instead.
    fn begin(&self, act: Act, number: u64, input: &[u64]) -> Answer;

    /// It is done, and the process lives.
    fn end(&self);

    /// Is it of use to know inputs again?
    fn remembers(&self) -> bool;

    /// What came of it.
    fn judge(&self, key: u64, number: u64, verdict: &Verdict);
}

/// What is done with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It is made.
    Make,
    /// It is checked.
    Check,
    /// It is made and checked in one walk.
    Run,
}

/// What is known of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It passes, and need not be run.
    Passes,
    /// Nothing, and there is no time to find out.
    TooLate,
    /// Nothing; it is known by this key from now on, if that is not 0.
    Unknown(u64),
}

impl Erased {
    /// The same property, of which `witness` hears.
    pub fn witnessed(&self, witness: Arc<dyn Witness>) -> Erased {
        let property = self.clone();
        Erased(Arc::new(Witnessed { property, witness, made: AtomicU64::new(0) }))
    }
}

struct Witnessed {
    property: Erased,
    witness: Arc<dyn Witness>,
    /// How many inputs were made.
    made: AtomicU64,
}

/// What inputs were made from: their number, and the source in words. Without words, from no source.
#[derive(Default)]
pub(super) struct Trace {
    number: u64,
    words: Vec<u64>,
}

thread_local! {
    /// Words that nobody needs any more. A guided run makes inputs too fast to ask for memory each time.
    static SPARE: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

impl Drop for Trace {
    fn drop(&mut self) {
        if self.words.capacity() > 0 {
            // At the end of a thread there is nobody left who needs them.
            let _ = SPARE.try_with(|spare| spare.set(mem::take(&mut self.words)));
        }
    }
}

/// Ends what is under way, also when it panics.
struct UnderWay<'w>(&'w dyn Witness);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Witnessed {
    /// Runs `work` unless it is known what comes of it.
    fn judged(
        &self,
        act: Act,
        Trace { number, words }: &Trace,
        work: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        let key = match self.witness.begin(act, *number, words) {
            Answer::Unknown(key) => key,
            Answer::Passes => return Verdict::Pass,
            // It neither fails nor passes.
            Answer::TooLate => return Verdict::Discard(0),
        };
        let under_way = UnderWay(&*self.witness);
        let verdict = work();
        drop(under_way);
        self.witness.judge(key, *number, &verdict);
        verdict
    }

    /// What the next inputs are made from. Threads that ask at once may get the same number: it is for people.
    fn trace(&self, source: &Source) -> Trace {
        let number = self.made.load(Ordering::Relaxed);
        self.made.store(number + 1, Ordering::Relaxed);
        let mut words = SPARE.take();
        words.clear();
        source.to_words(&mut words);
        Trace { number, words }
    }

    /// Makes inputs from what `trace` tells.
    fn made(&self, trace: Trace, make: impl FnOnce() -> Made) -> Made {
        self.witness.begin(Act::Make, trace.number, &trace.words);
        let under_way = UnderWay(&*self.witness);
        let made = make()?;
        drop(under_way);
        Some(ErasedInputs { trace, ..made })
    }

    fn checked(
        &self,
        inputs: &dyn Any,
        trace: &Trace,
        check: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        match trace.words.is_empty() {
            true => self.judged(Act::Check, &self.unmade(inputs), check),
            false => self.judged(Act::Check, trace, check),
        }
    }

    /// What stands for inputs that were not made from a source.
    fn unmade(&self, inputs: &dyn Any) -> Trace {
        self.named(|| {
            let mut bindings = Vec::new();
            panics::survives(&mut || self.property.0.print(inputs, &mut bindings));
            bindings
        })
    }

    /// Values that are known by how they look, if somebody wants to know them.
    fn named(&self, bindings: impl FnOnce() -> Vec<Binding>) -> Trace {
        if !self.witness.remembers() {
            return Trace::default();
        }
        let values: Vec<String> = bindings().into_iter().map(|binding| binding.value).collect();
        Trace { number: 0, words: vec![Label::new(&values.join("\0")).hash()] }
    }
}

impl Outline for Witnessed {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        self.property.outline(notes);
    }
}

impl Object for Witnessed {
    fn run(&self, source: &mut Source) -> Verdict {
        let trace = self.trace(source);
        self.judged(Act::Run, &trace, &mut || self.property.0.run(source))
    }

    fn streak(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        while tests.start < tests.end {
            let mut source = campaign.source(tests.start);
            let mut trace = self.trace(&source);
            trace.number = tests.start;
            let run = &mut || self.property.0.run(&mut source);
            match self.judged(Act::Run, &trace, run) {
                Verdict::Pass => tests.start += 1,
                verdict => return verdict,
            }
        }
        Verdict::Pass
    }

    fn satisfy(&self, source: &mut Source, patience: &mut Patience) -> Made {
        let trace = self.trace(source);
        self.made(trace, || self.property.0.satisfy(source, patience))
    }

    fn check(&self, inputs: &dyn Any, trace: &Trace) -> Verdict {
        self.checked(inputs, trace, &mut || self.property.0.check(inputs, trace))
    }

    fn conclude(&self, inputs: &dyn Any, trace: &Trace) -> Verdict {
        self.checked(inputs, trace, &mut || self.property.0.conclude(inputs, trace))
    }

    fn mutate(&self, old: Option<&dyn Any>, making: &mut Making<'_>) -> Made {
        let trace = self.trace(&making.source);
        self.made(trace, || self.property.0.mutate(old, making))
    }

    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        let mut within = ShrinkContext {
            record: search.record,
            check: search.check,
            render: search.render,
            acceptor: &mut |run, show| {
                let run = || {
                    let trace = self.named(|| show().bindings);
                    panics::catch(|| self.judged(Act::Check, &trace, &mut || run()))
                        .unwrap_or_else(|thrown| panics::verdict(thrown, 0))
                };
                (search.acceptor)(&run, show)
            },
            limits: search.limits.clone(),
        };
        let simpler = self.property.0.simplify(inputs, &mut within);
        if simpler {
            inputs.trace = Trace::default();
        }
        search.limits = within.limits;
        simpler
    }

    fn print(&self, inputs: &dyn Any, bindings: &mut Vec<Binding>) {
        self.property.0.print(inputs, bindings);
    }

    fn observe(&self, inputs: &dyn Any, observations: &mut Vec<Observation>) {
        self.property.0.observe(inputs, observations);
    }

    fn invert(&self, inputs: &dyn Any, choices: &mut Vec<Value>) -> Option<()> {
        self.property.0.invert(inputs, choices)
    }
}
