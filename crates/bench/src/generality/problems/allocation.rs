//! Allocation and transfers, whose inputs depend on each other.

use forall::domain::{Domain, just, vec};
use forall::property::property;

use super::Problem;

const KIND: &str = "allocation";

/// Returns the problems of this kind.
pub(super) fn all() -> Vec<Problem> {
    vec![transfers(), overdraft(), first_fit(), budget(), shares(), timetable()]
}

fn transfers() -> Problem {
    let banks =
        (2..=5_usize).flat_mapped(|n| (vec(0..=100_u32, n), vec((0..n, 0..n, 1..=100_u32), ..=6)));
    let property = property! {
        forall bank in banks;
        check {
            let (balances, transfers) = bank;
            let mut buggy = balances.clone();
            for (from, to, amount) in transfers {
                if buggy[*from] >= *amount {
                    // Written before it is read again.
                    let left = buggy[*from] - amount;
                    let right = buggy[*to] + amount;
                    buggy[*from] = left;
                    buggy[*to] = right;
                }
            }
            buggy.iter().sum::<u32>() <= balances.iter().sum::<u32>() + 2
        }
    };
    Problem::new(KIND, "a transfer to oneself", property).numbers(5)
}

fn overdraft() -> Problem {
    let banks =
        (2..=4_usize).flat_mapped(|n| (vec(0..=50_i32, n), vec((0..n, 0..n, 1..=50_i32), ..=6)));
    let property = property! {
        forall bank in banks;
        check {
            let (balances, transfers) = bank;
            let mut after = balances.clone();
            for (from, to, amount) in transfers {
                after[*from] -= amount;
                after[*to] += amount;
            }
            let moved = transfers.iter().all(|(from, to, _)| from != to);
            !moved || transfers.len() < 2 || after != *balances
        }
    };
    Problem::new(KIND, "transfers that cancel out", property).numbers(6).choices(14)
}

fn first_fit() -> Problem {
    let requests = (4..=40_u32).flat_mapped(|capacity| (just(capacity), vec(1..=capacity, ..=8)));
    let property = property! {
        forall requests in requests;
        check {
            let (capacity, requests) = requests;
            let mut bins: Vec<u32> = Vec::new();
            for request in requests {
                match bins.iter_mut().find(|bin| **bin + request <= *capacity) {
                    Some(bin) => *bin += request,
                    None => bins.push(*request),
                }
            }
            let needed = requests.iter().sum::<u32>().div_ceil(*capacity) as usize;
            bins.len() <= needed
        }
    };
    Problem::new(KIND, "a bin too many", property).numbers(8)
}

fn budget() -> Problem {
    let parts = (1..=60_u32).flat_mapped(|total| {
        (0..=total).flat_mapped(move |first| {
            (0..=total - first).mapped(move |second| [first, second, total - first - second])
        })
    });
    let property = property! {
        forall parts in parts;
        check {
            let [a, b, c] = *parts;
            a == 0 || b <= a || c <= a + b || (a + b + c) % 5 != 0
        }
    };
    Problem::new(KIND, "a budget in three parts", property).numbers(61)
}

fn shares() -> Problem {
    let property = property! {
        forall cents in 1..=500_u32;
        forall weights in vec(1..=20_u32, 1..=5);
        check {
            let all: u32 = weights.iter().sum();
            let paid: u32 = weights.iter().map(|weight| cents * weight / all).sum();
            cents - paid < 2
        }
    };
    Problem::new(KIND, "cents lost in shares", property).numbers(20)
}

fn timetable() -> Problem {
    let slots =
        || vec((0..=20_u32).flat_mapped(|start| (just(start), start + 1..=start + 6)), ..=6);
    let property = property! {
        forall slots in slots();
        check {
            let overlap = |a: &(u32, u32), b: &(u32, u32)| a.0 < b.1 && b.0 < a.1;
            !slots.iter().enumerate().any(|(at, a)| {
                a.0 > 3 && slots[..at].iter().any(|b| overlap(a, b) && b.1 - b.0 < a.1 - a.0)
            })
        }
    };
    Problem::new(KIND, "two slots that overlap", property)
}
