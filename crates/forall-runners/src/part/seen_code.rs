//! Seen code: how many tests reached each edge and probe.

use std::collections::HashMap;

use forall::feedback::{Counts, Feedback, FeedbackMap};
use forall::report::SeenOnce;

/// Counts the edges and probes that exactly one test reached.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap};
/// use forall::part::SeenCode;
///
/// let mut seen = SeenCode::default();
/// for edges in [[1, 0, 9], [1, 0, 0], [1, 0, 0]] {
///     let mut feedback = Feedback::new();
///     feedback.set_counts(FeedbackMap::EDGES, &edges);
///     seen.add(&feedback);
/// }
/// let once = seen.seen_once().expect("there are edges");
/// assert_eq!((once.count, once.tests), (1, 3), "the third edge");
/// ```
#[derive(Clone, Debug, Default)]
pub struct SeenCode {
    tests: u64,
    /// For each edge, the number of tests that reached it, up to 2.
    edges: Vec<u8>,
    /// For each probe, whether only one test reached it.
    probes: HashMap<u64, bool>,
}

impl SeenCode {
    /// Adds a test with this feedback.
    pub fn add(&mut self, feedback: &Feedback) {
        self.tests += 1;
        let entries = feedback.entries().iter();
        for probe in entries.filter(|entry| entry.map == FeedbackMap::PROBES) {
            self.probes.entry(probe.key).and_modify(|once| *once = false).or_insert(true);
        }
        let counts = feedback.counts().iter();
        counts
            .filter(|counts| counts.map == FeedbackMap::EDGES)
            .for_each(|counts| self.add_edges(counts));
    }

    fn add_edges(&mut self, counts: &Counts) {
        self.edges.resize(self.edges.len().max(counts.counts.len()), 0);
        for (tests, count) in self.edges.iter_mut().zip(&counts.counts) {
            *tests = (*tests + u8::from(*count > 0)).min(2);
        }
    }

    /// Returns how much only one test reached, or `None` if nothing was measured.
    pub fn seen_once(&self) -> Option<SeenOnce> {
        if self.edges.is_empty() && self.probes.is_empty() {
            return None;
        }
        let edges = self.edges.iter().filter(|tests| **tests == 1).count();
        let probes = self.probes.values().filter(|once| **once).count();
        Some(SeenOnce { count: (edges + probes) as u64, tests: self.tests })
    }
}
