//! Options: what every runner is given besides the property.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use forall::part::Growth;
use forall::report::Journal;
use forall::shrink::{Alternating, ShrinkConfig, ShrinkLimits, Shrinker};
use forall::source::{Campaign, Choices, Record, Sizes};

/// What a run may spend, what names its tests, and who makes of a failure the simplest. By default:
/// the seed 1, 1,000 tests of which ten times as many may be turned away, sizes that grow, and 10,000
/// tries to shrink in ten seconds, on choices and on values.
///
/// ```
/// use std::time::Duration;
///
/// use forall::runner::Options;
///
/// let options = Options { seed: 42, time: Some(Duration::from_secs(2)), ..Options::default() };
/// assert_eq!((options.tests, options.discards), (1_000, 10));
/// assert_eq!(options.shrink_limits().tries, 10_000);
/// assert_eq!(options.shrink_config().limits.tries, 10_000);
/// assert_eq!(options.campaign().seed, 42);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Names the choices of the run.
    pub seed: u64,
    /// How many tests shall pass.
    pub tests: u64,
    /// How many tests may be turned away for each that shall pass.
    pub discards: u64,
    /// How long to go on; for ever if there is none.
    pub time: Option<Duration>,
    /// How many simpler inputs to try.
    pub shrinks: u64,
    /// How long to try them, at most.
    pub shrink_time: Duration,
    /// How large values are.
    pub sizes: Sizes,
    /// What makes a failure simpler.
    pub shrinker: Arc<dyn Shrinker>,
    /// Whether to find out which parts of a counterexample do not matter.
    pub explain: bool,
    /// Who is told of failures, and of inputs worth keeping, before the report is there.
    pub journal: Option<Arc<dyn Journal>>,
    /// Ends the run when it is set, as if there were no time left.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 1,
            tests: 1_000,
            discards: 10,
            time: None,
            shrinks: 10_000,
            shrink_time: Duration::from_secs(10),
            sizes: Sizes::default(),
            shrinker: Arc::new(Alternating),
            explain: true,
            journal: None,
            stop: None,
        }
    }
}

impl Options {
    /// Returns how to shrink a failure, with a deadline from now on.
    pub fn shrink_config(&self) -> ShrinkConfig<'_> {
        ShrinkConfig {
            shrinker: &*self.shrinker,
            journal: self.journal.as_deref(),
            limits: self.shrink_limits(),
            explain: self.explain,
        }
    }

    /// Returns the limits of shrinking. The deadline is `shrink_time` from now, or `time` if that is shorter.
    pub fn shrink_limits(&self) -> ShrinkLimits {
        let time = self.time.unwrap_or(self.shrink_time).min(self.shrink_time);
        let deadline = Instant::now().checked_add(time);
        ShrinkLimits { tries: self.shrinks, deadline, stop: self.stop.clone() }
    }

    /// The tests of this run.
    pub fn campaign(&self) -> Campaign {
        Campaign { seed: self.seed, sizes: self.sizes }
    }

    /// Inputs that earlier runs kept, one after the other: guided runners begin with them.
    pub fn earlier(&self) -> impl Iterator<Item = Choices> {
        let journal = self.journal.as_deref();
        iter::from_fn(move || journal?.earlier()).fuse()
    }

    /// Keeps the choices of a test for runs after this one, which has come so far with them.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use forall::report::{Failing, Journal, Progress};
    /// use forall::part::Growth;
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
    /// options.keep(&record, &Growth::default());
    /// assert_eq!(options.earlier().collect::<Vec<_>>(), [Choices(record.values())]);
    /// ```
    pub fn keep(&self, record: &Record, growth: &Growth) {
        if let Some(journal) = &self.journal {
            journal.keep(&Choices(record.values()), &growth.progress());
        }
    }
}
