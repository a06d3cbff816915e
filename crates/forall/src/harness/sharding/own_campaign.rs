//! Runners that learn from earlier tests: each shard runs a campaign of its own, with a seed of its own.

use std::collections::BTreeSet;

use forall_format::hash::fnv1a;
use forall_format::results::RunOutcome;
use forall_format::shard_file::OwnCampaignRecord;

use super::files::Shards;
use crate::harness::Error;
use crate::property::Erased;
use crate::report::{Outcome, Report, Tally, json};
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
    let choices = report.counterexample().and_then(|found| found.choices.as_ref());
    OwnCampaignRecord {
        outcome: json::record(report).outcome,
        tally: json::tally(&report.tally),
        seed: report.seed,
        choices: choices.map(ChoiceSequence::to_string),
    }
}

/// Returns a report about the campaigns of all shards: their tests together, and the failure of the first shard that
/// has one.
pub(super) fn merge(
    property: &Erased,
    options: &Options,
    shards: &mut Shards,
) -> Result<Report, Error> {
    let all = shards.own_campaigns()?;
    let mut tally = Tally::default();
    for (_, own) in &all {
        tally.passed += own.tally.passed;
        tally.discarded += own.tally.discarded;
        tally.rejected += own.tally.rejected;
    }
    let failed = all.iter().find(|(_, own)| own.outcome == RunOutcome::Falsified);
    let outcomes: BTreeSet<_> = all.iter().map(|(_, own)| rank(own.outcome)).collect();
    let mut report = match failed {
        Some((shard, own)) => replayed(property, options, *shard, own)?,
        None => Report::new(property, options.seed, Tally::default(), outcome(&outcomes)),
    };
    report.tally = tally;
    let count = all.len();
    let hint = format!("{count} shards ran campaigns of their own, each with another seed");
    report.hints.push(hint.into());
    Ok(report)
}

/// Runs and shrinks the failure of a shard again.
fn replayed(
    property: &Erased,
    options: &Options,
    shard: Shard,
    own: &OwnCampaignRecord,
) -> Result<Report, Error> {
    let choices = own.choices.as_deref().and_then(|text| text.parse::<ChoiceSequence>().ok());
    let Some(choices) = choices else {
        return Err(Error(format!(
            "shard {shard} failed on inputs whose choices are unknown; its own report shows them"
        )));
    };
    let report = runner::replay_choices(property, options, &choices);
    if report.counterexample().is_none() {
        return Err(Error(format!(
            "the failure `{choices}` of shard {shard} does not occur again"
        )));
    }
    Ok(report)
}

/// Orders outcomes: the report has the last one of all shards, except that one shard with passed tests is enough.
fn rank(outcome: RunOutcome) -> u8 {
    match outcome {
        RunOutcome::Vacuous => 0,
        RunOutcome::Passed | RunOutcome::Proved | RunOutcome::Falsified => 1,
        RunOutcome::GaveUp => 2,
        RunOutcome::InsufficientCoverage => 3,
    }
}

fn outcome(ranks: &BTreeSet<u8>) -> Outcome {
    match ranks.last() {
        Some(0) | None => Outcome::Vacuous,
        Some(1) => Outcome::Passed,
        Some(2) => Outcome::GaveUp,
        Some(_) => Outcome::InsufficientCoverage,
    }
}
