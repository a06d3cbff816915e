//! Options: what every runner takes besides the property.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use forall::part::CorpusProgress;
use forall::report::{CorpusStore, RunObserver};
use forall::shrink::{Alternating, ShrinkConfig, ShrinkLimits, Shrinker};
use forall::source::{Campaign, ChoiceSequence, Record, Sizes};

/// The budget of a run, the seed and sizes that determine its tests, and how failures are shrunk. By default:
/// seed 1, 1,000 tests, ten discards for each of them, sizes that grow, and 10,000 attempts to shrink within
/// ten seconds, on choices and on values.
///
/// ```
/// use std::time::Duration;
///
/// use forall::runner::Options;
///
/// let options = Options { seed: 42, max_time: Some(Duration::from_secs(2)), ..Options::default() };
/// assert_eq!(options.tests, 1_000);
/// assert_eq!(options.max_discard_ratio, 10);
/// assert_eq!(options.shrink_limits().tries, 10_000);
/// assert_eq!(options.shrink_config().limits.tries, 10_000);
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
    pub max_time: Option<Duration>,
    /// The number of simpler inputs to try when shrinking.
    pub max_shrinks: u64,
    /// How long shrinking may take.
    pub shrink_time: Duration,
    /// The sizes of values.
    pub sizes: Sizes,
    /// Whether values recur and relate to each other in every second test. See
    /// [`Source::themed`](forall::source::Source::themed).
    pub themes: bool,
    /// Shrinks failures.
    pub shrinker: Arc<dyn Shrinker>,
    /// Whether to find out which parts of a counterexample do not matter.
    pub explain: bool,
    /// Whether guided runs estimate how likely the next test reaches new code. This takes some time in each test.
    pub estimate: bool,
    /// Is notified of failures and of progress during the run.
    pub observer: Option<Arc<dyn RunObserver>>,
    /// Where guided runs save interesting inputs, and which inputs they start with.
    pub corpus: Option<Arc<dyn CorpusStore>>,
    /// Ends the run when it is set, as if time were up.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 1,
            tests: 1_000,
            max_discard_ratio: 10,
            max_time: None,
            max_shrinks: 10_000,
            shrink_time: Duration::from_secs(10),
            sizes: Sizes::default(),
            themes: true,
            shrinker: Arc::new(Alternating),
            explain: true,
            estimate: false,
            observer: None,
            corpus: None,
            stop: None,
        }
    }
}

impl Options {
    /// Returns the configuration for shrinking a failure, with the clock starting now.
    pub fn shrink_config(&self) -> ShrinkConfig<'_> {
        ShrinkConfig {
            shrinker: &*self.shrinker,
            observer: self.observer.as_deref(),
            limits: self.shrink_limits(),
            explain: self.explain,
            cross: true,
        }
    }

    /// Returns the limits of shrinking, with the clock starting now. Shrinking may take no longer than the
    /// whole run.
    pub fn shrink_limits(&self) -> ShrinkLimits {
        let time = self.max_time.unwrap_or(self.shrink_time).min(self.shrink_time);
        let deadline = Instant::now().checked_add(time);
        ShrinkLimits { tries: self.max_shrinks, deadline, stop: self.stop.clone() }
    }

    /// Returns the campaign that names the tests of this run.
    pub fn campaign(&self) -> Campaign {
        Campaign { seed: self.seed, sizes: self.sizes, themes: self.themes }
    }

    /// Announces the kinds of feedback of a guided run, before it reads or saves inputs.
    ///
    /// ```
    /// use forall::feedback::{Instrument, Probes};
    /// use forall::runner::Options;
    ///
    /// Options::default().begin_corpus(|names| Probes.names(names));
    /// ```
    pub fn begin_corpus(&self, names: impl FnOnce(&mut Vec<&'static str>)) {
        if let Some(corpus) = &self.corpus {
            let mut guided_by = Vec::new();
            names(&mut guided_by);
            corpus.begin(&guided_by);
        }
    }

    /// Returns the inputs that earlier runs saved, one after the other: guided runners start with them.
    pub fn corpus_inputs(&self) -> impl Iterator<Item = ChoiceSequence> {
        let corpus = self.corpus.as_deref();
        iter::from_fn(move || corpus?.take()).fuse()
    }

    /// Saves the choices of a test for later runs, with the progress of this one.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use forall::part::CorpusProgress;
    /// use forall::report::{CorpusStore, Progress};
    /// use forall::runner::Options;
    /// use forall::source::{ChoiceSequence, Source};
    ///
    /// #[derive(Debug, Default)]
    /// struct Memory(Mutex<Vec<ChoiceSequence>>);
    ///
    /// impl CorpusStore for Memory {
    ///     fn save(&self, choices: &ChoiceSequence, _: &Progress) {
    ///         self.0.lock().unwrap().push(choices.clone());
    ///     }
    ///     fn take(&self) -> Option<ChoiceSequence> {
    ///         self.0.lock().unwrap().pop()
    ///     }
    /// }
    /// let options = Options { corpus: Some(Arc::new(Memory::default())), ..Options::default() };
    /// let mut source = Source::from_seed(1, 5).recording();
    /// source.branch(9);
    /// let record = source.into_record();
    /// options.save_to_corpus(&record, &CorpusProgress::default());
    /// assert_eq!(options.corpus_inputs().collect::<Vec<_>>(), [ChoiceSequence(record.values())]);
    /// ```
    pub fn save_to_corpus(&self, record: &Record, progress: &CorpusProgress) {
        if let Some(corpus) = &self.corpus {
            corpus.save(&ChoiceSequence(record.values()), &progress.summary());
        }
    }
}
