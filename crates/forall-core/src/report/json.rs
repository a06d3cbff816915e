//! Renders reports as JSON.

use forall_format::json::WriteJson;
use forall_format::results::{
    BindingRecord, CounterexampleRecord, DiscardRecord, ObservedRecord, PassRecord, ReportRecord,
    RunOutcome, Seed, SlowestRecord, TallyRecord,
};

use super::{
    Binding, Counterexample, Failure, Observed, Origin, Outcome, PassStats, Report, Slowest, Tally,
};
use crate::language::{NodeInfo, NodeKind, ObservationKind};
use crate::source::Provenance;

/// Returns the report as one line of JSON.
///
/// ```
/// use forall::property::forall;
/// use forall::report::json;
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..10).check(|(x, ())| *x < 10), &Options::default());
/// assert!(json::render(&report).starts_with(r#"{"outcome":"passed","seed":"#));
/// ```
pub fn render(report: &Report) -> String {
    record(report).to_json()
}

/// Converts the report to the record that result files contain.
#[doc(hidden)]
pub fn record(report: &Report) -> ReportRecord {
    let other_failures = report.other_failures.iter().map(|also| counterexample(report, also));
    ReportRecord {
        outcome: outcome(&report.outcome),
        seed: Seed(report.seed),
        tally: tally(&report.tally),
        discarded_by: discards(report),
        observed: report.observed.iter().map(observed).collect(),
        counterexample: report.counterexample().map(|found| counterexample(report, found)),
        other_failures: other_failures.collect(),
        hints: report.hints.iter().map(ToString::to_string).collect(),
        slowest: report.slowest.as_ref().map(slowest),
    }
}

/// Converts the tally to the record that result files contain.
#[doc(hidden)]
pub fn tally(tally: &Tally) -> TallyRecord {
    let Tally { passed, discarded, rejected, .. } = *tally;
    TallyRecord { passed, discarded, rejected }
}

/// Returns the outcome without its counterexample.
fn outcome(outcome: &Outcome) -> RunOutcome {
    match outcome {
        Outcome::Passed => RunOutcome::Passed,
        Outcome::Proved => RunOutcome::Proved,
        Outcome::Falsified(_) => RunOutcome::Falsified,
        Outcome::GaveUp => RunOutcome::GaveUp,
        Outcome::Vacuous => RunOutcome::Vacuous,
        Outcome::InsufficientCoverage => RunOutcome::InsufficientCoverage,
    }
}

fn discards(report: &Report) -> Vec<DiscardRecord> {
    let counts = report.nodes.iter().zip(&report.tally.by_node).filter(|(_, count)| **count > 0);
    let discard = |(info, count): (&NodeInfo, &u64)| {
        let reason = report.tally.reasons.iter().find(|(node, _)| *node == info.at);
        DiscardRecord {
            by: discarded_by(info).to_owned(),
            tests: *count,
            reason: reason.map(|(_, reason)| reason.to_string()),
        }
    };
    counts.map(discard).collect()
}

/// Returns the variable of a quantifier or the text of a premise.
fn discarded_by(info: &NodeInfo) -> &str {
    if info.kind == NodeKind::Forall { &info.name } else { &info.text }
}

fn observed(observed: &Observed) -> ObservedRecord {
    let demanded = match observed.kind {
        ObservationKind::Cover(percent) => Some(percent),
        _ => None,
    };
    ObservedRecord {
        name: observed.name.to_string(),
        kind: kind(observed.kind).to_owned(),
        tests: observed.tests,
        held: observed.held,
        demanded,
        values: observed.values.clone(),
    }
}

fn kind(kind: ObservationKind) -> &'static str {
    match kind {
        ObservationKind::Classify => "classify",
        ObservationKind::Collect => "collect",
        ObservationKind::Tabulate => "tabulate",
        ObservationKind::Cover(_) => "cover",
        ObservationKind::Maximize => "maximize",
        ObservationKind::Minimize => "minimize",
        ObservationKind::Measure => "measure",
    }
}

fn counterexample(report: &Report, found: &Counterexample) -> CounterexampleRecord {
    let shrinking = &found.shrinking;
    let repeats = &shrinking.repeats;
    CounterexampleRecord {
        found: source(report, found),
        message: message(&shrinking.failure),
        place: panicked_at(&shrinking.failure.origin),
        shrunk: bindings(&found.shrunk),
        explained: bindings(&found.explained),
        original: bindings(&found.original),
        choices: found.choices.as_ref().map(ToString::to_string),
        tried: shrinking.tried,
        accepted: shrinking.accepted,
        stopped: shrinking.stopped,
        flaky: repeats.flaky(),
        repeated: repeats.times,
        failed: repeats.failed,
        passes: shrinking.passes.iter().map(pass).collect(),
    }
}

fn slowest(slowest: &Slowest) -> SlowestRecord {
    let Slowest { steps, test, inputs } = slowest;
    SlowestRecord { steps: *steps, test: *test, inputs: bindings(inputs) }
}

fn pass(stats: &PassStats) -> PassRecord {
    let PassStats { pass, tried, accepted, .. } = *stats;
    PassRecord { pass: pass.to_owned(), tried, accepted }
}

fn message(failure: &Failure) -> String {
    match failure.origin {
        Origin::Named(name) => format!("{name}: {}", failure.message),
        _ => failure.message.clone(),
    }
}

fn panicked_at(origin: &Origin) -> Option<String> {
    match origin {
        Origin::Panic(location) => Some(location.to_string()),
        _ => None,
    }
}

/// Describes where a counterexample came from. As in the text report, the first test is test 1.
fn source(report: &Report, found: &Counterexample) -> String {
    let test = found.number + 1;
    match found.provenance {
        Provenance::Fresh => {
            format!("test {test} of seed {:#x}, size {}", report.seed, found.size)
        }
        Provenance::Enumerated => format!("test {test}"),
        Provenance::Mutated => format!("test {test}, made by mutation"),
        Provenance::Corpus => format!("test {test}, from the corpus"),
        Provenance::Example => format!("example {}", found.number),
        Provenance::Regression => "a saved regression".to_owned(),
    }
}

fn bindings(bindings: &[Binding]) -> Vec<BindingRecord> {
    let record = |binding: &Binding| BindingRecord {
        name: binding.name.to_string(),
        value: binding.value.clone(),
    };
    bindings.iter().map(record).collect()
}
