//! Problems about numbers.

use forall::domain::{Domain, any, vec};
use forall::property::property;

use super::check;

fn difference(name: &str, ideal: &str, calls: f64, fails: fn(i64) -> bool) {
    let property = property! {
        forall a in 1..=1000_i64;
        forall b in 1..=1000_i64;
        check !(*a >= 10 && fails((a - b).abs()))
    };
    check(name, &property, &[ideal], (30, calls));
    // As many small numbers as large ones, so that two are near to each other now and then.
    let positive = || any::<i32>().mapped(i64::from).filtered(|x| *x > 0);
    let property = property! {
        forall a in positive();
        forall b in positive();
        check !(*a >= 10 && fails((a - b).abs()))
    };
    check(&format!("{name}, i32"), &property, &[ideal], (30, calls));
}

#[test]
fn difference_not_zero() {
    difference("difference not zero", "10; 10", 27.0, |apart| apart == 0);
}

#[test]
fn difference_not_small() {
    difference("difference not small", "10; 6", 38.0, |apart| (1..=4).contains(&apart));
}

#[test]
fn difference_not_one() {
    difference("difference not one", "10; 9", 35.0, |apart| apart == 1);
}

#[test]
fn replacement() {
    let property = property! {
        forall n in 0..=1_000_000_u64;
        forall factors in vec(2..=10_u64, ..);
        check factors.iter().try_fold(*n, |n, x| n.checked_mul(*x)).is_some_and(|n| n < 1_000_000)
    };
    check("replacement", &property, &["1000000; []"], (30, 15.0));
}
