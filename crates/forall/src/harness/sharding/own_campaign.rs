//! Runners that learn from earlier tests: each shard runs a campaign of its own, with a seed of its own.

use std::cmp::Reverse;

use forall_format::hash::fnv1a;
use forall_format::results::RunOutcome;
use forall_format::shard_file::OwnCampaignRecord;

use super::files::Shards;
use super::records;
use crate::harness::Error;
use crate::part::Session;
use crate::property::Erased;
use crate::report::{Counterexample, Outcome, Report, Tally, json};
use crate::runner::{self, Options};
use crate::source::{ChoiceSequence, Shard};

/// Returns the options of the campaign of a shard.
pub(super) fn options(options: &Options, shard: Shard) -> Options {
    let text = format!("{:#x} {shard}", options.seed);
    let tests = shard.share(options.tests);
    Options { seed: fnv1a(text.as_bytes()), tests, ..options.clone() }
}

/// Returns the record of the campaign of a shard.
pub(super) fn record(report: &Report) -> OwnCampaignRecord {
    let found = report.counterexample().into_iter().chain(&report.other_failures);
    let data = json::record(report);
    OwnCampaignRecord {
        outcome: data.outcome,
        tally: data.tally,
        seed: report.seed,
        failures: found.map(|found| Some(found.choices.as_ref()?.to_string())).collect(),
        discards: records::discards(&report.tally),
        observed: data.observed,
    }
}

/// Returns a report about the campaigns of all shards: their tests and observations together, and their failures, one for
/// each origin.
pub(super) fn merge(
    property: &Erased,
    options: &Options,
    shards: &mut Shards,
) -> Result<Report, Error> {
    let all = shards.own_campaigns()?;
    let mut session = Session::new(property, options);
    let nodes = Report::new(property, options.seed, Tally::default(), Outcome::Passed).nodes.len();
    for (_, own) in &all {
        let tally = records::tally(&own.tally, own.discards.clone(), nodes);
        let observed = own.observed.iter().cloned().map(records::observed).collect();
        let report = Report::new(property, own.seed, tally, Outcome::Passed);
        session.add(&report.with_observed(observed));
    }
    let mut failures = failures(property, options, &all)?;
    let mut report = if failures.is_empty() {
        session.end(outcome(all.iter().map(|(_, own)| own.outcome)))
    } else {
        let first = failures.remove(0);
        let report = Report::new(property, options.seed, Tally::default(), first.into());
        Report { other_failures: failures, ..session.end_with(report) }
    };
    let count = all.len();
    let hint = format!("{count} shards ran campaigns of their own, each with another seed");
    report.hints.push(hint.into());
    Ok(report)
}

/// Runs and shrinks the failures of all shards again. Returns the simplest of each origin, in the order of the shards.
fn failures(
    property: &Erased,
    options: &Options,
    all: &[(Shard, OwnCampaignRecord)],
) -> Result<Vec<Counterexample>, Error> {
    let mut failures: Vec<Counterexample> = Vec::new();
    for (shard, own) in all {
        for choices in &own.failures {
            let found = replayed(property, options, *shard, choices.as_deref())?;
            let origin = &found.shrinking.failure.origin;
            let known = failures.iter_mut().find(|known| known.shrinking.failure.origin == *origin);
            match known {
                None => failures.push(found),
                Some(known) if simplicity(&found) > simplicity(known) => *known = found,
                Some(_) => {}
            }
        }
    }
    Ok(failures)
}

/// Simpler failures have greater values.
fn simplicity(found: &Counterexample) -> Reverse<(usize, String)> {
    let choices = found.choices.as_ref().map(ChoiceSequence::to_string).unwrap_or_default();
    Reverse((choices.len(), choices))
}

/// Runs and shrinks a failure of a shard again.
fn replayed(
    property: &Erased,
    options: &Options,
    shard: Shard,
    choices: Option<&str>,
) -> Result<Counterexample, Error> {
    let Some(choices) = choices.and_then(|text| text.parse::<ChoiceSequence>().ok()) else {
        return Err(Error(format!(
            "shard {shard} failed on inputs whose choices are unknown; its own report shows them"
        )));
    };
    match runner::replay_choices(property, options, &choices).outcome {
        Outcome::Falsified(found) => Ok(*found),
        _ => Err(Error(format!("the failure `{choices}` of shard {shard} does not occur again"))),
    }
}

/// Returns the outcome of all shards without a failure: the worst, except that one shard with passed tests is enough.
/// Requirements of coverage are judged for all shards together.
fn outcome(outcomes: impl Iterator<Item = RunOutcome>) -> Outcome {
    let rank = |outcome| match outcome {
        RunOutcome::Vacuous => 0,
        RunOutcome::GaveUp => 2,
        _ => 1,
    };
    match outcomes.map(rank).max() {
        Some(0) | None => Outcome::Vacuous,
        Some(1) => Outcome::Passed,
        Some(_) => Outcome::GaveUp,
    }
}
