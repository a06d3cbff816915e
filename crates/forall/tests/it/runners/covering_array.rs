//! `covering_array` covers all combinations of features in few tests.

use std::collections::HashSet;
use std::sync::Mutex;

use forall::block::run;
use forall::domain::{BoxedDomain, Domain, any, frequency, just};
use forall::property::property;
use forall::report::Verdict;
use forall::runner::{Combinations, Options, combinatorial, covering_array};
use forall::source::{Policy, Source};

fn options(tests: u64) -> Options {
    Options { seed: 11, tests, ..Options::default() }
}

/// Generates mostly 0.
fn setting() -> BoxedDomain<u8> {
    frequency([(60, just(0)), (3, just(1)), (1, just(2))]).boxed()
}

type Eight = ((u8, u8, u8, u8), (u8, u8, u8, u8));

fn settings() -> BoxedDomain<Eight> {
    let four = || (setting(), setting(), setting(), setting());
    (four(), four()).boxed()
}

fn list(((a, b, c, d), (e, f, g, h)): Eight) -> [u8; 8] {
    [a, b, c, d, e, f, g, h]
}

/// Returns the inputs of the first `tests` tests.
fn rows<D>(domain: D, strength: usize, tests: u64) -> Vec<D::Value>
where
    D: Domain<Value: Clone + Send> + Send + Sync + 'static,
{
    let seen = Mutex::new(Vec::new());
    let property = property! {
        forall x in domain;
        check { seen.lock().expect("nothing panics while it is locked").push(x.clone()); true }
    };
    let combinations = Combinations { strength, ..Combinations::default() };
    assert!(covering_array(&property, &options(tests), combinations).passed());
    drop(property);
    seen.into_inner().expect("nothing panics while it is locked")
}

#[test]
fn all_pairs_of_rare_settings_are_covered() {
    let rows: Vec<[u8; 8]> = rows(settings(), 2, 24).into_iter().map(list).collect();
    for (i, j) in (0..8).flat_map(|j| (0..j).map(move |i| (i, j))) {
        let pairs: HashSet<_> = rows.iter().map(|row| (row[i], row[j])).collect();
        assert_eq!(pairs.len(), 9, "{i} and {j}: {pairs:?}");
    }
}

#[test]
fn all_triples_of_flags_are_covered() {
    let flag = || any::<bool>();
    let rows = rows(((flag(), flag(), flag()), (flag(), flag(), flag())), 3, 24);
    let rows: Vec<[bool; 6]> =
        rows.into_iter().map(|((a, b, c), (d, e, f))| [a, b, c, d, e, f]).collect();
    for k in 0..6 {
        for (i, j) in (0..k).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let triples: HashSet<_> = rows.iter().map(|row| (row[i], row[j], row[k])).collect();
            assert_eq!(triples.len(), 8, "{i}, {j} and {k}");
        }
    }
}

#[test]
fn combinations_of_edge_cases_are_found() {
    let property = property! {
        forall a: u64;
        forall b: i32;
        forall c: Option<u16>;
        check *a != u64::MAX || *b != i32::MIN || c.is_none()
    };
    let mut executed = 0;
    for seed in 0..10 {
        let combinations = Combinations { strength: 3, ..Combinations::default() };
        let report = covering_array(&property, &Options { seed, ..options(1_000) }, combinations);
        assert!(report.counterexample().is_some(), "{report}");
        executed += report.tally.passed;
    }
    assert!(executed < 10 * 60, "{executed}");
}

#[test]
fn rows_with_false_premises_are_skipped() {
    let property = property! {
        forall a in settings();
        implies list(*a).iter().all(|a| *a == 0);
        check a.0.0 == 0
    };
    let report = covering_array(&property, &options(300), Combinations::default());
    assert!(report.passed() && report.tally.passed == 300, "{report}");
}

#[test]
fn after_full_coverage_combinatorial_continues() {
    let property = property! { forall a: u8; forall b: u8; check a.wrapping_sub(*b) != 77 };
    let combinations = Combinations::default();
    let options = options(5_000);
    let report = covering_array(&property, &options, combinations);
    let found = report.counterexample().unwrap();
    let plain = combinatorial(&property, &options, combinations);
    assert_eq!(found.shrunk, plain.counterexample().unwrap().shrunk);
    assert!(report.tally.passed > plain.tally.passed);
}

#[test]
fn a_failing_row_replays_from_its_choices() {
    let property =
        property! { forall a: u32; forall b: u32; check *a != u32::MAX || *b != u32::MAX };
    let report = covering_array(&property, &options(100), Combinations::default());
    let choices = report.counterexample().unwrap().choices.clone().unwrap();
    let verdict = run(&property, &mut Source::replay(choices.0, Policy::STRICT));
    assert!(matches!(verdict, Verdict::Fail(_)));
}

#[test]
fn a_hint_says_if_covering_costs_more_than_testing() {
    let property = property! { forall a: u32; forall b: u32; check a ^ b ^ b == *a };
    let text = covering_array(&property, &options(5), Combinations::default()).to_string();
    let note = "note: tests run faster than inputs can be constructed: `quick_check` would cover more in the \
                same time\n";
    assert_eq!(text, format!("passed: 5 tests\n{note}"));
}
