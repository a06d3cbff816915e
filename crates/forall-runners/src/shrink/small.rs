//! The generic finish: small inputs, when no pass helps any more.
//!
//! A pass changes one or two places. Where more of them depend on each other, through a hash, a product, or a decoder,
//! descent ends at some local minimum, though the true one has few digits. So small inputs are tried in five ways, in
//! turns: all inputs in the order of their digits, random orders of the elements of lists, all values of the best case in
//! the order of their digits, small replacements for each part of it, and random inputs of small sizes, which satisfy
//! dependencies by themselves.

use super::descent::Descent;
use super::{GeneratedCase, digits, parts, shuffle};
use crate::enumeration::ChoiceTree;
use crate::source::{Campaign, Policy, Random, Source};

/// The greatest share of the limit on tries that this finish takes.
const MAX_SHARE: f64 = 0.55;

/// The number of property calls with random inputs in the first round, with twice as many for values and for parts, three
/// times as many for lists, and four times as many for whole inputs. Each later round has twice as many.
const FIRST_TRIES: u64 = 32;

/// The number of rounds of a short finish.
pub(super) const SHORT_ROUNDS: u32 = 1;

/// The number of rounds that find what is near.
pub(super) const FIRST_ROUNDS: u32 = 3;

/// The number of all rounds.
pub(super) const ALL_ROUNDS: u32 = 6;

/// The number of generated inputs for each property call: most are not simpler, or not new.
const STEPS_PER_TRY: u64 = 10;

/// The least share of property calls after which a walk that needed none of them is over.
const MIN_WALK: u64 = 64;

/// A longer input is left alone.
const MAX_CHOICES: usize = 1_000;

/// The tests of a run, from which random inputs are taken: the first ones are small.
const FRESH_TESTS: u64 = 64;

/// The state of the finish. It goes on after an improvement, since an input that passed once never fails later, and one
/// that was not simpler never gets simpler.
#[derive(Debug)]
pub(super) struct SmallInputs {
    tree: ChoiceTree,
    fresh: u64,
    tries: u64,
    round: u32,
    /// Whether the walk through the inputs has passed by all that are simpler than the best case.
    is_walked: bool,
    random: Random,
}

impl Default for SmallInputs {
    fn default() -> SmallInputs {
        SmallInputs {
            tree: ChoiceTree::by_digits(),
            fresh: 0,
            tries: 0,
            round: 0,
            is_walked: false,
            random: Random::from_seed(0),
        }
    }
}

impl SmallInputs {
    /// Searches for a simpler input that fails until this number of rounds is over, and returns whether it found one.
    pub(super) fn improve(&mut self, descent: &mut Descent<'_>, rounds: u32) -> bool {
        if descent.len() > MAX_CHOICES {
            return false;
        }
        let start = descent.tried();
        let left = ((descent.max_tries() as f64 * MAX_SHARE) as u64).saturating_sub(self.tries);
        let improved = self.search(descent, rounds, start + left);
        self.tries += descent.tried() - start;
        improved
    }

    fn search(&mut self, descent: &mut Descent<'_>, rounds: u32, end: u64) -> bool {
        while self.round < rounds {
            let round = self.round;
            let tries = |descent: &Descent<'_>, parts: u64| {
                ((parts * FIRST_TRIES) << round).min(end.saturating_sub(descent.tried()))
            };
            descent.start_pass("enumerate by digits");
            let quota = tries(descent, 4);
            if self.enumerate(descent, quota) {
                return true;
            }
            descent.start_pass("random lists");
            let quota = tries(descent, 3);
            if shuffle::lists(descent, &mut self.random, quota) {
                return true;
            }
            descent.start_pass("enumerate values");
            let quota = tries(descent, 2);
            if digits::combinations(descent, quota) {
                return true;
            }
            descent.start_pass("enumerate parts");
            let quota = tries(descent, 2);
            if parts::replacements(descent, quota) {
                return true;
            }
            descent.start_pass("random inputs");
            let quota = tries(descent, 1);
            if self.random(descent, quota) {
                return true;
            }
            if descent.spent() || descent.tried() >= end || self.is_exhausted(descent) {
                return false;
            }
            self.round += 1;
        }
        false
    }

    /// Returns whether the walk has come by all inputs with at most as many digits as the best case.
    pub(super) fn is_exhausted(&self, descent: &Descent<'_>) -> bool {
        self.tree.visited_cost() >= digits::cost(descent)
    }

    /// Tries inputs in the order of their digits. If none of many is simpler than the best case, later ones are not, either.
    fn enumerate(&mut self, descent: &mut Descent<'_>, tries: u64) -> bool {
        if self.is_walked {
            return false;
        }
        let start = descent.tried();
        let max_tried = start + tries;
        let max_steps = self.tree.steps() + STEPS_PER_TRY * tries;
        while descent.tried() < max_tried && self.tree.steps() < max_steps && !descent.spent() {
            let Some(choices) = self.tree.next_choices() else { return false };
            let GeneratedCase { record, is_rejected } =
                descent.generate_from(Source::replay(choices, Policy::SIMPLEST));
            if self.tree.visit(&record) && !is_rejected && descent.attempt_generated(record) {
                return true;
            }
        }
        self.is_walked = tries >= MIN_WALK && descent.tried() == start;
        false
    }

    /// Tries random inputs.
    fn random(&mut self, descent: &mut Descent<'_>, tries: u64) -> bool {
        let max_tried = descent.tried() + tries;
        let max_fresh = self.fresh + STEPS_PER_TRY * tries;
        while descent.tried() < max_tried && self.fresh < max_fresh && !descent.spent() {
            let campaign = Campaign::from_seed(self.fresh / FRESH_TESTS);
            let source: Source = campaign.source(self.fresh % FRESH_TESTS);
            self.fresh += 1;
            let GeneratedCase { record, is_rejected } = descent.generate_from(source.recording());
            if !is_rejected && descent.attempt_generated(record) {
                return true;
            }
        }
        false
    }
}
