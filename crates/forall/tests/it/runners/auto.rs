//! `auto` proves a property with few inputs, and tests one with many at random.

use std::sync::atomic::{AtomicU64, Ordering};

use forall::domain::{Domain, any, from_fn, vec};
use forall::property::{forall, property};
use forall::report::Outcome;
use forall::runner::{Options, auto, count_inputs, quick_check};

fn options(tests: u64) -> Options {
    Options { seed: 3, tests, ..Options::default() }
}

#[track_caller]
fn check_count<D: Domain + Send + Sync + 'static>(domain: D, expected: Option<u64>) {
    let property = property! { forall _x in domain; check true };
    assert_eq!(count_inputs(&property, &options(1_000)), expected);
}

#[test]
fn small_input_spaces_are_counted() {
    check_count(any::<bool>(), Some(2));
    check_count((any::<u8>(), any::<Option<bool>>()), Some(256 * 3));
    check_count(vec(any::<bool>(), 0..=8), Some(511));
    check_count(any::<u8>().filtered(|x| x % 2 == 0), Some(256));
    check_count((0..20_u8).flat_mapped(|n| 0..=n), Some(210));
    check_count(0..1_000_u32, Some(1_000));
}

#[test]
fn large_input_spaces_are_not_counted() {
    check_count(0..1_001_u32, None);
    check_count(any::<f64>(), None);
    check_count(any::<String>(), None);
    check_count(any::<Vec<()>>(), None);
    check_count(any::<(u8, u8)>(), None);
}

/// Returns the number of inputs that counting generates before it sees that there are too many.
fn generated_inputs<D: Domain>(domain: D) -> u64 {
    let generated = AtomicU64::new(0);
    let counted = from_fn(|source| {
        generated.fetch_add(1, Ordering::Relaxed);
        domain.generate(source)
    });
    let property = forall("x", counted).check(|_| true);
    assert_eq!(count_inputs(&property, &options(1_000)), None);
    generated.load(Ordering::Relaxed)
}

/// Counting must not take longer than testing.
#[test]
fn counting_a_large_input_space_is_cheap() {
    assert_eq!(generated_inputs(any::<Vec<u64>>()), 2, "the empty list and a list of one number");
    let flags = generated_inputs(any::<Vec<bool>>());
    assert!(flags < 200, "{flags}");
}

#[test]
fn a_small_input_space_is_tested_exhaustively() {
    let even =
        property! { forall x: u8; implies x % 2 == 0; forall y: bool; check x % 2 == 0 || *y };
    let report = auto(&even, &options(1_000));
    assert_eq!((report.outcome, report.tally.passed), (Outcome::Proved, 256));
    let last = property! { forall x in 0..1_000_u32; check *x != 999 };
    let found = auto(&last, &options(1_000));
    assert_eq!(found.counterexample().unwrap().shrunk[0].value, "999");
    assert_eq!(auto(&last, &options(999)), quick_check(&last, &options(999)));
}

#[test]
fn a_property_with_observations_runs_random_inputs() {
    let property = property! { forall x: bool; classify "yes": *x; check u8::from(*x) < 2 };
    let report = auto(&property, &options(500));
    assert_eq!((&report.outcome, report.tally.passed), (&Outcome::Passed, 500));
    assert_eq!(report, quick_check(&property, &options(500)));
}

#[test]
fn a_panicking_domain_is_reported_as_in_quick_check() {
    let property = property! {
        forall x in any::<bool>().mapped(|x| { assert!(!x, "no"); x });
        check !*x
    };
    assert_eq!(auto(&property, &options(50)), quick_check(&property, &options(50)));
}
