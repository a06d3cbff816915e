//! Options: what every runner takes besides the property.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use forall::part::CorpusProgress;
use forall::report::Journal;
use forall::shrink::{Both, Limits, Means, Shrinker};
use forall::source::{Campaign, Choices, Record, Sizes};

/// What a run may spend, what determines its tests, and how failures are shrunk. By default: seed 1, 1,000 tests,
/// ten discards for each of them, sizes that grow, and 10,000 attempts to shrink within ten seconds, on
/// choices and on values.
///
/// ```
/// use std::time::Duration;
///
/// use forall::runner::Options;
///
/// let options = Options { seed: 42, time: Some(Duration::from_secs(2)), ..Options::default() };
/// assert_eq!(options.tests, 1_000);
/// assert_eq!(options.max_discard_ratio, 10);
/// assert_eq!(options.limits().tries, 10_000);
/// assert_eq!(options.means().limits.tries, 10_000);
/// assert_eq!(options.campaign().seed, 42);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Determines the choices of the run.
    pub seed: u64,
    /// The number of tests that have to pass.
    pub tests: u64,
    /// The number of tests that may be discarded for each that has to pass.
    pub max_discard_ratio: u64,
    /// How long the run may take. Without it, only the number of tests limits the run.
    pub time: Option<Duration>,
    /// The number of simpler inputs to try when shrinking.
    pub max_shrinks: u64,
    /// How long shrinking may take.
    pub shrink_time: Duration,
    /// The sizes of values.
    pub sizes: Sizes,
    /// Shrinks failures.
    pub shrinker: Arc<dyn Shrinker>,
    /// Receives failures, progress and inputs worth saving while the run goes on.
    pub journal: Option<Arc<dyn Journal>>,
    /// Ends the run when it is set, as if time were up.
    pub stop: Option<&'static AtomicBool>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 1,
            tests: 1_000,
            max_discard_ratio: 10,
            time: None,
            max_shrinks: 10_000,
            shrink_time: Duration::from_secs(10),
            sizes: Sizes::default(),
            shrinker: Arc::new(Both),
            journal: None,
            stop: None,
        }
    }
}

impl Options {
    /// Returns how to shrink a failure, with the clock starting now.
    pub fn means(&self) -> Means<'_> {
        Means { shrinker: &*self.shrinker, journal: self.journal.as_deref(), limits: self.limits() }
    }

    /// Returns what shrinking may spend, with the clock starting now. It may take no longer than the whole
    /// run.
    pub fn limits(&self) -> Limits {
        let time = self.time.unwrap_or(self.shrink_time).min(self.shrink_time);
        let deadline = Instant::now().checked_add(time);
        Limits { tries: self.max_shrinks, deadline, stop: self.stop }
    }

    /// Returns the campaign that names the tests of this run.
    pub fn campaign(&self) -> Campaign {
        Campaign { seed: self.seed, sizes: self.sizes }
    }

    /// Returns the inputs that earlier runs saved, one after the other: guided runners begin with them.
    pub fn corpus(&self) -> impl Iterator<Item = Choices> {
        let journal = self.journal.as_deref();
        iter::from_fn(move || journal?.earlier()).fuse()
    }

    /// Saves the choices of a test for later runs, with the progress of this one.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use forall::report::{Failing, Journal, Progress};
    /// use forall::part::CorpusProgress;
    /// use forall::runner::Options;
    /// use forall::source::{Choices, Source};
    ///
    /// #[derive(Debug, Default)]
    /// struct Kept(Mutex<Vec<Choices>>);
    ///
    /// impl Journal for Kept {
    ///     fn note(&self, _: &Failing<'_>) {}
    ///     fn keep(&self, choices: &Choices, _: &Progress) {
    ///         self.0.lock().unwrap().push(choices.clone());
    ///     }
    ///     fn earlier(&self) -> Option<Choices> {
    ///         self.0.lock().unwrap().pop()
    ///     }
    /// }
    /// let options = Options { journal: Some(Arc::new(Kept::default())), ..Options::default() };
    /// let mut source = Source::from_seed(1, 5).recording();
    /// source.branch(9);
    /// let record = source.into_record();
    /// options.save_to_corpus(&record, &CorpusProgress::default());
    /// assert_eq!(options.corpus().collect::<Vec<_>>(), [Choices(record.values())]);
    /// ```
    pub fn save_to_corpus(&self, record: &Record, progress: &CorpusProgress) {
        if let Some(journal) = &self.journal {
            journal.keep(&Choices(record.values()), &progress.summary());
        }
    }
}
