//! A layer that writes a line about every test for tools that show them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::observations::{Observations, ObservedTest};
use crate::block::{Attempt, try_generate};
use crate::observe::{capture, re_emit};
use crate::panics;
use crate::property::{Erased, ErasedInputs, Layer, LayeredTest, Stage, nodes};
use crate::report::Verdict;
use crate::source::Source;

/// Writes a line about every test.
pub(super) struct Observing {
    pub(super) observations: Arc<Observations>,
}

/// The test itself, as the layer was given it.
type Check<'c> = &'c mut dyn FnMut() -> Verdict;

impl Layer for Observing {
    type Memo = ();

    fn checking(&self, test: &LayeredTest<'_, ()>, check: Check<'_>) -> Verdict {
        match test.stage {
            Stage::Source(source) if self.observations.wants_run() => {
                self.observe_run(test.property, source, check)
            }
            Stage::Inputs { inputs, .. } if self.observations.wants_check() => {
                self.observe_check(test.property, inputs, check)
            }
            _ => check(),
        }
    }
}

impl Observing {
    /// Generates the inputs once more for the line, so that the test itself is not affected.
    fn observe_run(&self, property: &Erased, source: &Source, check: Check<'_>) -> Verdict {
        let start = Instant::now();
        let (verdict, said) = capture(|| caught(property, check));
        let whole = start.elapsed();
        let start = Instant::now();
        let Attempt { record, inputs } = try_generate(property, source.clone(), &mut || ());
        let generate = start.elapsed().min(whole);
        self.observations.write_test(&ObservedTest {
            property,
            inputs: inputs.as_ref().ok(),
            record: Some(&record),
            verdict: &verdict,
            said: &said,
            generate,
            execute: whole - generate,
        });
        verdict
    }

    /// Writes a line about a test whose inputs the runner generated beforehand.
    fn observe_check(&self, property: &Erased, inputs: &ErasedInputs, check: Check<'_>) -> Verdict {
        let start = Instant::now();
        let (verdict, said) = capture(|| caught(property, check));
        re_emit(&said);
        self.observations.write_test(&ObservedTest {
            property,
            inputs: Some(inputs),
            record: None,
            verdict: &verdict,
            said: &said,
            generate: Duration::ZERO,
            execute: start.elapsed(),
        });
        verdict
    }
}

/// Performs the check. A panic is a failure.
fn caught(property: &Erased, check: Check<'_>) -> Verdict {
    panics::catch(check).unwrap_or_else(|thrown| panics::verdict(thrown, nodes(property).len() - 1))
}
