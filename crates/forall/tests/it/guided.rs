//! Guided runners: what they find, and that they do not repeat the faults of those before them.

mod defects;
mod instrumented;
mod mutation;
mod pools;
mod instruments;
mod targets;

use forall::domain::Domain;
use forall::feedback::Premises;
use forall::part::Guidance;
use forall::pool::{HillClimbing, Static};
use forall::property;
use forall::property::{Erased, forall};
use forall::runner::{Options, fuzz, fuzz_with};
use forall::source::Provenance;

/// Every one of so many seeds must find the bug in this many tests.
#[track_caller]
fn finds(property: &Erased, seeds: u64, tests: u64) {
    for seed in 1..=seeds {
        // Shrinking is another matter.
        let options = Options { seed, tests, max_shrinks: 0, ..Options::default() };
        let report = fuzz(property, &options);
        assert!(report.counterexample().is_some(), "not with seed {seed}: {report}");
    }
}

/// Measured: 11,399 tests at most. Random letters would take some 10⁸.
#[test]
fn four_letters_behind_nested_conditions() {
    finds(&targets::magic(), 20, 100_000);
}

/// Measured: 775 tests at most. Neither random inputs nor coverage alone find it in a million.
#[test]
fn what_is_compared_opens_a_record() {
    finds(&targets::record(), 20, 5_000);
}

/// Measured: 33,214 tests at most with twenty seeds, which the bench runs.
#[test]
fn four_bytes_of_a_list() {
    finds(&targets::magic_bytes(), 2, 100_000);
}

/// With 6,000 digits it takes two million tests at most; the bench does that.
#[test]
fn doors_are_opened_one_by_one() {
    finds(&targets::doors(60), 20, 100_000);
}

#[test]
fn what_is_compared_opens_doors() {
    finds(&targets::doors_compared(), 20, 5_000);
}

#[property(runner = fuzz, tests = 100)]
fn it_runs_as_a_test(xs: &[u8]) -> bool {
    xs.iter().rev().rev().eq(xs)
}

#[test]
fn a_failure_of_changed_choices_is_shrunk_and_told() {
    let options = Options { tests: 100_000, ..Options::default() };
    let report = fuzz(&targets::magic(), &options);
    let found = report.counterexample().unwrap();
    assert_eq!(found.shrunk[0].value, "\"FUZZ\"");
    assert!(!found.shrinking.repeats.flaky());
}

/// The number of such a test does not make it again, so the report does not say that it would.
#[test]
fn a_failure_of_changed_choices_is_not_called_a_fresh_test() {
    let report = fuzz(&targets::magic(), &Options { tests: 100_000, ..Options::default() });
    let found = report.counterexample().unwrap();
    let number = report.tally.tests();
    assert_eq!((found.provenance, found.test_number()), (Provenance::Mutated, Some(number)));
    let text = report.to_string();
    let history = text.lines().find(|line| line.starts_with("found by test "));
    assert!(history.is_some_and(|line| line.contains(", made by mutation")), "{text}");
}

/// Nor is one of a mutator of a user's own; a fresh one is.
#[test]
fn where_a_failure_came_from_is_told() {
    fn found(smallest: u32) -> (Provenance, u64, String) {
        let grown = (0..10_u32).mutate_with(|x, _| Ok(x + 10)).shrink_with(|x| vec![x - 1]);
        let property = forall("x", grown).check(move |(x, ())| *x < smallest);
        let mut guidance = Guidance::new(Static::new()).utility(HillClimbing).instrument(Premises);
        let report =
            fuzz_with(&property, &mut guidance, &Options { tests: 10, ..Options::default() });
        let found = report.counterexample().unwrap();
        (found.provenance, found.number, report.to_string())
    }
    let (provenance, number, _) = found(0);
    assert_eq!((provenance, number), (Provenance::Fresh, 0));
    let (provenance, number, text) = found(10);
    assert_eq!((provenance, number), (Provenance::Mutated, 1));
    assert!(text.contains("\nfound by test 2, made by mutation"), "{text}");
}
