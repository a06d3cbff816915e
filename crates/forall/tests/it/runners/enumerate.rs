//! `enumerate` tests all inputs, in order of size.

use std::collections::HashSet;
use std::sync::Mutex;

use forall::domain::{Domain, any, vec};
use forall::enumeration::{count_values, nth_value};
use forall::part::{boundary_values, feature_class};
use forall::property::property;
use forall::report::Outcome;
use forall::runner::{Options, enumerate};
use forall::source::{Alphabet, ChoiceValue, Constraint, Role};

fn options(tests: u64) -> Options {
    Options { tests, max_discard_ratio: 100, ..Options::default() }
}

/// Returns the values in the order in which they are tested.
fn values<D: Domain<Value: Clone + Send> + Send + Sync + 'static>(
    domain: D,
    tests: u64,
) -> Vec<D::Value> {
    let seen = Mutex::new(Vec::new());
    let property = property! {
        forall x in domain;
        check { seen.lock().expect("nothing panics while it is locked").push(x.clone()); true }
    };
    assert!(enumerate(&property, &options(tests)).passed());
    drop(property);
    seen.into_inner().expect("nothing panics while it is locked")
}

#[test]
fn small_inputs_are_tested_first() {
    assert_eq!(values(any::<i64>(), 8), [0, 1, -1, 2, -2, 3, -3, 4]);
    let lists = values(any::<Vec<u8>>(), 6);
    assert_eq!(lists, [vec![], vec![0], vec![1], vec![0, 0], vec![2], vec![3]]);
}

#[test]
fn a_finite_input_space_is_proved() {
    let text = |report: forall::report::Report| report.to_string();
    let bytes = property! { forall a: u8; forall b in 0..16_u8; check a ^ b ^ b == *a };
    assert_eq!(text(enumerate(&bytes, &options(70_000))), "proved: all 4,096 inputs pass\n");
    let some = property! { forall a: u8; implies *a < 100, restrict = false; forall b: bool; check u8::from(*b) < 2 };
    let expected =
        "proved: all 200 inputs pass; discarded 156 of 356 tests because `*a < 100` did not hold\n";
    assert_eq!(text(enumerate(&some, &options(70_000))), expected);
    let one = property! { forall x in forall::domain::just(3); check *x == 3 };
    assert_eq!(text(enumerate(&one, &options(10))), "proved: all 1 input passes\n");
}

#[test]
fn the_number_of_tests_is_respected() {
    let below = property! { forall a: u8; check u16::from(*a) < 256 };
    let report = enumerate(&below, &options(255));
    assert_eq!((report.outcome, report.tally.passed), (Outcome::Passed, 255));
    assert_eq!(enumerate(&below, &options(256)).outcome, Outcome::Proved);
}

#[test]
fn the_last_input_is_tested() {
    let report =
        enumerate(&property! { forall a in 0..3_000_u16; check *a != 2_999 }, &options(70_000));
    let found = report.counterexample().unwrap();
    assert_eq!((found.test_number(), &*found.shrunk[0].value), (Some(2_999), "2999"));
}

#[test]
fn no_input_is_tested_twice() {
    let lists = values(vec(any::<u16>(), 0..=5), 20_000);
    assert_eq!(lists.iter().collect::<HashSet<_>>().len(), lists.len());
    let pairs = values((any::<i32>(), any::<Option<bool>>()), 20_000);
    assert_eq!(pairs.iter().collect::<HashSet<_>>().len(), pairs.len());
    let even = values(any::<u8>().filtered(|x| x % 2 == 0), 1_000);
    assert_eq!(even.len(), 128, "filtered values are not tried again");
}

#[test]
fn a_filter_that_accepts_nothing_terminates() {
    let nothing = property! { forall x in any::<u64>().filtered(|_| false); check *x > 0 };
    assert_eq!(enumerate(&nothing, &options(10)).outcome, Outcome::Vacuous);
}

