//! The report of a test: as text, in files, and the command that runs the failing test again.

use super::Run;
use crate::block::run as run_once;
use crate::harness::output::{interrupted, notice, style};
use crate::harness::process::Ended;
use crate::harness::results::Ending;
use crate::harness::{Replay, TestSize};
use crate::property::Location;
use crate::report::text::{self, ReportContext, Style};
use crate::report::{Counterexample, Origin, Report};
use crate::source::{Policy, Provenance, Sizes, Source};

impl Run<'_> {
    /// Finishes the report, writes it to the results and observation files, and renders it.
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

    /// Returns whether the replayed input no longer fails.
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
            if let Err(message) = results.close(report, &ending) {
                self.process.notice(&message);
            }
        }
        if let Some(observations) = &self.observations
            && let Err(message) = observations.close(report, text)
        {
            self.process.notice(&message);
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
            name: self.shown_name(),
            location,
            command: self.command(report),
            saved,
            tests: Some(self.options.tests).filter(|tests| *tests < u64::MAX),
            replayed: self.is_replay,
            verbose: self.verbose,
            steps: self.failures.steps(),
        }
    }

    /// Returns the name of the test as the report shows it.
    fn shown_name(&self) -> String {
        match self.shard {
            Some(shard) => {
                format!("{} [shard {} of {}]", self.test.name, shard.number(), shard.count())
            }
            None => self.test.name.to_owned(),
        }
    }

    /// Returns a command that runs the failing test again. The command is verified first: with a custom runner or
    /// property, it may not reproduce the failure.
    fn command(&self, report: &Report) -> Option<String> {
        // A user who replays an input has the command already, and the body must run only once.
        let found = report.counterexample().filter(|_| !self.is_replay)?;
        let choices = found.choices.clone().map(Replay::Choices);
        let is_fresh = found.provenance == Provenance::Fresh;
        let by_number = is_fresh.then(|| self.numbered_replay(report, found));
        let short = choices.filter(|replay| replay.to_string().len() <= MAX_COMMAND_LENGTH);
        let crashes = matches!(found.shrinking.failure.origin, Origin::Crash(_));
        let fails = |replay: &Replay| {
            // A crash is known, and there may be no time left to see it again.
            if crashes {
                return true;
            }
            let verdict = run_once(&self.property, &mut self.source(replay));
            verdict.same_origin(&found.shrinking.failure).is_some()
        };
        let alone = if crashes { "FORALL_ISOLATE=1 " } else { "" };
        let replay = short.into_iter().chain(by_number).find(fails)?;
        Some(format!("{alone}{}", self.test.command(&replay)))
    }

    /// Returns the replay token for the number of a fresh test. If its lists may be larger than its other values,
    /// one size cannot describe it, and the number determines both, as far as large tests were limited.
    fn numbered_replay(&self, report: &Report, found: &Counterexample) -> Replay {
        let number = found.number;
        let size = match report.sizes {
            sizes if sizes.list_doublings(number) == 0 => TestSize::Fixed(found.size),
            Sizes::Varied { max_list_doublings, .. } if report.sizes != self.options.sizes => {
                TestSize::Limited(max_list_doublings)
            }
            _ => TestSize::Numbered,
        };
        Replay::Test { seed: report.seed, number, size }
    }

    /// Returns the source that a replay token names.
    fn source(&self, replay: &Replay) -> Source {
        match replay {
            Replay::Choices(choices) => Source::replay(choices.0.clone(), Policy::STRICT),
            Replay::Test { seed, number, size } => self.source_of_test(*seed, *number, *size),
        }
    }
}

/// The maximum length of a command that is worth printing.
const MAX_COMMAND_LENGTH: usize = 300;
