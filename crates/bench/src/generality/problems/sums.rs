//! Sums and products whose parts can be traded.

use forall::domain::vec;
use forall::property::property;

use super::Problem;

const KIND: &str = "sums";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![
        exact_sum(),
        weighted(),
        two_lists(),
        product_and_sum(),
        alternating(),
        subset(),
        variance(),
    ]
}

fn exact_sum() -> Problem {
    let property = property! {
        forall xs in vec(0..=255_u32, ..=6);
        check xs.iter().sum::<u32>() != 300
    };
    Problem::new(KIND, "an exact sum", property).numbers(256)
}

fn weighted() -> Problem {
    let property = property! {
        forall a in 0..=100_u32;
        forall b in 0..=100_u32;
        forall c in 0..=100_u32;
        check 3 * a + 5 * b + 7 * c != 271 || *a == 0 || *b == 0 || *c == 0
    };
    Problem::new(KIND, "a weighted sum", property).numbers(101)
}

fn two_lists() -> Problem {
    let property = property! {
        forall xs in vec(1..=40_u32, ..=6);
        forall ys in vec(1..=40_u32, ..=6);
        check xs.len() + ys.len() != 3 || xs.iter().sum::<u32>() != ys.iter().sum::<u32>() + 17
    };
    Problem::new(KIND, "sums that differ by 17", property).numbers(40)
}

fn product_and_sum() -> Problem {
    let property = property! {
        forall a in 0..=99_u32;
        forall b in 0..=99_u32;
        check a * b % 100 != 84 || (a + b) % 10 != 9
    };
    Problem::new(KIND, "a product and a sum", property).numbers(100)
}

fn alternating() -> Problem {
    let property = property! {
        forall xs in vec(-30..=30_i32, ..=8);
        check {
            let sum: i32 = xs.iter().enumerate().map(|(at, x)| if at % 2 == 0 { *x } else { -x }).sum();
            xs.len() < 3 || sum != 45 || xs.iter().sum::<i32>() != 15
        }
    };
    Problem::new(KIND, "an alternating sum", property).numbers(61)
}

fn subset() -> Problem {
    let property = property! {
        forall xs in vec(1..=60_u32, ..=8);
        check !xs.iter().any(|x| xs.iter().any(|y| xs.iter().any(|z| x < y && x + y == *z && *x > 6)))
    };
    Problem::new(KIND, "one is the sum of two", property).numbers(20)
}

fn variance() -> Problem {
    let property = property! {
        forall xs in vec(0..=30_i32, 3..=6);
        check {
            let mean = xs.iter().sum::<i32>() / xs.len() as i32;
            let spread: i32 = xs.iter().map(|x| (x - mean) * (x - mean)).sum();
            spread != 98
        }
    };
    Problem::new(KIND, "a spread of 98", property).numbers(31)
}
