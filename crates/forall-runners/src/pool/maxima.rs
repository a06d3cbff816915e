//! Maxima: accepts inputs that raise the maximum of a counter.

use std::collections::HashMap;

use super::{SeedPool, Utility};
use crate::feedback::{Counts, Feedback, FeedbackMap, Reducer};

/// Accepts feedback in which any counter is greater than in all accepted feedback before: how often a probe or an edge
/// was hit, the ticks, or all [steps](Feedback::steps) together. More steps are more useful.
///
/// This is the goal of PerfFuzz (Lemieux, Padhye, Sen and Song, 2018). An input that hits one place most often may
/// take fewer steps than others, and be on the way to one that takes more than all of them.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, Reducer};
/// use forall::pool::{Energy, Heap, Maxima, Utility};
///
/// let hits = |first: u64, second: u64| {
///     let mut feedback = Feedback::new();
///     feedback.add(FeedbackMap::PROBES, 1, first, Reducer::Sum);
///     feedback.add(FeedbackMap::PROBES, 2, second, Reducer::Sum);
///     feedback
/// };
/// let mut maxima = Maxima::new();
/// let pool = Heap::<(), Feedback>::new(Energy::Fixed(1));
/// maxima.remember(&hits(90, 2));
/// assert!(maxima.useful(&pool, &hits(1, 3)), "no input has hit the second probe three times");
/// assert!(!maxima.useful(&pool, &hits(89, 2)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Maxima {
    entries: HashMap<(FeedbackMap, u64), u64>,
    counts: HashMap<FeedbackMap, Vec<u8>>,
    steps: u64,
}

impl Maxima {
    /// Creates a utility for which all maxima are 0.
    pub fn new() -> Maxima {
        Maxima::default()
    }

    /// Returns the counters of the feedback that are greater than ever before, with their keys.
    fn raised<'f>(&'f self, feedback: &'f Feedback) -> impl Iterator<Item = Counter> + 'f {
        counters(feedback).filter(|counter| {
            let known = self.entries.get(&(counter.map, counter.key)).copied().unwrap_or(0);
            counter.value > known
        })
    }

    fn raises_counts(&self, counts: &Counts) -> bool {
        let known = self.known_counts(counts.map);
        counts.counts.iter().enumerate().any(|(at, count)| *count > at_or_0(known, at))
    }

    fn known_counts(&self, map: FeedbackMap) -> &[u8] {
        self.counts.get(&map).map_or(&[], |known| known)
    }
}

impl Utility<Feedback> for Maxima {
    fn useful<A>(&mut self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        feedback.steps() > self.steps
            || self.raised(feedback).next().is_some()
            || feedback.counts().iter().any(|counts| self.raises_counts(counts))
    }

    fn utility<A>(&self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        feedback.steps() as f64
    }

    fn covers<A>(
        &self,
        _: &impl SeedPool<A, Feedback>,
        feedback: &Feedback,
        other: &Feedback,
    ) -> bool {
        let has = |counter: Counter| other.get(counter.map, counter.key) >= Some(counter.value);
        let has_counts = |counts: &Counts| {
            let known = self.known_counts(counts.map);
            let other = other.counts().iter().find(|other| other.map == counts.map);
            let other = other.map_or(&[][..], |other| &other.counts);
            let mut raised = counts.counts.iter().enumerate();
            raised.all(|(at, count)| *count <= at_or_0(known, at) || at_or_0(other, at) >= *count)
        };
        (feedback.steps() <= self.steps || other.steps() >= feedback.steps())
            && self.raised(feedback).all(has)
            && feedback.counts().iter().all(has_counts)
    }

    fn remember(&mut self, feedback: &Feedback) {
        self.steps = self.steps.max(feedback.steps());
        for Counter { map, key, value } in counters(feedback) {
            let known = self.entries.entry((map, key)).or_default();
            *known = value.max(*known);
        }
        for Counts { map, counts } in feedback.counts() {
            let known = self.counts.entry(*map).or_default();
            known.resize(known.len().max(counts.len()), 0);
            for (known, count) in known.iter_mut().zip(counts) {
                *known = *count.max(known);
            }
        }
    }

    /// Ignores the counters that differ from now on. Steps are still compared.
    fn mark_unstable(&mut self, first: &Feedback, again: &Feedback) {
        for (one, other) in [(first, again), (again, first)] {
            for Counter { map, key, value } in counters(one) {
                if other.get(map, key) != Some(value) {
                    self.entries.insert((map, key), u64::MAX);
                }
            }
        }
        for Counts { map, counts } in first.counts() {
            let Some(other) = again.counts().iter().find(|other| other.map == *map) else {
                continue;
            };
            let known = self.counts.entry(*map).or_default();
            known.resize(known.len().max(counts.len()), 0);
            for (at, count) in counts.iter().enumerate() {
                if at_or_0(&other.counts, at) != *count {
                    known[at] = u8::MAX;
                }
            }
        }
    }
}

/// A number that grows with the number of times that something happened.
struct Counter {
    map: FeedbackMap,
    key: u64,
    value: u64,
}

fn counters(feedback: &Feedback) -> impl Iterator<Item = Counter> {
    let entries = feedback.entries().iter();
    let counters = entries.filter(|entry| matches!(entry.reducer, Reducer::Sum | Reducer::Max));
    counters.map(|entry| Counter { map: entry.map, key: entry.key, value: entry.value })
}

fn at_or_0(counts: &[u8], at: usize) -> u8 {
    counts.get(at).copied().unwrap_or(0)
}
