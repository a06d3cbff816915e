//! Problems about lists.

use std::collections::HashSet;

use forall::domain::{Domain, Lengths, any, just, vec};
use forall::property::property;

use super::check;

fn sum(xs: &[i16]) -> i16 {
    xs.iter().fold(0, |sum, x| sum.wrapping_add(*x))
}

/// Five lists that each sum up to less than 256, wrapping around: do all of them to less than 1280?
fn bound5(name: &str, lengths: impl Into<Lengths>) {
    let lengths = lengths.into();
    let list = || vec(any::<i16>(), lengths).filtered(|xs| sum(xs) < 256);
    let property = property! {
        forall lists in (list(), list(), list(), list(), list());
        check {
            let all = [&*lists.0, &lists.1, &lists.2, &lists.3, &lists.4].concat();
            sum(&all) < 5 * 256
        }
    };
    check(name, &property, &["([], [], [], [-1], [-32768])"], (30, 105.0));
}

#[test]
fn bound5_of_any_length() {
    bound5("bound5, at most one", ..=1);
    bound5("bound5, at most ten", ..=10);
    bound5("bound5", ..);
}

#[test]
fn large_union_list() {
    let property = property! {
        forall lists: Vec<Vec<i64>>;
        check lists.iter().flatten().collect::<HashSet<_>>().len() < 5
    };
    check("large union list", &property, &["[[0, 1, -1, 2, -2]]"], (30, 129.0));
}

#[test]
fn reverse() {
    let property = property! {
        forall xs: Vec<i64>;
        check xs.iter().rev().eq(xs.iter())
    };
    check("reverse", &property, &["[0, 1]"], (30, 8.0));
}

#[test]
fn distinct() {
    let property = property! {
        forall xs: Vec<i64>;
        check xs.iter().collect::<HashSet<_>>().len() < 3
    };
    check("distinct", &property, &["[0, 1, -1]"], (30, 15.0));
}

#[test]
fn nested_lists() {
    let property = property! {
        forall lists in vec(vec(just(0), ..), ..);
        check lists.iter().map(Vec::len).sum::<usize>() <= 10
    };
    check("nested lists", &property, &["[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]"], (30, 25.0));
}

#[test]
fn length_list() {
    let property = property! {
        forall xs in (1..=100_usize).flat_mapped(|n| vec(0..=1000_i64, n));
        check *xs.iter().max().unwrap() < 900
    };
    check("length list", &property, &["[900]"], (30, 20.0));
}

#[test]
fn coupling() {
    let property = property! {
        forall xs in vec(0..=10_usize, ..);
        implies xs.iter().all(|x| *x < xs.len());
        check !(0..xs.len()).any(|i| xs[i] != i && xs[xs[i]] == i)
    };
    check("coupling", &property, &["[1, 0]"], (30, 26.0));
}

#[test]
fn deletion() {
    let property = property! {
        forall xs: Vec<i64>;
        forall i in 0..=10_usize;
        implies *i < xs.len();
        check {
            let mut left = xs.clone();
            left.remove(xs.iter().position(|x| *x == xs[*i]).unwrap());
            !left.contains(&xs[*i])
        }
    };
    check("deletion", &property, &["[0, 0]; 0"], (30, 8.0));
}
