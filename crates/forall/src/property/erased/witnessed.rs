//! A property around a property, which says what it is about to run, so that who listens knows it even
//! when the process does not survive it.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Erased, ErasedInputs, Made, Object};
use crate::block::{Making, Observation, Patience, Search};
use crate::panics;
use crate::property::{Note, Outline};
use crate::report::{Binding, Verdict};
use crate::source::{Campaign, Label, Source, Value};

/// Hears what is about to be run.
pub(crate) trait Witness: Send + Sync {
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
pub(crate) enum Act {
    /// It is made.
    Make,
    /// It is checked.
    Check,
    /// It is made and checked in one walk.
    Run,
}

/// What is known of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It passes, and need not be run.
    Passes,
    /// Nothing; it is known by this key from now on, if that is not 0.
    Unknown(u64),
}

impl Erased {
    /// The same property, of which `witness` hears.
    pub(crate) fn witnessed(&self, witness: Arc<dyn Witness>) -> Erased {
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

/// Inputs, and what they were made from.
pub(super) struct Traced {
    pub(super) inputs: Box<dyn Any>,
    number: u64,
    words: Vec<u64>,
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
        (number, words): (u64, &[u64]),
        work: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        let Answer::Unknown(key) = self.witness.begin(act, number, words) else {
            return Verdict::Pass;
        };
        let under_way = UnderWay(&*self.witness);
        let verdict = work();
        drop(under_way);
        self.witness.judge(key, number, &verdict);
        verdict
    }

    /// The number of the next inputs. Threads that ask at once may get the same: it is for people.
    fn number(&self) -> u64 {
        let number = self.made.load(Ordering::Relaxed);
        self.made.store(number + 1, Ordering::Relaxed);
        number
    }

    /// Makes inputs of what these words stand for.
    fn made(&self, words: Vec<u64>, make: impl FnOnce() -> Made) -> Made {
        let number = self.number();
        self.witness.begin(Act::Make, number, &words);
        let under_way = UnderWay(&*self.witness);
        let inputs = make()?;
        drop(under_way);
        Some(Box::new(Traced { inputs, number, words }))
    }

    fn checked(&self, inputs: &dyn Any, check: &mut dyn FnMut(&dyn Any) -> Verdict) -> Verdict {
        match inputs.downcast_ref::<Traced>() {
            Some(Traced { inputs, number, words }) => {
                self.judged(Act::Check, (*number, words), &mut || check(&**inputs))
            }
            None => self.judged(Act::Check, (0, &self.unmade(inputs)), &mut || check(inputs)),
        }
    }

    /// What stands for inputs that were not made from a source.
    fn unmade(&self, inputs: &dyn Any) -> Vec<u64> {
        self.named(|| {
            let mut bindings = Vec::new();
            panics::survives(&mut || self.property.0.print(inputs, &mut bindings));
            bindings
        })
    }

    /// Values that are known by how they look, if somebody wants to know them.
    fn named(&self, bindings: impl FnOnce() -> Vec<Binding>) -> Vec<u64> {
        if !self.witness.remembers() {
            return Vec::new();
        }
        let values: Vec<String> = bindings().into_iter().map(|binding| binding.value).collect();
        vec![Label::new(&values.join("\0")).hash()]
    }
}

fn words(source: &Source) -> Vec<u64> {
    let mut words = Vec::new();
    source.to_words(&mut words);
    words
}

/// The inputs inside.
fn inner(inputs: &dyn Any) -> &dyn Any {
    inputs.downcast_ref::<Traced>().map_or(inputs, |traced| &*traced.inputs)
}

impl Outline for Witnessed {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        self.property.outline(notes);
    }
}

impl Object for Witnessed {
    fn run(&self, source: &mut Source) -> Verdict {
        let words = words(source);
        let number = self.number();
        self.judged(Act::Run, (number, &words), &mut || self.property.0.run(source))
    }

    fn streak(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        let mut words = Vec::new();
        while tests.start < tests.end {
            let mut source = campaign.source(tests.start);
            words.clear();
            source.to_words(&mut words);
            let run = &mut || self.property.0.run(&mut source);
            match self.judged(Act::Run, (tests.start, &words), run) {
                Verdict::Pass => tests.start += 1,
                verdict => return verdict,
            }
        }
        Verdict::Pass
    }

    fn satisfy(&self, source: &mut Source, patience: &mut Patience) -> Made {
        self.made(words(source), || self.property.0.satisfy(source, patience))
    }

    fn check(&self, inputs: &dyn Any) -> Verdict {
        self.checked(inputs, &mut |inputs| self.property.0.check(inputs))
    }

    fn conclude(&self, inputs: &dyn Any) -> Verdict {
        self.checked(inputs, &mut |inputs| self.property.0.conclude(inputs))
    }

    fn mutate(&self, old: Option<&dyn Any>, making: &mut Making<'_>) -> Made {
        let words = words(&making.source);
        self.made(words, || self.property.0.mutate(old.map(inner), making))
    }

    fn simplify(&self, inputs: &mut dyn Any, search: &mut Search<'_, ErasedInputs>) -> bool {
        let mut within = Search {
            record: search.record,
            check: search.check,
            show: search.show,
            judge: &mut |run, show| {
                let run = || {
                    let words = self.named(|| show().bindings);
                    panics::catch(|| self.judged(Act::Check, (0, &words), &mut || run()))
                        .unwrap_or_else(|thrown| panics::verdict(thrown, 0))
                };
                (search.judge)(&run, show)
            },
            limits: search.limits,
        };
        let simpler = match inputs.is::<Traced>() {
            false => self.property.0.simplify(inputs, &mut within),
            true => {
                let traced = inputs.downcast_mut::<Traced>().expect("it is one");
                let simpler = self.property.0.simplify(&mut *traced.inputs, &mut within);
                if simpler {
                    traced.words = self.unmade(&*traced.inputs);
                }
                simpler
            }
        };
        search.limits = within.limits;
        simpler
    }

    fn print(&self, inputs: &dyn Any, bindings: &mut Vec<Binding>) {
        self.property.0.print(inner(inputs), bindings);
    }

    fn observe(&self, inputs: &dyn Any, observations: &mut Vec<Observation>) {
        self.property.0.observe(inner(inputs), observations);
    }

    fn invert(&self, inputs: &dyn Any, choices: &mut Vec<Value>) -> Option<()> {
        self.property.0.invert(inner(inputs), choices)
    }
}
