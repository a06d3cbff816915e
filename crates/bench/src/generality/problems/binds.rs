//! Independent binds side by side, and dependent sizes.

use forall::domain::{Domain, just, vec};
use forall::property::property;

use super::Problem;

const KIND: &str = "binds";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![reversed(), equal_sums(), picked(), prefix_sum(), sizes_in_sizes(), three_binds()]
}

fn reversed() -> Problem {
    let list = || (0..=8_usize).flat_mapped(|n| vec(0..=9_u8, n));
    let property = property! {
        forall xs in list();
        forall ys in list();
        check xs == ys || !xs.iter().rev().eq(ys)
    };
    Problem::new(KIND, "one reversed", property)
}

fn equal_sums() -> Problem {
    let list = || (0..=8_usize).flat_mapped(|n| vec(0..=50_u32, n));
    let property = property! {
        forall xs in list();
        forall ys in list();
        check xs.len() <= ys.len()
            || xs.iter().sum::<u32>() < 40
            || xs.iter().sum::<u32>() != ys.iter().sum::<u32>()
    };
    Problem::new(KIND, "equal sums, different lengths", property).numbers(51)
}

fn picked() -> Problem {
    let picked = || (1..=9_usize).flat_mapped(|n| (vec(0..=3_u32, n), 0..n));
    let property = property! {
        forall left in picked();
        forall right in picked();
        check left.1 + right.1 != 4 || left.0[left.1] + right.0[right.1] < 5
    };
    Problem::new(KIND, "an element of each of two lists", property).numbers(10)
}

fn prefix_sum() -> Problem {
    let lists = (1..=20_usize).flat_mapped(|n| (vec(0..=100_u32, n), 0..=n));
    let property = property! {
        forall list in lists;
        check {
            let (xs, k) = list;
            let (before, after) = xs.split_at(*k);
            before.iter().sum::<u32>() != after.iter().sum::<u32>() + 10 || after.contains(&0) || after.is_empty()
        }
    };
    Problem::new(KIND, "a prefix that outweighs the rest", property).numbers(21)
}

fn sizes_in_sizes() -> Problem {
    let lists =
        (0..=5_usize).flat_mapped(|n| vec((0..=4_usize).flat_mapped(|m| vec(0..=9_u8, m)), n));
    let property = property! {
        forall lists in lists;
        check !lists.windows(2).any(|two| two[0].len() > two[1].len() && two[0] < two[1])
    };
    Problem::new(KIND, "shorter but greater", property)
}

fn three_binds() -> Problem {
    let below = || (1..=30_u32).flat_mapped(|n| (just(n), 0..n));
    let property = property! {
        forall a in below();
        forall b in below();
        forall c in below();
        check a.1 + b.1 != c.0 || b.0 + c.1 != a.0 || a.1 < 2
    };
    Problem::new(KIND, "three binds in a circle", property)
}
