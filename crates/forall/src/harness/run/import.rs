//! Importing inputs that a byte-based fuzzer has found: those that fail are shrunk and saved like any failure, the others
//! are added to the corpus.

use std::path::Path;

use super::Run;
use crate::block::run as run_test;
use crate::harness::import::Import;
use crate::harness::{Error, paths};
use crate::part::Session;
use crate::report::{Report, Verdict};
use crate::runner;
use crate::source::{ChoiceSequence, OnExhausted, OnMismatch, Policy, Source};

impl Run<'_> {
    /// Imports all files. Returns the report of the first input that fails, otherwise of all that were run.
    pub(super) fn import(&self, import: &Import) -> Result<Report, Error> {
        let mut session = Session::new(&self.property, &self.options);
        let mut first = None;
        for file in &import.files {
            let choices = match import.read(&self.property, file) {
                Ok(choices) => choices,
                Err(error) if import.keeps_passing => {
                    self.process.notice(&format!("forall: {error}\n"));
                    continue;
                }
                Err(error) => return Err(error),
            };
            let verdict = self.run_imported(&choices);
            if let Verdict::Fail(_) = verdict {
                let report = self.import_failure(&choices);
                first = first.or_else(|| Some((report, self.failures.current())));
                continue;
            }
            if !import.keeps_passing {
                return Err(self.not_failing(file, &verdict));
            }
            match verdict {
                Verdict::Discard(premise) => session.discard(premise),
                Verdict::Reject(variable, reason) => session.reject(variable, reason),
                _ => {
                    // It was not found with any feedback.
                    self.failures.begin_corpus(&[]);
                    self.failures.save_to_corpus(&choices);
                    session.pass_inputs(None);
                }
            }
        }
        let Some((report, failure)) = first else { return Ok(session.finish()) };
        self.failures.return_to(failure);
        Ok(report)
    }

    fn run_imported(&self, choices: &ChoiceSequence) -> Verdict {
        let policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };
        run_test(&self.property, &mut Source::replay(choices.0.clone(), policy))
    }

    /// Shrinks and saves a failing input.
    fn import_failure(&self, choices: &ChoiceSequence) -> Report {
        self.failures.start_failure(None);
        runner::replay_choices(&self.property, &self.options, choices)
    }

    fn not_failing(&self, file: &Path, verdict: &Verdict) -> Error {
        let reason = match verdict {
            Verdict::Discard(_) => "a premise discards it".to_owned(),
            Verdict::Reject(_, reason) => format!("a domain rejects it, because {reason}"),
            _ => "the property holds for it".to_owned(),
        };
        let file = paths::shown(file);
        Error(format!(
            "{file} is not imported, because the input does not falsify `{}`: {reason}",
            self.test.name
        ))
    }
}
