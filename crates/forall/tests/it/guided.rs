//! Guided runners: which bugs they find, and regression tests for known faults of earlier implementations.

mod byte_targets;
mod defects;
mod fresh_inputs;
mod growth;
mod instrumented;
mod mutation;
mod pools;
mod received;
mod instruments;
mod slowest;
mod targets;
mod validity;

use forall::domain::Domain;
use forall::feedback::Premises;
use forall::part::Guidance;
use forall::pool::{HillClimbing, Static};
use forall::property;
use forall::property::{Erased, forall};
use forall::runner::{Options, fuzz, fuzz_with};
use forall::source::Provenance;

/// Checks that each seed from 1 to `seeds` finds the bug within `tests` tests.
#[track_caller]
fn finds_with_all_seeds(property: &Erased, seeds: u64, tests: u64) {
    for seed in 1..=seeds {
        // This does not test shrinking.
        let options = Options { seed, tests, max_shrinks: 0, ..Options::default() };
        let report = fuzz(property, &options);
        assert!(report.counterexample().is_some(), "not with seed {seed}: {report}");
    }
}

/// Measured: 11,399 tests at most. Random letters would take some 10⁸.
#[test]
fn probes_lead_to_four_letters_behind_nested_conditions() {
    finds_with_all_seeds(&targets::magic(), 20, 100_000);
}

/// Neither random inputs nor coverage alone find it in a million tests.
#[test]
fn comparisons_lead_to_a_bug_behind_five_fields() {
    finds_with_all_seeds(&targets::record(), 20, 5_000);
}

/// The bench runs twenty seeds.
#[test]
fn probes_lead_to_four_bytes_of_a_list() {
    finds_with_all_seeds(&targets::magic_bytes(), 2, 300_000);
}

/// With 6,000 digits it takes two million tests at most; the bench does that.
#[test]
fn probes_open_doors_one_by_one() {
    finds_with_all_seeds(&targets::doors(60), 20, 200_000);
}

/// Measured with 100 seeds: 2,788 tests at most with 97 of them, and 13,474 with all.
#[test]
fn comparisons_open_doors() {
    finds_with_all_seeds(&targets::doors_compared(), 20, 20_000);
}

#[property(runner = fuzz, tests = 100)]
fn fuzz_can_run_a_property_test(xs: &[u8]) -> bool {
    xs.iter().rev().rev().eq(xs)
}

#[test]
fn a_failure_found_by_mutation_is_shrunk() {
    let options = Options { tests: 100_000, ..Options::default() };
    let report = fuzz(&targets::magic(), &options);
    let found = report.counterexample().unwrap();
    assert_eq!(found.shrunk[0].value, "\"FUZZ\"");
    assert!(!found.shrinking.repeats.flaky());
}

/// The number of a mutated test does not generate it again, so the report must not suggest that.
#[test]
fn a_failure_found_by_mutation_is_not_called_a_fresh_test() {
    let report = fuzz(&targets::magic(), &Options { tests: 100_000, ..Options::default() });
    let found = report.counterexample().unwrap();
    let number = report.tally.tests();
    assert_eq!((found.provenance, found.test_number()), (Provenance::Mutated, Some(number)));
    let text = report.to_string();
    let history = text.lines().find(|line| line.starts_with("  found by test "));
    assert!(history.is_some_and(|line| line.contains(" (by mutation)")), "{text}");
}

/// The same holds for values of a user-defined mutator, but not for fresh inputs.
#[test]
fn a_report_distinguishes_fresh_and_mutated_inputs() {
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
    assert!(text.contains("\n  found by test 2 (by mutation)"), "{text}");
}
