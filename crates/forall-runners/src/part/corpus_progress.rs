//! Corpus progress: what the inputs that a guided run keeps have reached together.

use std::collections::HashSet;

use forall::feedback::{Feedback, FeedbackMap, Scored};
use forall::report::{Progress, Reached};

/// Summarizes what the kept inputs did. Only useful inputs are added, so it costs next to nothing.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, Reducer};
/// use forall::part::CorpusProgress;
///
/// let mut feedback = Feedback::new();
/// feedback.set_counts(FeedbackMap::EDGES, &[0, 3, 0, 1]);
/// feedback.add(FeedbackMap::PROBES, 7, 1, Reducer::Sum);
///
/// let mut progress = CorpusProgress::default();
/// progress.add(&feedback);
/// let printed = "corpus of 1 input, 2 of 4 edges reached, 1 probe reached";
/// assert_eq!(progress.summary().to_string(), printed);
/// ```
#[derive(Clone, Debug, Default)]
pub struct CorpusProgress {
    corpus_size: u64,
    /// Whether each edge was taken.
    edges: Vec<bool>,
    probes: HashSet<u64>,
    best: Option<f64>,
}

impl CorpusProgress {
    /// Adds a kept input with this feedback.
    pub fn add(&mut self, feedback: &Feedback) {
        let entries = feedback.entries();
        let probes = entries.iter().filter(|entry| entry.map == FeedbackMap::PROBES);
        self.probes.extend(probes.map(|entry| entry.key));
        for counts in feedback.counts().iter().filter(|counts| counts.map == FeedbackMap::EDGES) {
            self.edges.resize(self.edges.len().max(counts.counts.len()), false);
            for (taken, count) in self.edges.iter_mut().zip(&counts.counts) {
                *taken |= *count > 0;
            }
        }
        if entries.iter().any(|entry| entry.map == FeedbackMap::SCORES) {
            self.score(feedback.score());
        }
        self.corpus_size += 1;
    }

    /// Adds a kept input with this score.
    ///
    /// ```
    /// use forall::part::CorpusProgress;
    ///
    /// let mut progress = CorpusProgress::default();
    /// progress.add_scored(1.5);
    /// progress.add_scored(2.5);
    /// assert_eq!(progress.summary().to_string(), "corpus of 2 inputs, best score 2.5");
    /// ```
    pub fn add_scored(&mut self, score: f64) {
        self.score(score);
        self.corpus_size += 1;
    }

    /// Returns how far the run has come.
    pub fn summary(&self) -> Progress {
        let taken = self.edges.iter().filter(|taken| **taken).count() as u64;
        let edges = Reached { what: "edge", count: taken, of: Some(self.edges.len() as u64) };
        let probes = Reached { what: "probe", count: self.probes.len() as u64, of: None };
        let reached = [edges, probes].into_iter().filter(|reached| reached.count > 0).collect();
        Progress { corpus_size: self.corpus_size, reached, best: self.best }
    }

    fn score(&mut self, score: f64) {
        self.best = Some(self.best.map_or(score, |best| best.max(score)));
    }
}
