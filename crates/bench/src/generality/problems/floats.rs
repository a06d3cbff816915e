//! Floating-point numbers: sums and cancellation.

use forall::domain::vec;
use forall::property::property;

use super::Problem;

const KIND: &str = "floats";

const SMALL: &[f64] = &[
    0.0, 1.0, -1.0, 2.0, -2.0, 3.0, -3.0, 4.0, -4.0, 5.0, -5.0, 6.0, -6.0, 7.0, -7.0, 8.0, -8.0,
    9.0, -9.0, 10.0, -10.0, 11.0, -11.0, 12.0, -12.0, 20.0, 50.0, -50.0, 51.0, -51.0, 52.0, -52.0,
    99.0, 100.0, 101.0, 0.5, -0.5, 1.5, 2.5, 0.25, 99.5, 100.5,
];

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![fixed_sum(), cancellation(), mean(), product(), absorbed(), far_apart()]
}

fn fixed_sum() -> Problem {
    let property = property! {
        forall a in 0.0..=200.0_f64;
        forall b in 0.0..=200.0_f64;
        check *a == 0.0 || (a + b - 100.5).abs() > 1.0
    };
    Problem::new(KIND, "a sum near a hundred", property).floats(SMALL)
}

fn cancellation() -> Problem {
    let property = property! {
        forall a in -1000.0..=1000.0_f64;
        forall b in -1000.0..=1000.0_f64;
        check a.abs() <= 50.0 || b.abs() <= 50.0 || (a + b).abs() > 5.0
    };
    Problem::new(KIND, "two that cancel out", property).floats(SMALL)
}

fn mean() -> Problem {
    let property = property! {
        forall xs in vec(0.0..=100.0, 2..=6);
        check {
            let mean = xs.iter().sum::<f64>() / xs.len() as f64;
            (mean - 50.0).abs() > 1.0 || (xs[0] - xs[1]).abs() < 20.0
        }
    };
    Problem::new(KIND, "a mean of fifty", property)
        .floats(&[0.0, 1.0, 2.0, 50.0, 60.0, 90.0, 97.0, 97.5, 98.0, 98.5, 99.0, 99.5, 100.0])
}

fn product() -> Problem {
    let property = property! {
        forall a in -1000.0..=1000.0_f64;
        forall b in -1000.0..=1000.0_f64;
        check (a * b - 60.0).abs() > 2.0 || *b < 5.0
    };
    Problem::new(KIND, "a product of floats", property).floats(&[
        0.0, 1.0, -1.0, 2.0, 5.0, 10.0, 20.0, 29.0, 56.0, 57.0, 58.0, 59.0, 60.0, 61.0, 62.0,
    ])
}

fn absorbed() -> Problem {
    let property = property! {
        forall a in 0.0..=1e20_f64;
        forall b in 0.0..=1e20_f64;
        check *a == 0.0 || *b < *a || a + b != *b
    };
    Problem::new(KIND, "absorbed by the larger one", property).floats(&[
        0.0,
        1.0,
        2.0,
        1e15,
        4_503_599_627_370_496.0,
        9_007_199_254_740_991.0,
        9_007_199_254_740_992.0,
        1e16,
    ])
}

fn far_apart() -> Problem {
    let property = property! {
        forall xs in vec(-100.0..=100.0, ..=5);
        check xs.windows(2).all(|two| two[0] <= two[1] + 12.0)
            || xs.iter().sum::<f64>().abs() > 3.0
    };
    Problem::new(KIND, "a large step down", property).floats(SMALL)
}
