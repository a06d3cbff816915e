//! `enumerate`: memory, which must not grow with the number of tests; tests until a bug is found;
//! and whether an input is repeated.

mod stlc;

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use forall::domain::any;
use forall::property::forall;
use forall::runner::{Options as Settings, enumerate};

use crate::memory;
use crate::options::Options;
use crate::row::{Bar, Row};

/// Memory comes first: the peak of a process never decreases.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    [peak(options), distinct(options), tasks(options)].into_iter().flatten().collect()
}

const FEW_TESTS: u64 = 2_000;

/// Compares the peak after many tests to that after few.
fn peak(options: &Options) -> Option<Row> {
    let name = "enumerate, peak".to_owned();
    if !options.wants(&name) {
        return None;
    }
    let many = if options.quick { 20_000 } else { 500_000 };
    let property = forall("xs", any::<Vec<u16>>())
        .forall("y", any::<i64>())
        .check(|(y, (xs, ()))| xs.len() < 1_000 || *y != 0);
    let peak = |tests| {
        let report = enumerate(&property, &Settings { tests, ..Settings::default() });
        assert!(report.passed(), "the property holds for the first inputs: {report}");
        memory::highest().map_or(1.0, |peak| peak as f64)
    };
    let theirs = peak(FEW_TESTS);
    let ours = peak(many);
    let note = format!("{many} tests and {FEW_TESTS}");
    Some(Row { name, ours, theirs, bar: Some(Bar::Firm(1.05)), unit: "KiB", note })
}

/// Counts the distinct inputs.
fn distinct(options: &Options) -> Option<Row> {
    let name = "enumerate, distinct".to_owned();
    if !options.wants(&name) {
        return None;
    }
    let tests = 50_000;
    let seen = Mutex::new(HashSet::new());
    let property = forall("x", any::<(Vec<u16>, Option<i8>)>()).check(|(x, ())| {
        seen.lock().unwrap_or_else(PoisonError::into_inner).insert(x.clone());
        true
    });
    let report = enumerate(&property, &Settings { tests, ..Settings::default() });
    assert!(report.passed(), "the property is always true: {report}");
    let ours = seen.lock().unwrap_or_else(PoisonError::into_inner).len() as f64;
    Some(Row {
        name,
        ours,
        theirs: tests as f64,
        bar: Some(Bar::FirmAtLeast(1.0)),
        unit: "inputs",
        note: "distinct inputs and tests".to_owned(),
    })
}

/// Counts the terms until the last mutant of the simply typed λ-calculus is found.
fn tasks(options: &Options) -> Option<Row> {
    let name = "enumerate, tasks of STLC".to_owned();
    if !options.wants(&name) {
        return None;
    }
    let tests: Vec<Option<u64>> = stlc::found().collect();
    let most = tests.iter().map(|tests| tests.map_or(f64::INFINITY, |tests| 1.0 + tests as f64));
    Some(Row {
        name,
        ours: most.fold(0.0, f64::max),
        theirs: 1_000.0,
        bar: Some(Bar::Firm(1.0)),
        unit: "tests",
        note: format!("until the last of {} tasks is solved", tests.len()),
    })
}
