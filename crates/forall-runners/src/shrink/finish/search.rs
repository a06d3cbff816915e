//! The loop of the random search.

use std::collections::HashSet;

use super::super::GeneratedCase;
use super::super::descent::Descent;
use super::super::printed::Printed;
use super::changes::{KnownCases, changed, fresh};
use super::failing_cases::{FailingCases, MAX_MORE_WORDS};
use super::small_parts::SmallParts;
use super::{MAX_CHOICES, MIN_VARIANTS, variants};
use crate::source::{Random, Record};

/// The number of generated inputs for each property call that is left, after which the search ends if none of them was
/// simpler. It goes on for a few times as long as the last improvement took, because the next one tends to be as far
/// away.
const STEPS_PER_TRY: u64 = 30;
/// The number of property calls after which the search ends, if none of them improved the case.
const TRIES: u64 = 3_000;
/// The greatest number of generated inputs for each property call that is left.
const MAX_STEPS_PER_TRY: u64 = 60;
/// How many times as long as the last improvement took the search goes on.
const PATIENCE: u64 = 3;
/// One in this many inputs is fresh. The others are changed failing cases.
const FRESH_PERIOD: u64 = 10;
/// After this many steps, one more case may run that is not simpler than the best.
const LATERAL_PERIOD: u64 = 8;

/// The number of generated inputs for each property call that is left, if the best case has few variants.
const STEPS_PER_TRY_OF_FEW_VARIANTS: u64 = 1;

/// How far the search has come.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    steps: u64,
    tries: u64,
}

/// The state of a search.
struct Search {
    known: KnownCases,
    /// The hashes of the prints that ran. The same input often has different choices.
    seen: HashSet<u64>,
    random: Random,
    /// The number of property calls for cases that are not simpler than the best.
    lateral: u64,
    now: Progress,
}

/// Searches for simpler cases, and returns whether it found one. `printed` is the best case.
pub(super) fn search(descent: &mut Descent<'_>, printed: Printed) -> bool {
    let mut search = Search {
        known: KnownCases {
            failing: FailingCases::new(descent.best().clone(), printed),
            parts: SmallParts::default(),
        },
        seen: HashSet::from([printed.hash]),
        random: Random::from_seed(0),
        lateral: 0,
        now: Progress::default(),
    };
    search.known.parts.add(descent.best());
    let accepted = descent.accepted();
    let start = descent.tried();
    let mut improved = Progress::default();
    let tries_left = descent.tries_left();
    let is_small = variants(descent.best()) < MIN_VARIANTS;
    let steps_per_try = if is_small { STEPS_PER_TRY_OF_FEW_VARIANTS } else { STEPS_PER_TRY };
    while search.now.steps < MAX_STEPS_PER_TRY.saturating_mul(tries_left)
        && !improved.is_far_behind(search.now, steps_per_try.saturating_mul(tries_left))
        && !descent.spent()
    {
        let before = descent.accepted();
        search.step(descent);
        search.now = Progress { steps: search.now.steps + 1, tries: descent.tried() - start };
        if descent.accepted() > before {
            improved = search.now;
        }
    }
    descent.accepted() > accepted
}

impl Search {
    /// Generates one case, and runs it if it is new and may help.
    fn step(&mut self, descent: &mut Descent<'_>) {
        let Search { known, random, .. } = self;
        let source = if random.one_in(FRESH_PERIOD) {
            Some(fresh(random))
        } else {
            changed(descent, known, random)
        };
        let Some(source) = source else { return };
        let GeneratedCase { record, is_rejected } = descent.generate_from(source);
        known.parts.add(&record);
        if is_rejected || record.choices.len() > MAX_CHOICES {
            return;
        }
        let printed = descent.print_generated();
        if printed.size.is_near(descent.best_size(), MAX_MORE_WORDS) {
            self.run(descent, record, printed);
        }
    }

    /// Runs the case generated last, if none with the same print ran. Half of the calls are for simpler cases, unless
    /// these are rare.
    fn run(&mut self, descent: &mut Descent<'_>, record: Record, printed: Printed) {
        if self.seen.contains(&printed.hash) {
            self.known.failing.simplify(record, printed);
            return;
        }
        if !descent.is_simpler_in_print(&record, printed.size) {
            if 2 * self.lateral > self.now.tries + self.now.steps / LATERAL_PERIOD {
                return;
            }
            self.lateral += 1;
        }
        self.seen.insert(printed.hash);
        if descent.test_generated(&record, printed.size) {
            let best = descent.best_size();
            self.known.failing.add(record, printed, best, &mut self.random);
        }
    }
}

impl Progress {
    /// Returns whether the search has gone on for too long since this improvement.
    fn is_far_behind(self, now: Progress, steps: u64) -> bool {
        now.steps >= steps.saturating_add(PATIENCE * self.steps)
            || now.tries >= TRIES + PATIENCE * self.tries
    }
}
