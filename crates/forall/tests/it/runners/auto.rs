//! A proof where there are few inputs, and random ones where there are many.

use std::sync::atomic::{AtomicU64, Ordering};

use forall::domain::{Domain, any, from_fn, vec};
use forall::property::{forall, property};
use forall::report::Outcome;
use forall::runner::{Options, auto, count_inputs, quick_check};

fn options(tests: u64) -> Options {
    Options { seed: 3, tests, ..Options::default() }
}

#[track_caller]
fn counts<D: Domain + Send + Sync + 'static>(domain: D, expected: Option<u64>) {
    let property = property! { forall _x in domain; check true };
    assert_eq!(count_inputs(&property, &options(1_000)), expected);
}

#[test]
fn what_is_few_is_counted() {
    counts(any::<bool>(), Some(2));
    counts((any::<u8>(), any::<Option<bool>>()), Some(256 * 3));
    counts(vec(any::<bool>(), 0..=8), Some(511));
    counts(any::<u8>().filtered(|x| x % 2 == 0), Some(256));
    counts((0..20_u8).flat_mapped(|n| 0..=n), Some(210));
    counts(0..1_000_u32, Some(1_000));
}

#[test]
fn what_is_many_is_not() {
    counts(0..1_001_u32, None);
    counts(any::<f64>(), None);
    counts(any::<String>(), None);
    counts(any::<Vec<()>>(), None);
    counts(any::<(u8, u8)>(), None);
}

/// How many inputs are made to see that there are too many.
fn made<D: Domain>(domain: D) -> u64 {
    let made = AtomicU64::new(0);
    let counted = from_fn(|source| {
        made.fetch_add(1, Ordering::Relaxed);
        domain.generate(source)
    });
    let property = forall("x", counted).check(|_| true);
    assert_eq!(count_inputs(&property, &options(1_000)), None);
    made.load(Ordering::Relaxed)
}

/// To count must not take longer than to test.
#[test]
fn to_see_that_there_are_many_takes_little() {
    assert_eq!(made(any::<Vec<u64>>()), 2, "no numbers, and one");
    let flags = made(any::<Vec<bool>>());
    assert!(flags < 200, "{flags}");
}

#[test]
fn few_inputs_are_all_run() {
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
fn shares_are_those_of_what_is_drawn() {
    let property = property! { forall x: bool; classify "yes": *x; check u8::from(*x) < 2 };
    let report = auto(&property, &options(500));
    assert_eq!((&report.outcome, report.tally.passed), (&Outcome::Passed, 500));
    assert_eq!(report, quick_check(&property, &options(500)));
}

#[test]
fn a_domain_that_panics_is_told_as_ever() {
    let property = property! {
        forall x in any::<bool>().mapped(|x| { assert!(!x, "no"); x });
        check !*x
    };
    assert_eq!(auto(&property, &options(50)), quick_check(&property, &options(50)));
}
