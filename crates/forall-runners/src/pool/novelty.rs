//! Novelty: accepts inputs with behaviour that no earlier test had.

use std::collections::{HashMap, HashSet};

use super::seen_counts::SeenCounts;
use super::{SeedPool, Utility};
use crate::feedback::{Entry, Feedback, FeedbackMap, MixKeys, Reducer};

/// Accepts feedback that has a new number under any key. The [reducer](Reducer) of the key defines what is
/// new. New behaviour of the code is more useful than a new shape or label of the input. Shapes and labels
/// are worth least if other inputs satisfied more premises. Known behaviour counts as new again if an input
/// of half the size shows it, since mutations of small inputs are more effective.
///
/// (An earlier implementation of the paper reduced all coverage to one number and accepted an input if the
/// number grew, so it dropped most inputs that reached something new.)
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, Reducer};
/// use forall::pool::{Energy, Heap, Novelty, Utility};
///
/// let mut novelty = Novelty::new();
/// let pool = Heap::<(), Feedback>::new(Energy::Fixed(1));
/// let mut feedback = Feedback::new();
/// feedback.add(FeedbackMap::PROBES, 7, 1, Reducer::Sum);
/// assert!(novelty.useful(&pool, &feedback));
/// novelty.remember(&feedback);
/// assert!(!novelty.useful(&pool, &feedback), "it is not new any more");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Novelty {
    known: HashMap<(FeedbackMap, u64), Known, MixKeys>,
    seen: HashSet<(FeedbackMap, u64, u64), MixKeys>,
    counts: Vec<SeenCounts>,
}

/// What earlier tests recorded under a key.
#[derive(Clone, Copy, Debug)]
struct Known {
    value: u64,
    /// The class of the size of the smallest input that had it.
    size: u32,
    /// Whether its values differ between runs on the same input, so that they are ignored.
    unstable: bool,
}

/// The utility of new behaviour of the code. New keys are not counted, because otherwise the first test, for
/// which everything is new, would stay the most useful.
const CODE_UTILITY: f64 = 16.0;

/// The greatest utility of new shapes and labels of the input. Each of them counts as one.
const MAX_INPUT_UTILITY: usize = 8;

/// The factor on the utility of shapes and labels if other inputs satisfied more premises.
const FEWER_PREMISES_FACTOR: f64 = 1.0 / 16.0;

impl Novelty {
    /// Creates a utility that accepts everything, since nothing was seen yet.
    pub fn new() -> Novelty {
        Novelty::default()
    }

    /// Returns whether the number is new, or known but from a smaller input than before.
    fn is_new(&self, entry: &Entry, size: u32) -> bool {
        let Entry { map, key, value, reducer } = *entry;
        let Some(known) = self.known.get(&(map, key)) else { return true };
        let is_new_value = match reducer {
            Reducer::Max => value > known.value,
            Reducer::Min => value < known.value,
            Reducer::Or => value & !known.value != 0,
            Reducer::Sum => class(value) & !known.value != 0,
            Reducer::Set => !self.seen.contains(&(map, key, value)),
        };
        let is_smaller = size < known.size && is_about_code(map) && reducer == Reducer::Sum;
        !known.unstable && (is_new_value || is_smaller)
    }

    fn has_new_counts(&self, feedback: &Feedback, size: u32) -> bool {
        feedback.counts().iter().any(|counts| {
            let known = self.counts.iter().find(|known| known.map == counts.map);
            known.map_or_else(|| counts.count_new(&[]) > 0, |known| known.is_new(counts, size))
        })
    }

    /// Returns whether another input satisfied more premises.
    fn satisfied_fewer_premises(&self, feedback: &Feedback) -> bool {
        let known = self.known.get(&(FeedbackMap::PREMISES, 0)).map(|known| known.value);
        feedback.get(FeedbackMap::PREMISES, 0) < known
    }

    fn seen_counts(&mut self, map: FeedbackMap) -> &mut SeenCounts {
        let at = self.counts.iter().position(|known| known.map == map).unwrap_or_else(|| {
            self.counts.push(SeenCounts::new(map));
            self.counts.len() - 1
        });
        &mut self.counts[at]
    }

