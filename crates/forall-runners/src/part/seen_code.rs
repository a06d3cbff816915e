//! Seen code: which tests were the only ones to reach an edge or a probe.

use std::collections::{HashMap, HashSet};

use forall::feedback::{Counts, Feedback, FeedbackMap};
use forall::report::SeenOnce;

/// Counts the tests that were the only ones to reach some edge or probe.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap};
/// use forall::part::SeenCode;
///
/// let mut seen = SeenCode::default();
/// for edges in [[1, 0, 9, 2], [1, 0, 0, 0], [1, 0, 0, 0]] {
///     let mut feedback = Feedback::new();
///     feedback.set_counts(FeedbackMap::EDGES, &edges);
///     seen.add(&feedback);
/// }
/// let once = seen.seen_once().expect("there are edges");
/// assert_eq!((once.count, once.tests), (1, 3), "the first test, which reached two edges alone");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SeenCode {
    tests: u64,
    edges: Vec<ReachedBy>,
    probes: HashMap<u64, ReachedBy>,
}

/// The tests that reached an edge or a probe.
#[derive(Clone, Copy, Debug, Default)]
enum ReachedBy {
    #[default]
    Nobody,
    /// Only the test with this number.
    One(u64),
    Many,
}

impl ReachedBy {
    fn add(&mut self, test: u64) {
        *self = match self {
            ReachedBy::Nobody => ReachedBy::One(test),
            ReachedBy::One(_) | ReachedBy::Many => ReachedBy::Many,
        };
    }
}

impl SeenCode {
    /// Adds a test with this feedback.
    pub fn add(&mut self, feedback: &Feedback) {
        self.tests += 1;
        let entries = feedback.entries().iter();
        for probe in entries.filter(|entry| entry.map == FeedbackMap::PROBES) {
            self.probes.entry(probe.key).or_default().add(self.tests);
        }
        let counts = feedback.counts().iter();
        counts
            .filter(|counts| counts.map == FeedbackMap::EDGES)
            .for_each(|counts| self.add_edges(counts));
    }

    fn add_edges(&mut self, counts: &Counts) {
        let length = self.edges.len().max(counts.counts.len());
        self.edges.resize(length, ReachedBy::Nobody);
        let reached = self.edges.iter_mut().zip(&counts.counts).filter(|(_, count)| **count > 0);
        reached.for_each(|(edge, _)| edge.add(self.tests));
    }

    /// Returns how many tests reached something alone, or `None` if nothing was measured.
    pub fn seen_once(&self) -> Option<SeenOnce> {
        if self.edges.is_empty() && self.probes.is_empty() {
            return None;
        }
        let all = self.edges.iter().chain(self.probes.values());
        let tests: HashSet<u64> = all
            .filter_map(|reached| match reached {
                ReachedBy::One(test) => Some(*test),
                ReachedBy::Nobody | ReachedBy::Many => None,
            })
            .collect();
        Some(SeenOnce { count: tests.len() as u64, tests: self.tests })
    }
}
