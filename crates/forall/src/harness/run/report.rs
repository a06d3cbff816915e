//! The report of a test: as text, in files, and the command that runs the failing test again.

use super::Run;
use crate::block::run as run_once;
use crate::harness::Replay;
use crate::harness::output::{interrupted, notice, style};
use crate::harness::process::Ended;
use crate::harness::results::Ending;
use crate::property::Location;
use crate::report::text::{self, ReportContext, Style};
use crate::report::{Counterexample, Origin, Report};
use crate::source::{Policy, Provenance, Source};

impl Run<'_> {
    /// Finishes the report, writes it to the files that want it, and renders it.
    pub(super) fn ended(&self, mut report: Report) -> Ended {
        for trouble in self.failures.close(&report.guided_by) {
            notice(&format!("forall: {trouble}\n"));
        }
        if let Some(found) = report.counterexample_mut() {
            found.shrinking.stopped |= self.process.was_cut_short();
        }
        let context = self.context(&report);
        self.write_down(&report, &context);
        let text = text::render(&report, &context, style());
        let listened = self.listening.take().is_some() | self.failures.stop_listening();
        let ended = Ended { text, passed: report.passed() };
        if listened && self.is_stopped() && !self.process.is_child() {
            interrupted(&ended);
        }
        ended
    }

    /// Returns whether the input to be replayed does not fail any more.
    pub(super) fn is_gone(&self, report: &Report) -> bool {
        let flaky = |found: &Counterexample| found.shrinking.repeats.failed == 0;
        self.process.is_replay() && report.counterexample().is_some_and(flaky)
    }

    /// Writes the report to the files for other programs.
    fn write_down(&self, report: &Report, context: &ReportContext) {
        if self.results.is_none() && self.observations.is_none() {
            return;
        }
        let text = &text::render(report, context, Style::Plain);
        if let Some(results) = &self.results {
            let ending = Ending {
                elapsed: self.started.elapsed(),
                interrupted: self.is_stopped(),
                replay: context.command.as_deref(),
                saved: context.saved.as_deref(),
                text,
            };
            results.close(report, &ending);
        }
        if let Some(observations) = &self.observations {
            observations.close(report, text);
        }
    }

    fn context(&self, report: &Report) -> ReportContext {
        let (file, line, column) = self.test.location;
        let location = Some(Location { file: file.into(), line, column });
        let saved = match (self.failures.trouble(), self.failures.saved_to()) {
            (Some(trouble), _) => Some(format!("not saved: {trouble}")),
            (None, file) => file.map(|file| format!("saved to {file}")),
        };
        ReportContext {
            name: self.test.name.to_owned(),
            location,
            command: self.command(report),
            saved,
            tests: Some(self.options.tests).filter(|tests| *tests < u64::MAX),
            verbose: self.verbose,
            steps: self.failures.steps(),
        }
    }

    /// Returns a command that runs the failing test again. The command is verified first: with a custom runner or
    /// property, it may not reproduce the failure.
    fn command(&self, report: &Report) -> Option<String> {
        // Whoever replays an input has the command, and wants it to run once.
        let found = report.counterexample().filter(|_| !self.is_replay)?;
        let choices = found.choices.clone().map(Replay::Choices);
        let by_number = (found.provenance == Provenance::Fresh).then_some(Replay::Test {
            seed: report.seed,
            number: found.number,
            size: Some(found.size),
        });
        let short = choices.filter(|replay| replay.to_string().len() <= MAX_COMMAND_LENGTH);
        let fails = |replay: &Replay| {
            let verdict = run_once(&self.property, &mut source(replay));
            verdict.same_origin(&found.shrinking.failure).is_some()
        };
        let alone = match found.shrinking.failure.origin {
            Origin::Crash(_) => "FORALL_ISOLATE=1 ",
            _ => "",
        };
        let replay = short.into_iter().chain(by_number).find(fails)?;
        Some(format!("{alone}{}", self.test.command(&replay)))
    }
}

/// The maximum length of a command that is worth printing.
const MAX_COMMAND_LENGTH: usize = 300;

/// Returns the source that a replay token names.
fn source(replay: &Replay) -> Source {
    match replay {
        Replay::Choices(choices) => Source::replay(choices.0.clone(), Policy::STRICT),
        Replay::Test { seed, number, size } => {
            Source::for_test(*seed, *number, size.unwrap_or_default())
        }
    }
}
