//! Rare states: mistakes that show only after several right steps in a row. Guided runs return to rare states.

mod login;
mod two_phase;

use forall::machine::{Lockstep, Machine, steps};
use forall::property::{Erased, forall};
use forall::report::Report;
use forall::runner::{self, fuzz, quick_check};

use crate::options::Options;
use crate::row::{Bar, Row};

/// The maximum number of tests.
const MAX_TESTS: u64 = 10_000;

type Runner = fn(&Erased, &runner::Options) -> Report;

/// A mistake, and how to look for it.
struct Mistake {
    name: &'static str,
    /// Returns the number of tests until it is found with this runner and this seed.
    find: fn(Runner, u64) -> Option<u64>,
}

const MISTAKES: [Mistake; 4] = [
    Mistake {
        name: "login: a disabled account opens",
        find: find::<login::Account, login::Server<1>>,
    },
    Mistake {
        name: "login: the second lock is short",
        find: find::<login::Account, login::Server<2>>,
    },
    Mistake {
        name: "two-phase commit: recovers to abort",
        find: find::<two_phase::Transaction, two_phase::Coordinator<1>>,
    },
    Mistake {
        name: "two-phase commit: the next one is down",
        find: find::<two_phase::Transaction, two_phase::Coordinator<2>>,
    },
];

/// Counts the seeds with which a guided run finds each mistake.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let seeds = options.seeds.unwrap_or(if options.quick { 3 } else { 10 });
    let wanted = MISTAKES.iter().filter(|mistake| options.wants(&row_name(mistake)));
    let rows = wanted.map(|mistake| {
        let found = |runner: Runner| -> Vec<u64> {
            (0..seeds).filter_map(|seed| (mistake.find)(runner, seed)).collect()
        };
        let guided = found(fuzz);
        let random = found(quick_check);
        let most = guided.iter().max().copied().unwrap_or(0);
        Row {
            name: row_name(mistake),
            ours: guided.len() as f64,
            theirs: seeds as f64,
            bar: Some(Bar::FirmAtLeast(1.0)),
            unit: "seeds",
            note: format!("at most {most} tests; {} seeds at random", random.len()),
        }
    });
    rows.collect()
}

fn row_name(mistake: &Mistake) -> String {
    format!("rare: {}", mistake.name)
}

fn find<M: Machine + Lockstep<S>, S: 'static>(runner: Runner, seed: u64) -> Option<u64> {
    let agrees = forall("steps", steps::<M>()).check(|(steps, ())| steps.check::<S>());
    let usual = runner::Options::default();
    let options = runner::Options { seed, tests: MAX_TESTS, max_shrinks: 0, ..usual };
    runner(&Erased::new(agrees), &options).counterexample().map(|found| found.number + 1)
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    /// Without a mistake, the systems agree with their models.
    #[test]
    fn the_systems_are_right_otherwise() {
        assert_eq!(find::<login::Account, login::Server<0>>(quick_check, 1), None);
        assert_eq!(find::<two_phase::Transaction, two_phase::Coordinator<0>>(quick_check, 1), None);
    }
}
