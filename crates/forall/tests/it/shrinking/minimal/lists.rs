//! Minimal lists of numbers.

use std::collections::{BTreeMap, HashSet};

use forall::domain::{any, vec};
use forall::property::property;

use super::check;
use crate::shrinking::challenge;

#[test]
fn unsorted_lists_shrink_to_the_minimum() {
    let property = property! { forall xs: Vec<i64>; check xs.is_sorted() };
    check("unsorted", &property, "[0, -1]");
}

#[test]
fn sums_of_lists_shrink_to_the_minimum() {
    let sum = |xs: &[u32]| xs.iter().map(|x| u64::from(*x)).sum::<u64>();
    let property = property! { forall xs: Vec<u32>; check sum(xs) < 1000 };
    check("sum of any", &property, "[1000]");
    let property = property! { forall xs in vec(0..=100, ..); check sum(xs) < 250 };
    check("sum of bounded", &property, "[50, 100, 100]");
    let property = property! { forall xs in vec(0..=100, ..); check sum(xs) < 1000 };
    let ideal = ["[100, 100, 100, 100, 100, 100, 100, 100, 100, 100]"];
    challenge::check(
        "sum of many bounded",
        &property,
        &ideal,
        challenge::Goal { mean_calls: 200.0, ..challenge::Goal::DEFAULT },
    );
}

#[test]
fn lists_of_given_length_shrink_to_the_minimum() {
    let property = property! { forall xs: Vec<i16>; check xs.len() < 12 };
    check("length", &property, "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]");
    let property = property! { forall xs: Vec<u8>; check xs.is_empty() || xs.len() % 3 != 0 };
    check("length by three", &property, "[0, 0, 0]");
    let property = property! {
        forall xs in vec(any::<u8>(), 2..=6);
        check xs.len() < 5 || xs[4] < 7
    };
    check("the fifth", &property, "[0, 0, 0, 0, 7]");
}

#[test]
fn lists_with_a_given_element_shrink_to_the_minimum() {
    let property = property! { forall xs: Vec<i32>; check xs.iter().all(|x| *x > -1000) };
    check("one that is low", &property, "[-1000]");
    let opposite = |x: &i32, xs: &[i32]| *x > 0 && xs.contains(&-x);
    let property = property! { forall xs: Vec<i32>; check !xs.iter().any(|x| opposite(x, xs)) };
    check("one and its opposite", &property, "[1, -1]");
}

#[test]
fn pairs_of_lists_shrink_to_the_minimum() {
    let property = property! {
        forall xs: Vec<u8>;
        forall ys: Vec<u8>;
        implies !xs.is_empty();
        check xs.len() != ys.len()
    };
    check("equal lengths", &property, "[0]; [0]");
    let property = property! {
        forall xs: Vec<u8>;
        forall ys: Vec<u8>;
        check xs.iter().filter(|x| ys.contains(x)).collect::<HashSet<_>>().len() < 2
    };
    check("two in common", &property, "[0, 1]; [0, 1]");
    let property = property! {
        forall xs: Vec<i64>;
        forall ys: Vec<i64>;
        check xs.len() < ys.len() || xs.iter().chain(ys).all(|x| *x < 100)
    };
    check("one in either", &property, "[100]; []");
}

#[test]
fn lists_with_duplicate_keys_shrink_to_the_minimum() {
    let property = property! {
        forall pairs: Vec<(u8, u16)>;
        check {
            let mut seen = BTreeMap::new();
            pairs.iter().all(|(key, value)| *seen.entry(key).or_insert(value) == value)
        }
    };
    check("a key with two values", &property, "[(0, 0), (0, 1)]");
}

#[test]
fn lists_with_cycles_shrink_to_the_minimum() {
    let property = property! {
        forall next in vec(0..=12_usize, ..);
        implies next.iter().all(|x| *x < next.len());
        check !(0..next.len()).any(|i| {
            let j = next[i];
            let k = next[j];
            i != j && j != k && k != i && next[k] == i
        })
    };
    check("three in a circle", &property, "[1, 2, 0]");
    let property = property! {
        forall xs: Vec<u8>;
        check xs.iter().all(|x| usize::from(*x) != xs.len())
    };
    check("the own length", &property, "[1]");
}

#[test]
fn nested_lists_shrink_to_the_minimum() {
    let property = property! {
        forall grid: Vec<Vec<u8>>;
        check grid.iter().all(|row| row.len() < 3 || row.iter().all(|x| *x < 10))
    };
    check("a long row", &property, "[[0, 0, 10]]");
    let property = property! {
        forall grid: Vec<Vec<u8>>;
        check grid.iter().filter(|row| row.len() > 1).count() < 2
    };
    check("two long rows", &property, "[[0, 0], [0, 0]]");
}
