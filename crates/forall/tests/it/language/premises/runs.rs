//! Restricted domains in runs: distribution, shrinking, replay and enumeration.

use std::cell::RefCell;
use std::collections::BTreeSet;

use forall::block::{Property, generate, invert, print, regenerate};
use forall::property::{Erased, property};
use forall::report::Report;
use forall::runner::{self, Options, quick_check};
use forall::source::{Policy, Source};

use super::never_discards;

#[test]
fn both_ends_of_a_restricted_range_occur() {
    let seen = RefCell::new(BTreeSet::new());
    let distances = RefCell::new(BTreeSet::new());
    let ordered = property! {
        forall a: u8;
        forall b: u8;
        implies a < b;
        check {
            seen.borrow_mut().insert((*a == 0, *b == 255));
            distances.borrow_mut().insert(b - a);
            a < b
        }
    };
    assert!(quick_check(&ordered, &Options { tests: 10_000, ..Options::default() }).passed());
    assert_eq!(seen.borrow().len(), 4, "each of `a` and `b` is at its end, and is not");
    assert!(distances.borrow().len() > 250, "almost all distances occur");
}

#[test]
fn wide_values_are_small_and_large_and_near() {
    let classes = RefCell::new(BTreeSet::new());
    let ordered = property! {
        forall a: u64;
        forall b: u64;
        implies a < b;
        check {
            let class = match () {
                () if b - a == 1 => "next",
                () if *b < 1_000 => "small",
                () if *b > u64::MAX - 1_000 => "greatest",
                () if *b > u64::MAX / 2 => "large",
                () => "other",
            };
            classes.borrow_mut().insert(class);
            a < b
        }
    };
    assert!(quick_check(&ordered, &Options::default()).passed());
    let all: Vec<&str> = classes.borrow().iter().copied().collect();
    assert_eq!(all, ["greatest", "large", "next", "other", "small"]);
}

#[test]
fn the_position_of_an_element_varies() {
    let positions = RefCell::new(BTreeSet::new());
    let found = property! {
        forall x in 0..1_000_000;
        forall v: Vec<i32>;
        implies v.contains(x) && v.len() == 4;
        check {
            positions.borrow_mut().extend(v.iter().position(|y| y == x));
            v.len() == 4
        }
    };
    never_discards(&found);
    assert_eq!(positions.borrow().len(), 4);
}

/// Checks the minimal inputs, with the default shrinkers.
#[track_caller]
fn shrinks_to(property: &impl Property, expected: &[&str]) {
    for seed in 0..10 {
        let report = quick_check(property, &Options { seed, ..Options::default() });
        let found = report.counterexample().expect("the property is false");
        let values: Vec<&str> = found.shrunk.iter().map(|binding| &*binding.value).collect();
        assert_eq!(values, expected, "with seed {seed}");
    }
}

#[test]
fn restricted_values_shrink_to_the_minimum() {
    shrinks_to(&property! { forall a: u8; forall b: u8; implies a < b; check false }, &["0", "1"]);
    shrinks_to(
        &property! { forall a: i32; forall b: i32; implies a > b; check *b >= 0 },
        &["0", "-1"],
    );
    shrinks_to(
        &property! { forall a: u8; forall b: u8; implies a < b; check *a < 10 },
        &["10", "11"],
    );
    shrinks_to(
        &property! { forall a: u8; forall b: u8; implies a == b; check *b < 10 },
        &["10", "10"],
    );
    shrinks_to(
        &property! { forall a: u8; forall b: u8; implies a != b; check *a < 10 },
        &["10", "0"],
    );
    shrinks_to(
        &property! { forall a: char; forall b: char; implies a < b; check false },
        &["'a'", "'b'"],
    );
    shrinks_to(
        &property! { forall s: String; forall t: String; implies s == t; check s.chars().count() < 2 },
        &["\"aa\"", "\"aa\""],
    );
}

