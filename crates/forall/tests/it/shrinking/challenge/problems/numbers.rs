//! Problems about numbers.

use forall::domain::{Domain, any, vec};
use forall::property::forall;

use super::Problem;

/// Returns the problems about numbers.
pub(crate) fn all() -> Vec<Problem> {
    let zero = difference("difference not zero", &["10; 10"], 27.0, |apart| apart == 0);
    let small =
        difference("difference not small", &["10; 6"], 38.0, |apart| (1..=4).contains(&apart));
    let one = difference("difference not one", &["10; 9"], 35.0, |apart| apart == 1);
    [zero, small, one].into_iter().flatten().chain([replacement()]).collect()
}

/// Two numbers whose distance must not satisfy `fails`: once from a small range, and once from all positive
/// `i32`.
fn difference(
    name: &str,
    ideal: &'static [&'static str],
    calls: f64,
    fails: fn(i64) -> bool,
) -> [Problem; 2] {
    let property = forall("a", 1..=1000_i64)
        .forall("b", 1..=1000_i64)
        .check(move |(b, (a, ()))| !(*a >= 10 && fails((a - b).abs())));
    // Generates small numbers as often as large ones, so that two of them are close now and then.
    let positive = || any::<i32>().mapped(i64::from).filtered(|x| *x > 0);
    let wide = forall("a", positive())
        .forall("b", positive())
        .check(move |(b, (a, ()))| !(*a >= 10 && fails((a - b).abs())));
    [
        Problem::new(name, property, ideal, calls),
        Problem::new(format!("{name}, i32"), wide, ideal, calls),
    ]
}

/// A product that grows too large.
fn replacement() -> Problem {
    let property = forall("n", 0..=1_000_000_u64).forall("factors", vec(2..=10_u64, ..)).check(
        |(factors, (n, ()))| {
            let product = factors.iter().try_fold(*n, |n, x| n.checked_mul(*x));
            product.is_some_and(|n| n < 1_000_000)
        },
    );
    Problem::new("replacement", property, &["1000000; []"], 585.0)
}
