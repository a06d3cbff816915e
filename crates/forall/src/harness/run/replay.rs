//! Replaying one input: the body runs once, so that logs, breakpoints and backtraces are about this input only.

use super::{Run, fits};
use crate::block::{TestCase, check, print, regenerate, run as run_test};
use crate::harness::{Error, Replay};
use crate::panics;
use crate::part::Session;
use crate::property::ErasedInputs;
use crate::report::{Counterexample, Failure, FailureEvent, Report, Shrinking, Verdict};
use crate::source::{ChoiceSequence, Policy, Provenance, Source};

impl Run<'_> {
    /// Runs the one test that `text` names, as a report printed it.
    pub(super) fn replay(&self, text: &str) -> Result<Report, Error> {
        let replay = text.trim().parse::<Replay>();
        match replay.map_err(|error| Error(format!("`replay`: {error}")))? {
            Replay::Choices(choices) if !fits(&self.property, &choices) => {
                let name = self.test.name;
                Err(Error(format!(
                    "`{text}` does not match the inputs of `{name}`; its domains may have changed since it was recorded"
                )))
            }
            Replay::Choices(choices) => {
                let source = Source::replay(choices.0, Policy::STRICT);
                Ok(self.replay_source(source, Provenance::Regression, 0))
            }
            Replay::Test { seed, number, size } => {
                let size = size.unwrap_or_else(|| self.options.sizes.at(number));
                let source = Source::for_test(seed, number, size);
                Ok(self.replay_source(source, Provenance::Fresh, number))
            }
        }
    }

    fn replay_source(&self, source: Source, provenance: Provenance, number: u64) -> Report {
        let size = source.size();
        let mut session = Session::new(&self.property, &self.options);
        let case = regenerate(&self.property, source.clone());
        let verdict = panics::print_while(|| match &case {
            Some(TestCase { inputs, .. }) => check(&self.property, inputs),
            // A domain rejects or panics, or a premise is false: running the test shows which.
            None => run_test(&self.property, &mut source.clone()),
        });
        let failure = match verdict {
            Verdict::Fail(failure) => *failure,
            Verdict::Pass => {
                session.pass_inputs(case.as_ref().map(|case| &case.inputs));
                return session.finish();
            }
            Verdict::Discard(premise) => {
                session.discard(premise);
                return session.finish();
            }
            Verdict::Reject(variable, reason) => {
                session.reject(variable, reason);
                return session.finish();
            }
        };
        let found = Counterexample { provenance, number, size, ..self.replayed(case, failure) };
        session.end(found.into())
    }

    /// Builds the counterexample of a replay, and saves it.
    fn replayed(&self, case: Option<TestCase<ErasedInputs>>, failure: Failure) -> Counterexample {
        let Some(TestCase { inputs, record }) = case else {
            let shrinking = Shrinking { failure, ..Shrinking::default() };
            return Counterexample { shrinking, ..Counterexample::default() };
        };
        let choices = ChoiceSequence(record.values());
        let bindings = print(&self.property, &inputs);
        if let Some(observer) = &self.options.observer {
            observer.failure(&FailureEvent {
                pass: None,
                choices: Some(choices.clone()),
                inputs: bindings.clone(),
                failure: &failure,
            });
        }
        Counterexample {
            original: bindings.clone(),
            shrunk: bindings,
            choices: Some(choices),
            shrinking: Shrinking { failure, ..Shrinking::default() },
            ..Counterexample::default()
        }
    }
}
