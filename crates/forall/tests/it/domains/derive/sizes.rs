//! The sizes of recursive values.

use forall::Arbitrary;

use super::types::{Colour, Expr, Json, List, Node, Rose, Term};
use super::{SAMPLES, frequencies, value};

/// Returns the mean number of nodes, to the nearest tenth, and the maximum, at sizes 0, 5 and 9.
fn nodes<T: Arbitrary>(nodes: impl Fn(&T) -> usize) -> [(f64, usize); 3] {
    [0, 5, 9].map(|size| {
        let all: Vec<usize> = (0..SAMPLES).map(|n| nodes(&value(n, size))).collect();
        let tenths = all.iter().sum::<usize>() * 10 / all.len();
        (tenths as f64 / 10.0, *all.iter().max().expect("there are values"))
    })
}

#[track_caller]
fn check<T: Arbitrary>(count: impl Fn(&T) -> usize, means: [std::ops::RangeInclusive<f64>; 3]) {
    let found = nodes(count);
    for ((mean, most), expected) in found.iter().zip(&means) {
        assert!(expected.contains(mean), "{found:?} is not in {means:?}");
        assert!(*most < 2_000, "{found:?}");
    }
}

#[test]
fn values_grow_with_the_size_within_bounds() {
    check(Expr::nodes, [1.0..=1.0, 5.0..=15.0, 10.0..=60.0]);
    check(List::<u8>::nodes, [1.0..=1.0, 4.0..=6.0, 6.0..=10.0]);
    check(Rose::<Colour>::nodes, [1.0..=1.0, 5.0..=30.0, 20.0..=200.0]);
    check(Node::nodes, [1.0..=1.0, 5.0..=30.0, 20.0..=200.0]);
    check(Json::nodes, [1.0..=1.0, 3.0..=30.0, 10.0..=100.0]);
    check(Term::nodes, [1.0..=6.0, 3.0..=60.0, 10.0..=200.0]);
}

#[test]
fn every_variant_is_generated() {
    let seen = frequencies(5, Expr::variants);
    for name in ["Add", "Mul", "Neg", "Lit"] {
        let count: u64 = seen.iter().filter(|(all, _)| all.contains(name)).map(|(_, n)| n).sum();
        assert!(count > SAMPLES / 10, "{name} is in {count} of {SAMPLES} expressions");
    }
    let colours = frequencies(5, |colour: &Colour| *colour);
    assert_eq!(colours.len(), 3);
    // Each count has mean 667 and standard deviation 21.
    assert!(colours.values().all(|count| (560..=770).contains(count)), "{colours:?}");
}
