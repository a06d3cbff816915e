//! How a counterexample was found and shrunk.

use forall_format::wording::{count, group, truncated};

use super::discards::discarded;
use super::writer::{Writer, YELLOW};
use super::{
    Counterexample, CrossedFailure, Failure, Origin, PassStats, Report, ReportContext, Shrinking,
};
use crate::source::Provenance;

/// The maximum length of the message of the first failure.
const MAX_MESSAGE_LENGTH: usize = 80;

/// The maximum number of shrink passes that are listed.
const MAX_PASSES: usize = 4;

impl Writer {
    /// Writes how the inputs were found and shrunk, and which tests were discarded before.
    pub(super) fn history(
        &mut self,
        report: &Report,
        found: &Counterexample,
        context: &ReportContext,
    ) {
        if context.replayed {
            return self.line(format_args!("  replayed once"));
        }
        let mut line = format!("found by {}", origin(found, context));
        let shrinking = &found.shrinking;
        if found.shrunk.is_empty() {
            line.push_str(" before its inputs were complete");
        } else if shrinking.repeats.flaky() {
            let word = self.paint(YELLOW, "flaky");
            let failed = shrinking.repeats.failed;
            let times = count(shrinking.repeats.times, "rerun");
            line.push_str(&format!(", but {word}: {failed} of {times} failed"));
        } else {
            line.push_str(&shrunk(shrinking));
        }
        if let Some(discarded) = discarded(report) {
            line.push_str(&format!("; {discarded}"));
        }
        self.line(format_args!("  {line}"));
        if shrinking.repeats.flaky() && !found.shrunk.is_empty() {
            self.line(format_args!("  {}", cause_of_flakiness(found)));
        }
        if let Some(first) = &found.crossed_from {
            self.line(format_args!("  {}", first_failure(first)));
        }
        if let Some(panic) = &shrinking.panicked {
            self.line(format_args!("  {}", shrinker_panicked(panic)));
        }
        if shrinking.stopped && shrinking.tried > 0 {
            self.line(format_args!("  shrinking was cut short; the next run continues from here"));
        }
    }
}

/// Returns why shrinking ended early.
fn shrinker_panicked(panic: &Failure) -> String {
    let at = match &panic.origin {
        Origin::Panic(at) => format!(" at {at}"),
        _ => String::new(),
    };
    format!("shrinking ended early: the shrinker panicked{at}: {}", panic.message)
}

/// Returns which test or example found the failure.
fn origin(found: &Counterexample, context: &ReportContext) -> String {
    let test = || {
        let number = group(found.number.saturating_add(1));
        let tests = context.tests.filter(|tests| *tests > found.number);
        let of = tests.map(|tests| format!(" of {}", group(tests))).unwrap_or_default();
        format!("test {number}{of}")
    };
    match found.provenance {
        Provenance::Fresh | Provenance::Enumerated => test(),
        Provenance::Mutated => format!("{} (by mutation)", test()),
        Provenance::Corpus => format!("{} (from the corpus)", test()),
        Provenance::Example => format!("example {}", found.number),
        Provenance::Regression => "an earlier run".to_owned(),
    }
}

fn shrunk(shrinking: &Shrinking) -> String {
    let tests = count(shrinking.tried, "test");
    match shrinking {
        Shrinking { tried: 0, .. } => ", not shrunk".to_owned(),
        Shrinking { accepted: 0, .. } => format!("; no simpler input failed in {tests}"),
        _ => format!(", shrunk in {} ({tests})", count(shrinking.accepted, "step")),
    }
}

/// Returns where the first failure was, which shrinking left for another assertion.
fn first_failure(first: &CrossedFailure) -> String {
    let location = match &first.failure.origin {
        Origin::Panic(location) => format!(" at {location}"),
        Origin::Named(name) => format!(" {name}"),
        _ => String::new(),
    };
    let message =
        truncated(first.failure.message.lines().next().unwrap_or_default(), MAX_MESSAGE_LENGTH);
    format!("the first failure was{location}: {message}")
}

/// Returns whether the inputs or the code under test differ between runs.
fn cause_of_flakiness(found: &Counterexample) -> String {
    let Shrinking { repeats, failure, .. } = &found.shrinking;
    if let Some(name) = &repeats.diverged {
        return format!(
            "`{name}` differs between runs with the same seed: its domain uses randomness outside the `Source`"
        );
    }
    // Inputs of a crashed process are regenerated from their choices, without the earlier test.
    if found.provenance == Provenance::Mutated && matches!(failure.origin, Origin::Crash(_)) {
        return "these inputs may be approximate: a custom mutator produced them and they cannot be regenerated"
            .to_owned();
    }
    "the inputs are the same each time: the code under test depends on something else".to_owned()
}

/// Returns the passes that found simpler inputs, the most useful first: `delete elements 5 of 9, lower values 1 of 3`.
pub(super) fn passes(passes: &[PassStats]) -> String {
    let mut useful: Vec<&PassStats> = passes.iter().filter(|stats| stats.accepted > 0).collect();
    useful.sort_by_key(|stats| std::cmp::Reverse(stats.accepted));
    let others = passes.len().saturating_sub(MAX_PASSES.min(useful.len()));
    let tried: u64 = passes.iter().map(|stats| stats.tried).sum();
    let first = useful.iter().take(MAX_PASSES);
    let listed: u64 = first.clone().map(|stats| stats.tried).sum();
    let mut words: Vec<String> =
        first.map(|stats| pass_line(stats.pass, stats.accepted, stats.tried)).collect();
    if others > 0 && tried > listed {
        let accepted: u64 = useful.iter().skip(MAX_PASSES).map(|stats| stats.accepted).sum();
        words.push(pass_line("others", accepted, tried - listed));
    }
    words.join(", ")
}

fn pass_line(pass: &str, accepted: u64, tried: u64) -> String {
    format!("{pass} {} of {}", group(accepted), group(tried))
}