#[test]
fn restricted_collections_shrink_to_the_minimum() {
    shrinks_to(&property! { forall v: Vec<u8>; implies v.len() > 2; check false }, &["[0, 0, 0]"]);
    shrinks_to(
        &property! { forall v: Vec<u8>; forall i: usize; implies *i < v.len(); check v[*i] < 9 },
        &["[9]", "0"],
    );
    shrinks_to(
        &property! { forall v: Vec<u8>; forall x: u8; implies v.contains(x); check *x < 9 },
        &["[9]", "9"],
    );
    shrinks_to(
        &property! { forall x: u8; forall v: Vec<u8>; implies v.contains(x); check *x < 9 },
        &["9", "[9]"],
    );
    shrinks_to(
        &property! { forall x: Option<u8>; implies x.is_some(); check *x < Some(9) },
        &["Some(9)"],
    );
    shrinks_to(&property! { forall s: String; implies !s.is_empty(); check false }, &["\"a\""]);
}

/// Checks that a test draws the same inputs whether it is recorded, replayed from its choices, or replayed from
/// the choices that its values are inverted to, and that the erased form does the same.
#[track_caller]
fn replays<P: Property + Send + Sync + 'static>(property: P) {
    let property = Erased::new(property);
    for n in 0..300 {
        let source = || Source::for_test(7, n, n as u32 % 12);
        let fresh =
            print(&property, &generate(&property, &mut source()).expect("all inputs are valid"));
        let case = regenerate(&property, source()).expect("it is recorded as it is generated");
        assert_eq!(print(&property, &case.inputs), fresh);
        let inverted =
            invert(&property, &case.inputs).expect("all domains can invert their values");
        for choices in [case.record.values(), inverted] {
            let replayed = regenerate(&property, Source::replay(choices, Policy::STRICT));
            let replayed = replayed.expect("the choices are those of this property");
            assert_eq!(print(&property, &replayed.inputs), fresh);
        }
    }
}

#[test]
fn restricted_inputs_are_replayed() {
    replays(property! { forall a: u8; forall b: u8; implies a < b && *b != 9; check true });
    replays(property! { forall a: char; forall b: char; implies a >= b; check true });
    replays(property! { forall a: f64; forall b: f64; implies a <= b; check true });
    replays(property! { forall a: bool; forall b: bool; implies a != b; check true });
    replays(property! { forall a in 0..9; forall b in 3..20; implies a != b; check true });
    replays(
        property! { forall a: String; forall b: String; implies a == b && a.len() > 2; check true },
    );
    replays(property! { forall v: Vec<u8>; forall i: usize; implies *i < v.len(); check true });
    replays(property! { forall v: Vec<u8>; forall x: u8; implies v.contains(x); check true });
    replays(property! { forall x: u8; forall v: Vec<u8>; implies v.contains(x); check true });
    replays(property! { forall x: u8; forall v: BTreeSet<u8>; implies v.contains(x); check true });
    replays(property! { forall x: Option<u8>; implies x.is_some(); check true });
    replays(property! { forall x: Result<u8, bool>; implies x.is_err(); check true });
}

#[test]
fn a_failure_is_reproduced_by_its_choices() {
    let property = property! { forall a: u8; forall b: u8; implies a < b; check *b < 100 };
    let report = quick_check(&property, &Options::default());
    let found = report.counterexample().expect("the property is false");
    let choices = found.choices.as_ref().expect("they were recorded");
    let again = runner::replay_choices(&property, &Options::default(), choices);
    assert_eq!(again.counterexample().map(|again| &again.shrunk), Some(&found.shrunk));
}

#[test]
fn all_runners_use_the_restriction() {
    let property = property! { forall a: u8; forall b: u8; implies a < b; check a < b };
    let options = Options { tests: 2_000, ..Options::default() };
    let reports: [Report; 4] = [
        runner::fuzz(&property, &options),
        runner::backjump(&property, &options),
        runner::parallel(&property, &options, 2),
        runner::skip_premises(&property, &options),
    ];
    for report in reports {
        assert_eq!((report.tally.passed, report.tally.discarded), (2_000, 0));
    }
}

#[test]
fn enumeration_visits_only_restricted_inputs() {
    let property = property! { forall a: u8; forall b: u8; implies a < b; check a < b };
    let report = runner::enumerate(&property, &Options { tests: 100_000, ..Options::default() });
    assert_eq!(report.to_string(), "proved: all 32,640 inputs pass\n");
    let different = property! { forall a in 0..9; forall b in 0..9; implies a != b; check a != b };
    let report = runner::enumerate(&different, &Options::default());
    assert_eq!(report.to_string(), "proved: all 72 inputs pass\n");
}
