//! Novelty: what no test did before.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::seen_counts::SeenCounts;
use super::{SeedPool, Utility};
use crate::feedback::{Entry, Feedback, FeedbackMap, Reducer};

/// Finds useful what brings news under any key, as the key's [reducer](Reducer) understands it. News of
/// what the code did are worth more than news of what the input looks like, and those least of all if
/// others came further into the property. What the code did before is news again when an input of half the
/// size does it: small inputs are changed to better effect.
///
/// (An earlier implementation of the paper made one number of all coverage and looked whether it grew:
/// most inputs that reached something new were thrown away.)
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, Reducer};
/// use forall::pool::{Energy, Heap, Novelty, Utility};
///
/// let (mut novelty, pool) = (Novelty::new(), Heap::<(), Feedback>::new(Energy::Fixed(1)));
/// let mut feedback = Feedback::new();
/// feedback.add(FeedbackMap::PROBES, 7, 1, Reducer::Sum);
/// assert!(novelty.useful(&pool, &feedback));
/// novelty.remember(&feedback);
/// assert!(!novelty.useful(&pool, &feedback), "it is no news any more");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Novelty {
    known: HashMap<(FeedbackMap, u64), Known, Fast>,
    seen: HashSet<(FeedbackMap, u64, u64), Fast>,
    counts: Vec<SeenCounts>,
}

/// What is known of a key.
#[derive(Clone, Copy, Debug)]
struct Known {
    value: u64,
    /// The class of the smallest input that had it.
    size: u32,
    /// Does it say nothing?
    unstable: bool,
}

/// What news of the code are worth. They are not counted, else the first test would stay the most useful,
/// for which everything was new.
const CODE: f64 = 16.0;

/// What news of the input are worth at most, one each.
const INPUT: usize = 8;

/// The share of it that is left if others came further.
const BEHIND: f64 = 1.0 / 16.0;

impl Novelty {
    /// Everything is new.
    pub fn new() -> Novelty {
        Novelty::default()
    }

    /// Is this more than is known, or as much of a smaller input?
    fn news(&self, entry: &Entry, size: u32) -> bool {
        let Entry { map, key, value, reducer } = *entry;
        let Some(known) = self.known.get(&(map, key)) else { return true };
        let more = match reducer {
            Reducer::Max => value > known.value,
            Reducer::Min => value < known.value,
            Reducer::Or => value & !known.value != 0,
            Reducer::Sum => class(value) & !known.value != 0,
            Reducer::Set => !self.seen.contains(&(map, key, value)),
        };
        !known.unstable && (more || size < known.size && of_code(map) && reducer == Reducer::Sum)
    }

    fn news_of_counts(&self, feedback: &Feedback, size: u32) -> bool {
        feedback.counts().iter().any(|counts| {
            let known = self.counts.iter().find(|known| known.map == counts.map);
            known.map_or_else(|| counts.news(&[]) > 0, |known| known.news(counts, size))
        })
    }

    /// Did others come further into the property?
    fn is_behind(&self, feedback: &Feedback) -> bool {
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
        feedback.entries().iter().any(|entry| self.news(entry, size))
            || self.news_of_counts(feedback, size)
    }

    fn utility<A>(&self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        let size = size(feedback);
        let mut news = feedback.entries().iter().filter(|entry| self.news(entry, size));
        if self.news_of_counts(feedback, size) || news.clone().any(|entry| of_code(entry.map)) {
            return CODE;
        }
        let worth = news.by_ref().take(INPUT).count() as f64;
        if self.is_behind(feedback) { worth * BEHIND } else { worth }
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

fn of_code(map: FeedbackMap) -> bool {
    map != FeedbackMap::SHAPE && map != FeedbackMap::LABELS
}

/// The class of an input's size: its power of two.
fn size(feedback: &Feedback) -> u32 {
    feedback.size().checked_ilog2().map_or(0, |power| power + 1)
}

/// The power of two of a sum, as one bit.
fn class(value: u64) -> u64 {
    if value == 0 { 0 } else { 1 << value.ilog2() }
}

type Fast = BuildHasherDefault<Mix>;

/// Keys are hashes or small numbers, and nobody attacks: one multiplication a word will do.
#[derive(Clone, Debug, Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
