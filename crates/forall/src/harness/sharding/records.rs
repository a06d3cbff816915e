//! Conversions between the results of tests and their records in files.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use forall_format::results::{ObservedRecord, TallyRecord};
use forall_format::shard_file::{
    FailureRecord, NodeDiscards, ObservationRecord, OriginRecord, SeenValue, TestRecord,
};

use crate::observe::EmittedObservation;
use crate::property::{Location, ObservationKind, ObservationValue};
use crate::report::{Failure, Observed, Origin, Tally, Verdict};
use crate::runner::KnownTest;
use crate::source::Sizes;

/// Returns the record of a test.
pub(super) fn record(
    verdict: &Verdict,
    observed: Vec<EmittedObservation>,
    sizes: Sizes,
) -> TestRecord {
    match verdict {
        Verdict::Pass => TestRecord::Passed(observed.into_iter().map(seen_record).collect()),
        Verdict::Discard(node) => TestRecord::Discarded(*node),
        Verdict::Reject(node, reason) => TestRecord::Rejected(*node, (*reason).to_owned()),
        Verdict::Fail(failure) => {
            let max_list_doublings = match sizes {
                Sizes::Varied { max_list_doublings, .. } => max_list_doublings,
                _ => 0,
            };
            TestRecord::Failed { max_list_doublings, failure: failure_record(failure) }
        }
    }
}

/// Returns the test that a record describes. `sizes` are those of the campaign.
pub(super) fn known(record: TestRecord, sizes: Sizes) -> KnownTest {
    let verdict = match record {
        TestRecord::Passed(seen) => {
            let observed = seen.into_iter().map(emitted).collect();
            return KnownTest::Ran { verdict: Verdict::Pass, observed, sizes: None };
        }
        TestRecord::Discarded(node) => Verdict::Discard(node),
        TestRecord::Rejected(node, reason) => Verdict::Reject(node, interned(reason)),
        TestRecord::Failed {
            failure: FailureRecord { origin: OriginRecord::Crash(_), .. },
            ..
        } => return KnownTest::Crashed,
        TestRecord::Failed { max_list_doublings, failure } => {
            let sizes = match sizes {
                Sizes::Varied { tests_before, .. } => {
                    Sizes::Varied { tests_before, max_list_doublings }
                }
                sizes => sizes,
            };
            let verdict = Verdict::from(failure_of(failure));
            return KnownTest::Ran { verdict, observed: Vec::new(), sizes: Some(sizes) };
        }
    };
    KnownTest::Ran { verdict, observed: Vec::new(), sizes: None }
}

pub(super) fn failure_record(failure: &Failure) -> FailureRecord {
    let origin = match &failure.origin {
        Origin::PredicateFalse => OriginRecord::PredicateFalse,
        Origin::Error => OriginRecord::Error,
        Origin::Panic(Location { file, line, column }) => {
            OriginRecord::Panic(file.to_string(), *line, *column)
        }
        Origin::PanicUnlocated => OriginRecord::PanicUnlocated,
        Origin::Crash(reason) => OriginRecord::Crash(reason.clone()),
        Origin::Named(name) => OriginRecord::Named((*name).to_owned()),
        Origin::Contract(contract) => OriginRecord::Contract(contract.to_string()),
    };
    FailureRecord { origin, message: failure.message.clone(), step: failure.step }
}

fn failure_of(record: FailureRecord) -> Failure {
    let origin = match record.origin {
        OriginRecord::PredicateFalse => Origin::PredicateFalse,
        OriginRecord::Error => Origin::Error,
        OriginRecord::Panic(file, line, column) => {
            Origin::Panic(Location { file: file.into(), line, column })
        }
        OriginRecord::PanicUnlocated => Origin::PanicUnlocated,
        OriginRecord::Crash(reason) => Origin::Crash(reason),
        OriginRecord::Named(name) => Origin::Named(interned(name)),
        OriginRecord::Contract(contract) => Origin::Contract(contract.into()),
    };
    Failure { origin, message: record.message, step: record.step }
}

fn seen_record(observation: EmittedObservation) -> ObservationRecord {
    let (kind, demanded) = match observation.kind {
        ObservationKind::Classify => ("classify", 0.0),
        ObservationKind::Collect => ("collect", 0.0),
        ObservationKind::Tabulate => ("tabulate", 0.0),
        ObservationKind::Cover(percent) => ("cover", percent),
        ObservationKind::Maximize => ("maximize", 0.0),
        ObservationKind::Minimize => ("minimize", 0.0),
        ObservationKind::Measure => ("measure", 0.0),
    };
    let value = match observation.value {
        ObservationValue::Flag(flag) => SeenValue::Flag(flag),
        ObservationValue::Text(text) => SeenValue::Text(text),
        ObservationValue::Texts(texts) => SeenValue::Texts(texts),
        ObservationValue::Score(score) => SeenValue::Score(score),
    };
    let name = observation.name.into_owned();
    ObservationRecord { kind: kind.to_owned(), demanded, name, value }
}

fn emitted(record: ObservationRecord) -> EmittedObservation {
    let kind = observation_kind(&record.kind, record.demanded);
    let value = match record.value {
        SeenValue::Flag(flag) => ObservationValue::Flag(flag),
        SeenValue::Text(text) => ObservationValue::Text(text),
        SeenValue::Texts(texts) => ObservationValue::Texts(texts),
        SeenValue::Score(score) => ObservationValue::Score(score),
    };
    EmittedObservation { name: record.name.into(), kind, value }
}

/// Returns the kind of an observation with this word. `demanded` is the percentage of `cover`.
fn observation_kind(word: &str, demanded: f64) -> ObservationKind {
    match word {
        "classify" => ObservationKind::Classify,
        "collect" => ObservationKind::Collect,
        "tabulate" => ObservationKind::Tabulate,
        "maximize" => ObservationKind::Maximize,
        "minimize" => ObservationKind::Minimize,
        "measure" => ObservationKind::Measure,
        _ => ObservationKind::Cover(demanded),
    }
}

/// Returns the statistics of an observation.
pub(super) fn observed(record: ObservedRecord) -> Observed {
    let ObservedRecord { name, kind, tests, held, demanded, values } = record;
    let kind = observation_kind(&kind, demanded.unwrap_or_default());
    Observed { name: name.into(), kind, tests, held, values }
}

/// Returns the nodes that discarded tests.
pub(super) fn discards(tally: &Tally) -> Vec<NodeDiscards> {
    let counts = tally.by_node.iter().enumerate().filter(|(_, tests)| **tests > 0);
    let discards = |(node, tests): (usize, &u64)| {
        let reason = tally.reasons.iter().find(|(known, _)| *known == node);
        NodeDiscards { node, tests: *tests, reason: reason.map(|(_, text)| (*text).to_owned()) }
    };
    counts.map(discards).collect()
}

/// Returns the tally of a run. `nodes` is the number of nodes of the property.
pub(super) fn tally(record: &TallyRecord, discards: Vec<NodeDiscards>, nodes: usize) -> Tally {
    let TallyRecord { passed, discarded, rejected } = *record;
    let mut tally =
        Tally { passed, discarded, rejected, by_node: vec![0; nodes], reasons: Vec::new() };
    for NodeDiscards { node, tests, reason } in discards {
        if let Some(count) = tally.by_node.get_mut(node) {
            *count = tests;
        }
        tally.reasons.extend(reason.map(|reason| (node, interned(reason))));
    }
    tally
}

/// Returns a text that lives as long as the process. Verdicts have few different reasons.
fn interned(text: String) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(&*text) {
        return known;
    }
    let text: &'static str = text.leak();
    texts.insert(text);
    text
}
