//! Replaying one input: the body runs once, so that logs, breakpoints and backtraces are about this input only.

use std::fs;

use super::{Run, fits};
use crate::block::{TestCase, check, print, regenerate, run as run_test};
use crate::harness::{Error, Replay, TestSize};
use crate::machine;
use crate::panics;
use crate::part::Session;
use crate::property::ErasedInputs;
use crate::report::{Counterexample, Failure, FailureEvent, Report, Shrinking, Verdict};
use crate::source::{Campaign, ChoiceSequence, Policy, Provenance, Sizes, Source};

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
                let source = self.source_of_test(seed, number, size);
                Ok(self.replay_source(source, Provenance::Fresh, number))
            }
        }
    }

    /// Returns the source of a test with a number.
    pub(super) fn source_of_test(&self, seed: u64, number: u64, size: TestSize) -> Source {
        let sizes = match size {
            TestSize::Numbered => self.options.sizes,
            TestSize::Fixed(size) => Sizes::Fixed(size),
            TestSize::Limited(doublings) => self.options.sizes.with_list_doublings(doublings),
        };
        Campaign { seed, sizes, ..self.options.campaign() }.source(number)
    }

    fn replay_source(&self, source: Source, provenance: Provenance, number: u64) -> Report {
        let size = source.size();
        let mut session = Session::new(&self.property, &self.options);
        let mut case = regenerate(&self.property, source.clone());
        let verdict = self.writing_code(|| {
            panics::print_while(|| match &case {
                Some(TestCase { inputs, .. }) => check(&self.property, inputs),
                // A domain rejects or panics, or a premise is false: running the test shows which.
                None => run_test(&self.property, &mut source.clone()),
            })
        });
        let failure = match verdict {
            Verdict::Fail(failure) => *failure,
            Verdict::Pass => {
                session.pass_inputs(case.as_ref().map(|case| &case.inputs));
                let dropped = panics::print_while(|| panics::drop_failure(|| drop(case)));
                let Some(failure) = dropped else { return session.finish() };
                case = regenerate(&self.property, source);
                failure
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

    /// Runs `work`, and writes the steps of a state machine that it checks to a file, if the settings name one. They are
    /// written before they run too, because one of them may end the process.
    fn writing_code<R>(&self, work: impl FnOnce() -> R) -> R {
        let Some(path) = &self.code else { return work() };
        let early = path.clone();
        // An error is reported at the end.
        let (result, code) =
            machine::collect_code_with(move |code| drop(fs::write(&early, code)), work);
        if let Some(code) = code
            && let Err(error) = fs::write(path, code)
        {
            let path = path.display();
            self.process.notice(&format!("forall: cannot write {path}: {error}\n"));
        }
        result
    }

    /// Builds the counterexample of a replay, and saves it.
    fn replayed(&self, case: Option<TestCase<ErasedInputs>>, failure: Failure) -> Counterexample {
        let Some(TestCase { inputs, record }) = case else {
            let shrinking = Shrinking { failure, ..Shrinking::default() };
            return Counterexample { shrinking, ..Counterexample::default() };
        };
        let choices = ChoiceSequence(record.values());
        if let Some(observer) = &self.options.observer {
            observer.failure_found(&choices, &failure);
        }
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
