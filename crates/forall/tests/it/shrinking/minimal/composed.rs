//! Minimal values of combinators.

use forall::domain::{Domain, any, elements, just, one_of, permutation, vec};
use forall::property::property;

use super::check;

#[test]
fn mapped_values_shrink_to_the_minimum() {
    let property = property! {
        forall x in any::<i32>().mapped(|x| i64::from(x) * i64::from(x));
        check *x < 500
    };
    check("squares", &property, "529");
    let property = property! {
        forall s in vec((b'a'..=b'e').mapped(char::from), ..).mapped(String::from_iter);
        check !s.contains("ca")
    };
    check("a word in a word", &property, "\"ca\"");
}

#[test]
fn flat_mapped_values_shrink_to_the_minimum() {
    let grid =
        (1..=6_usize, 1..=6_usize).flat_mapped(|(rows, columns)| vec(vec(0..=9_u8, columns), rows));
    let property = property! {
        forall grid in grid;
        check grid.iter().flatten().all(|x| *x < 5)
    };
    check("a cell of a grid", &property, "[[5]]");

    let lists = || (0..=20_usize).flat_mapped(|n| vec(any::<i16>(), n));
    let property =
        property! { forall xs in lists(); check xs.iter().filter(|x| **x < 0).count() < 3 };
    check("three below", &property, "[-1, -1, -1]");
    let property =
        property! { forall xs in vec(lists(), ..); check !xs.iter().flatten().any(|x| *x > 99) };
    check("one in lists of lists", &property, "[[100]]");

    let edges = (1..=8_usize).flat_mapped(|n| (just(n), vec((0..n, 0..n), ..)));
    let property = property! {
        forall graph in edges;
        check !graph.1.iter().any(|(a, b)| a != b && graph.1.contains(&(*b, *a)))
    };
    check("two nodes in a circle", &property, "(2, [(0, 1), (1, 0)])");

    let dates = (1900..=2100_u32, 1..=12_u32).flat_mapped(|(year, month)| {
        let days = if month == 2 { 28 + u32::from(year % 4 == 0) } else { 30 };
        (just(year), just(month), 1..=days)
    });
    let property = property! { forall date in dates; check !(date.1 == 2 && date.2 == 29) };
    check("a leap day", &property, "(1900, 2, 29)");
}

#[test]
fn values_of_alternatives_shrink_to_the_minimum() {
    let property = property! {
        forall words in vec(elements(["a", "bb", "ccc"]), ..);
        check words.concat().len() < 7
    };
    check("words", &property, "[\"a\", \"ccc\", \"ccc\"]");
    let numbers = || one_of([0..=9, 10..=99, 100..=999]);
    let property = property! { forall x in numbers(); check *x < 50 };
    check("a branch", &property, "50");
    let property =
        property! { forall xs in vec(numbers(), ..); check xs.iter().sum::<i32>() < 150 };
    check("branches", &property, "[150]");
    let property =
        property! { forall order in permutation([0, 1, 2, 3, 4]); check order.is_sorted() };
    check("out of order", &property, "[0, 1, 2, 4, 3]");
}

#[test]
fn filtered_values_shrink_to_the_minimum() {
    let odd = || any::<i16>().filtered(|x| x % 2 != 0);
    let property = property! {
        forall xs in vec(odd(), ..);
        check xs.iter().map(|x| i32::from(*x)).sum::<i32>() < 100
    };
    check("odd ones", &property, "[101]");
    let sorted = vec(0..=50_u8, ..)
        .mapped(|mut xs| {
            xs.sort_unstable();
            xs
        })
        .filtered(|xs| xs.len() != 1);
    let property = property! {
        forall xs in sorted;
        check xs.windows(2).all(|w| w[1] - w[0] < 10)
    };
    check("a gap", &property, "[0, 10]");
}

#[test]
fn dependent_variables_shrink_to_the_minimum() {
    let property = property! {
        forall xs: Vec<i32>;
        forall i in 0..=xs.len();
        forall x: i32;
        implies *i < xs.len();
        check xs[*i] < *x
    };
    check("an index", &property, "[0]; 0; 0");
    let property = property! {
        forall xs: Vec<u8>;
        implies xs.len() > 2;
        forall i in 0..xs.len();
        check *i < 2 || xs[*i] < 9
    };
    check("an index behind a premise", &property, "[0, 0, 9]; 2");
}
