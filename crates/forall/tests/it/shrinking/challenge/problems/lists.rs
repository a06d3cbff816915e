//! Problems about lists.

use std::collections::HashSet;

use forall::domain::{Domain, Lengths, any, just, vec};
use forall::property::forall;

use super::Problem;

/// Returns the problems about lists.
pub(crate) fn all() -> Vec<Problem> {
    vec![
        bound5("bound5, at most one", ..=1),
        bound5("bound5, at most ten", ..=10),
        bound5("bound5", ..),
        large_union_list(),
        reverse(),
        distinct(),
        nested_lists(),
        length_list(),
        coupling(),
        deletion(),
    ]
}

fn sum(xs: &[i16]) -> i16 {
    xs.iter().fold(0, |sum, x| sum.wrapping_add(*x))
}

/// Five lists with wrapping sums below 256 each. The false claim is that their total is below 1280.
fn bound5(name: &str, lengths: impl Into<Lengths>) -> Problem {
    let lengths = lengths.into();
    let list = || vec(any::<i16>(), lengths).filtered(|xs| sum(xs) < 256);
    let property =
        forall("lists", (list(), list(), list(), list(), list())).check(|(lists, ())| {
            let all = [&*lists.0, &lists.1, &lists.2, &lists.3, &lists.4].concat();
            sum(&all) < 5 * 256
        });
    Problem::new(name, property, &["([], [], [], [-1], [-32768])"], 105.0)
}

fn large_union_list() -> Problem {
    let property = forall("lists", any::<Vec<Vec<i64>>>())
        .check(|(lists, ())| lists.iter().flatten().collect::<HashSet<_>>().len() < 5);
    Problem::new("large union list", property, &["[[0, 1, -1, 2, -2]]"], 129.0)
}

fn reverse() -> Problem {
    let property = forall("xs", any::<Vec<i64>>()).check(|(xs, ())| xs.iter().rev().eq(xs.iter()));
    Problem::new("reverse", property, &["[0, 1]"], 8.0)
}

fn distinct() -> Problem {
    let property = forall("xs", any::<Vec<i64>>())
        .check(|(xs, ())| xs.iter().collect::<HashSet<_>>().len() < 3);
    Problem::new("distinct", property, &["[0, 1, -1]"], 11.0)
}

fn nested_lists() -> Problem {
    let property = forall("lists", vec(vec(just(0), ..), ..))
        .check(|(lists, ())| lists.iter().map(Vec::len).sum::<usize>() <= 10);
    Problem::new("nested lists", property, &["[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]"], 25.0)
}

fn length_list() -> Problem {
    let lists = (1..=100_usize).flat_mapped(|n| vec(0..=1000_i64, n));
    let property = forall("xs", lists).check(|(xs, ())| xs.iter().all(|x| *x < 900));
    Problem::new("length list", property, &["[900]"], 20.0)
}

/// Two elements that are each the index of the other.
fn coupling() -> Problem {
    let property = forall("xs", vec(0..=10_usize, ..))
        .implies("places", |(xs, ())| xs.iter().all(|x| *x < xs.len()))
        .check(|(xs, ())| !(0..xs.len()).any(|i| xs[i] != i && xs[xs[i]] == i));
    Problem::new("coupling", property, &["[1, 0]"], 23.0)
}

/// An element that occurs twice and is removed once.
fn deletion() -> Problem {
    let property = forall("xs", any::<Vec<i64>>())
        .forall("i", 0..=10_usize)
        .implies("inside", |(i, (xs, ()))| *i < xs.len())
        .check(|(i, (xs, ()))| {
            let first = xs.iter().position(|x| *x == xs[*i]);
            !xs.iter().enumerate().any(|(at, x)| Some(at) != first && *x == xs[*i])
        });
    Problem::new("deletion", property, &["[0, 0]; 0"], 4.5)
}