    fn remember_entry(&mut self, entry: &Entry, size: u32) {
        let Entry { map, key, value, reducer } = *entry;
        // The known sums of a key are stored as the set of their classes.
        let (value, reducer) = match reducer {
            Reducer::Sum => (class(value), Reducer::Or),
            _ => (value, reducer),
        };
        if reducer == Reducer::Set {
            self.seen.insert((map, key, value));
        }
        let first = Known { value, size, unstable: false };
        let known = self.known.entry((map, key)).or_insert(first);
        known.value = reducer.reduce(known.value, value);
        known.size = known.size.min(size);
    }
}

impl Utility<Feedback> for Novelty {
    #[inline]
    fn useful<A>(&mut self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        let size = size(feedback);
        feedback.entries().iter().any(|entry| self.is_new(entry, size))
            || self.has_new_counts(feedback, size)
    }

    fn utility<A>(&self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        let size = size(feedback);
        let new_entries = feedback.entries().iter().filter(|entry| self.is_new(entry, size));
        if self.has_new_counts(feedback, size)
            || new_entries.clone().any(|entry| is_about_code(entry.map))
        {
            return CODE_UTILITY;
        }
        let utility = new_entries.take(MAX_INPUT_UTILITY).count() as f64;
        if self.satisfied_fewer_premises(feedback) {
            utility * FEWER_PREMISES_FACTOR
        } else {
            utility
        }
    }

    fn covers<A>(
        &self,
        _: &impl SeedPool<A, Feedback>,
        feedback: &Feedback,
        other: &Feedback,
    ) -> bool {
        let size = size(feedback);
        let mut new_entries = feedback.entries().iter().filter(|entry| self.is_new(entry, size));
        new_entries.all(|entry| other.get(entry.map, entry.key).is_some_and(|o| has(entry, o)))
            && feedback.counts().iter().all(|counts| {
                let known = self.counts.iter().find(|known| known.map == counts.map);
                let other = other.counts().iter().find(|other| other.map == counts.map);
                let other = other.map_or(&[][..], |other| &other.counts);
                match known {
                    Some(known) => known.covers(counts, size, other),
                    None => SeenCounts::new(counts.map).covers(counts, size, other),
                }
            })
    }

    fn remember(&mut self, feedback: &Feedback) {
        let size = size(feedback);
        for entry in feedback.entries() {
            self.remember_entry(entry, size);
        }
        for counts in feedback.counts() {
            self.seen_counts(counts.map).remember(counts, size);
        }
    }

    fn mark_unstable(&mut self, first: &Feedback, again: &Feedback) {
        for (one, other) in [(first, again), (again, first)] {
            for entry in one.entries() {
                if other.get(entry.map, entry.key) != Some(entry.value) {
                    let unstable = Known { value: entry.value, size: 0, unstable: true };
                    self.known.insert((entry.map, entry.key), unstable);
                }
            }
        }
        for counts in first.counts() {
            let other = again.counts().iter().find(|other| other.map == counts.map);
            if let Some(other) = other {
                self.seen_counts(counts.map).mark_unstable(counts, other);
            }
        }
    }
}

/// Returns whether the number `other` is as new as that of the entry.
fn has(entry: &Entry, other: u64) -> bool {
    match entry.reducer {
        Reducer::Max => other >= entry.value,
        Reducer::Min => other <= entry.value,
        Reducer::Or => entry.value & !other == 0,
        Reducer::Sum => class(other) == class(entry.value),
        Reducer::Set => other == entry.value,
    }
}

/// Returns whether the map is about the behaviour of the code, not about the input.
fn is_about_code(map: FeedbackMap) -> bool {
    map != FeedbackMap::SHAPE && map != FeedbackMap::LABELS
}

/// Returns the class of the size of the input: its power of two.
fn size(feedback: &Feedback) -> u32 {
    feedback.size().checked_ilog2().map_or(0, |power| power + 1)
}

/// Returns the class of a sum as one bit: its power of two.
fn class(value: u64) -> u64 {
    if value == 0 { 0 } else { 1 << value.ilog2() }
}
