//! `backjump` generates the variable again that makes a premise false.

use std::collections::BTreeSet;
use std::sync::Mutex;

use forall::block::{RetryPolicy, generate_valid};
use forall::property::{Nodes, nodes, property};
use forall::report::{Outcome, Verdict};
use forall::runner::{Options, backjump, quick_check};
use forall::source::Source;

#[test]
fn independent_rare_premises_are_satisfied_one_by_one() {
    let property = property! {
        forall a in 0..100_u32;
        forall b in 0..100_u32;
        forall c in 0..100_u32;
        forall d in 0..100_u32;
        implies a == b, restrict = false;
        implies c == d, restrict = false;
        check a == b && c == d
    };
    let report = backjump(&property, &Options::default());
    assert_eq!(report.outcome, Outcome::Passed, "{report}");
    assert_eq!(report.tally.passed, 1_000);
    assert!(!quick_check(&property, &Options::default()).passed());
}

/// Every input that satisfies the premises is generated, even if a prefix has few valid completions.
#[test]
fn every_valid_input_is_generated() {
    let seen = Mutex::new(BTreeSet::new());
    let property = property! {
        forall a in 0..12_u8;
        forall b in 0..12_u8;
        implies a * b % 7 == 1;
        forall c in 0..4_u8;
        implies c + a > *b;
        check seen.lock().unwrap().insert((*a, *b, *c)) | true
    };
    let options = Options { tests: 20_000, ..Options::default() };
    assert!(backjump(&property, &options).passed());
    let all = (0..12).flat_map(|a| (0..12).flat_map(move |b| (0..4).map(move |c| (a, b, c))));
    let all: BTreeSet<(u8, u8, u8)> =
        all.filter(|(a, b, c)| a * b % 7 == 1 && c + a > *b).collect();
    assert_eq!(*seen.lock().unwrap(), all);
    drop(property);
    assert!(all.len() > 30);
}

/// A value of the first variable without valid completions is replaced in the end.
#[test]
fn an_older_variable_is_redrawn_if_the_newest_cannot_help() {
    let property = property! {
        forall a in 0..10_u8;
        forall b in 0..10_u8;
        implies *a == 7 && *b == 3, restrict = false;
        check *a == 7
    };
    let mut retries = RetryPolicy::new(&nodes(&property));
    let (b, (a, ())) =
        generate_valid(&property, &mut Source::from_seed(3, 5), &mut retries).unwrap();
    assert_eq!((a, b), (7, 3));
    assert!(retries.redrawn() > 0);
}

#[test]
fn without_retries_the_first_false_premise_discards_the_test() {
    let property = property! {
        forall a in 0..10_u8;
        implies *a > 20;
        forall b in 0..10_u8;
        check a > b
    };
    let made =
        generate_valid(&property, &mut Source::from_seed(3, 5), &mut RetryPolicy::no_retries());
    assert_eq!(made.unwrap_err(), Verdict::Discard(1));
}

/// Choices of values that were redrawn are not part of the counterexample.
#[test]
fn a_counterexample_contains_only_the_last_draws() {
    let property = property! {
        forall xs: Vec<u8>;
        implies xs.len() % 5 == 4;
        forall y in 0..1_000_u32;
        implies y % 50 == 0;
        check xs.len() < 9 || *y < 300
    };
    let report = backjump(&property, &Options::default());
    let found = report.counterexample().unwrap();
    assert_eq!(found.shrunk[0].value, "[0, 0, 0, 0, 0, 0, 0, 0, 0]");
    assert_eq!(found.shrunk[1].value, "300");
    assert!(!found.shrinking.repeats.flaky());
}

/// A variable is responsible for a premise even if only the domain of another variable mentions it.
#[test]
fn variables_of_a_dependent_domain_are_redrawn() {
    let property = property! {
        forall low in 0..100_u32;
        forall high in *low..*low + 3;
        implies *high == 60;
        check low <= high
    };
    let mut nodes = Vec::new();
    property.nodes(&mut nodes);
    let mut retries = RetryPolicy::new(&nodes);
    let mut valid = 0;
    for seed in 0..50 {
        let inputs = generate_valid(&property, &mut Source::from_seed(seed, 5), &mut retries);
        valid += u32::from(inputs.is_ok());
        retries.learn();
    }
    // Three in a hundred values of `low` have valid completions. Redrawing only `high` would succeed once or twice.
    assert!(valid > 40, "{valid} of 50");
}
