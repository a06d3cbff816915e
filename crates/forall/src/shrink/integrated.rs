//! Integrated shrinking: on choices.

use super::descent::{Descent, Oracle};
use super::schedule::descend;
use super::{Limits, Shrinker};
use crate::block::{Case, Property, Shrunk, check, generate};
use crate::panics;
use crate::report::{Failure, Shrinking, Verdict};
use crate::source::{End, Mismatch, Policy, Record, Source, Value};

/// Simpler choices, of which the domains make simpler values.
///
/// A case is simpler than another if it is made of fewer choices, or of as many and the first that
/// differs is simpler. What counts is what was drawn, not what was proposed. After Hypothesis
/// (MacIver and Donaldson, "Test-case reduction via test-case generation", 2020) and RackCheck;
/// from there we have the order and the idea that passes may be wrong at no cost but time. Ours
/// know what a choice is for and need not guess.
#[derive(Clone, Copy, Debug, Default)]
pub struct Integrated;

impl Shrinker for Integrated {
    fn shrink<P: Property>(
        &self,
        property: &P,
        case: Case<P::Inputs>,
        failure: Failure,
        limits: Limits,
    ) -> Shrunk<P::Inputs> {
        let Case { inputs, record } = case;
        let mut trial = Trial { property, best: inputs, failure, made: None };
        let reproduced = trial.alike(check(property, &trial.best));
        let mut descent = Descent::new(record, &mut trial, limits);
        if reproduced {
            descend(&mut descent);
        }
        let (record, efforts) = descent.finish();
        let tried = efforts.iter().map(|effort| effort.tried).sum();
        let accepted = efforts.iter().map(|effort| effort.accepted).sum();
        let Trial { best, failure, .. } = trial;
        let shrinking = Shrinking { failure, reproduced, tried, accepted, efforts };
        Shrunk { inputs: best, record: Some(record), shrinking }
    }
}

/// A number that is out of bounds now is likely to mean the bound. What is missing is simplest.
const NEAREST: Policy = Policy { mismatch: Mismatch::Nearest, end: End::Simplest };

/// A property on trial: the inputs known to fail, and those made last.
struct Trial<'p, P: Property> {
    property: &'p P,
    best: P::Inputs,
    failure: Failure,
    made: Option<P::Inputs>,
}

impl<P: Property> Trial<'_, P> {
    /// Is this a failure of the same origin? It is then told as the failure.
    fn alike(&mut self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Fail(failure) if failure.origin == self.failure.origin => {
                self.failure = *failure;
                true
            }
            _ => false,
        }
    }
}

impl<P: Property> Oracle for Trial<'_, P> {
    fn generate(&mut self, values: Vec<Value>) -> Option<Record> {
        let mut source = Source::replay(values, NEAREST);
        self.made = panics::catch(|| generate(self.property, &mut source)).ok()?.ok();
        self.made.is_some().then(|| source.into_record())
    }

    fn fails(&mut self) -> bool {
        let Some(made) = self.made.take() else { return false };
        let fails = self.alike(check(self.property, &made));
        if fails {
            self.best = made;
        }
        fails
    }
}