/// Whatever the center is, each number is counted once, and nearer numbers come first.
#[forall::property]
fn integers_are_counted_outward_from_the_simplest(
    #[domain(-50..50)] min: i128,
    #[domain(0..60_u8)] width: u8,
    #[domain(0..=width)] toward: u8,
) {
    let max = min + i128::from(width);
    let toward = min + i128::from(toward);
    let constraint = Constraint::Integer { min, max, toward };
    check_order(&constraint, u128::from(width) + 1, 1_000);
}

#[forall::property(tests = 50)]
fn strings_and_bytes_are_counted_by_length(
    #[domain(0..3_usize)] min: usize,
    #[domain(0..3_usize)] more: usize,
) {
    let max = min + more;
    let alphabet = Alphabet::new(&[('x', 'z')]);
    let texts = (min..=max).map(|length| 3_u128.pow(length as u32)).sum();
    check_order(&Constraint::String { alphabet, min, max }, texts, 1_000);
    check_order(&Constraint::Bytes { min, max }, u128::MAX, 500);
}

/// Checks that the indices 0, 1, … map to permitted values in the order of simplicity, and further ones to none.
#[track_caller]
fn check_order(constraint: &Constraint, count: u128, most: u128) {
    assert_eq!(nth_value(constraint, 0), Some(constraint.simplest()));
    let values: Vec<ChoiceValue> =
        (0..most).map_while(|number| nth_value(constraint, number)).collect();
    assert!(values.iter().all(|value| constraint.permits(value)));
    assert!(values.windows(2).all(|two| constraint.compare(&two[0], &two[1]).is_lt()));
    let all = match constraint {
        Constraint::Bytes { min, max } if *min == 0 && *max == 0 => 1,
        Constraint::Bytes { .. } => most.min(values.len() as u128),
        _ => count.min(most),
    };
    assert_eq!(values.len() as u128, all);
    assert!(count_values(constraint) == all || (all == most && count_values(constraint) > most));
}

/// Boundary values are permitted, and no two have the same feature class.
#[forall::property]
fn boundary_values_have_distinct_feature_classes(
    #[domain(-50..50)] min: i128,
    #[domain(0..60_u8)] width: u8,
    #[domain(0..=width)] toward: u8,
) {
    let max = min + i128::from(width);
    let toward = min + i128::from(toward);
    let numbers = Constraint::Integer { min, max, toward };
    let floats = Constraint::Float { min: min as f64, max: f64::INFINITY, nan: true };
    for (constraint, role) in
        [(&numbers, Role::Value), (&numbers, Role::Branch), (&floats, Role::Value)]
    {
        let boundaries = boundary_values(constraint, role);
        assert_eq!(boundaries[0], constraint.simplest());
        assert!(boundaries.iter().all(|value| constraint.permits(value)));
        let classes: HashSet<_> =
            boundaries.iter().map(|value| feature_class(constraint, role, value)).collect();
        assert!(!classes.contains(&None));
        assert_eq!(classes.len(), boundaries.len());
    }
}

#[forall::property]
fn floats_in_a_range_are_counted_once(
    #[domain(1.0..1e9)] min: f64,
    #[domain(0..400_u64)] apart: u64,
) {
    let max = (0..apart).fold(min, |x, _| x.next_up());
    let few = Constraint::Float { min, max, nan: true };
    let values: Vec<ChoiceValue> = (0..1_000).map_while(|number| nth_value(&few, number)).collect();
    assert_eq!(values.len() as u64, apart + 2, "all floats in the range, and NaN");
    assert_eq!(count_values(&few), u128::from(apart) + 2);
    assert_eq!(values.iter().collect::<HashSet<_>>().len(), values.len());
    assert!(values.iter().all(|value| few.permits(value)));
    assert_eq!(values[0], few.simplest());
}

#[test]
fn both_zeros_are_counted() {
    for (min, max) in [(0.0, -0.0), (-0.0, 0.0), (0.0, 0.0)] {
        let zeros = Constraint::Float { min, max, nan: false };
        assert_eq!(
            (nth_value(&zeros, 0), nth_value(&zeros, 2)),
            (Some(ChoiceValue::Float(0.0)), None)
        );
        assert_eq!(nth_value(&zeros, 1), Some(ChoiceValue::Float(-0.0)));
    }
}
