//! Corpus progress: the coverage that the corpus of a guided run has reached.

use std::collections::HashSet;

use forall::feedback::{Feedback, FeedbackMap, Scored};
use forall::part::{Options, SeenCode};
use forall::report::{Progress, Reached};

/// Summarizes the coverage of the inputs in the corpus. Only useful inputs are added, so the cost is
/// negligible.
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
    /// What all tests reached, if this is requested.
    seen: Option<SeenCode>,
}

impl CorpusProgress {
    /// Creates the progress of a run with these options, without any input.
    pub fn new(options: &Options) -> CorpusProgress {
        let seen = options.estimate.then(SeenCode::default);
        CorpusProgress { seen, ..CorpusProgress::default() }
    }

    /// Counts what a test reached, if the options request an estimate.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap};
    /// use forall::part::{CorpusProgress, Options};
    ///
    /// let mut feedback = Feedback::new();
    /// feedback.set_counts(FeedbackMap::EDGES, &[0, 3, 0, 1]);
    /// let mut progress = CorpusProgress::new(&Options { estimate: true, ..Options::default() });
    /// progress.add_test(&feedback);
    /// let seen = progress.summary().seen_once.expect("edges were counted");
    /// assert_eq!((seen.count, seen.tests), (1, 1), "the test reached two edges alone");
    /// ```
    #[inline]
    pub fn add_test(&mut self, feedback: &Feedback) {
        if let Some(seen) = &mut self.seen {
            seen.add(feedback);
        }
    }

    /// Adds an input with this feedback.
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

    /// Adds an input with this score.
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

    /// Returns the progress of the run.
    pub fn summary(&self) -> Progress {
        let taken = self.edges.iter().filter(|taken| **taken).count() as u64;
        let edges = Reached { what: "edge", count: taken, of: Some(self.edges.len() as u64) };
        let probes = Reached { what: "probe", count: self.probes.len() as u64, of: None };
        let reached = [edges, probes].into_iter().filter(|reached| reached.count > 0).collect();
        Progress {
            corpus_size: self.corpus_size,
            reached,
            best: self.best,
            seen_once: self.seen.as_ref().and_then(SeenCode::seen_once),
        }
    }

    fn score(&mut self, score: f64) {
        self.best = Some(self.best.map_or(score, |best| best.max(score)));
    }
}
