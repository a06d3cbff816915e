//! Settings: what may be said about a run, and by whom.

use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use forall_format::bytes::parse_bytes;
use forall_format::duration::parse_duration;
use forall_format::flag::parse_flag;
use forall_format::number::parse_number;
use forall_format::{InvalidValue, Replay};

use crate::property::Erased;
use crate::runner::Options;
use crate::shrink::{Alternating, Shrinker, Speculative};
use crate::source::{Label, Sizes};

/// What was said about a run; what was not said is left to the next who may.
///
/// ```
/// use std::time::Duration;
///
/// use forall::harness::Settings;
///
/// let attribute = Settings { tests: Some(50), ..Settings::NONE };
/// let file = Settings { tests: Some(900), seed: Some(42), ..Settings::NONE };
/// let both = attribute.or(file.clone());
/// assert_eq!((both.tests, both.seed), (Some(50), Some(42)));
///
/// let timed = Settings { time: Some(Duration::from_secs(10)), ..Settings::NONE }.or(file);
/// assert_eq!(timed.tests, None, "as many as there is time for");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How many tests shall pass.
    pub tests: Option<u64>,
    /// Names the choices of the run.
    pub seed: Option<u64>,
    /// How long to go on.
    pub time: Option<Duration>,
    /// How many tests may be turned away for each that shall pass.
    pub discards: Option<u64>,
    /// How many simpler inputs to try.
    pub shrinks: Option<u64>,
    /// How long shrinking may take.
    pub shrink_time: Option<Duration>,
    /// How large values are, in every test. Without it, sizes grow.
    pub size: Option<u32>,
    /// Is the seed the same in every run, unless it is given?
    pub fixed: Option<bool>,
    /// Say a word on success too?
    pub verbose: Option<bool>,
    /// Show every step of shrinking?
    pub trace: Option<bool>,
    /// The folder in which failures are kept, seen from the package; `off` if they are not.
    pub regressions: Option<Cow<'static, str>>,
    /// The folder in which guided runs keep what they begin with the next time, seen from the package; they
    /// keep nothing if nobody says so. `cargo forall fuzz` does.
    pub corpus: Option<Cow<'static, str>>,
    /// The folder in which a line for each test is written, as Tyche reads them; nowhere if nobody says so.
    pub observations: Option<Cow<'static, str>>,
    /// The folder in which is written what a run came to; nowhere if nobody says so.
    pub results: Option<Cow<'static, str>>,
    /// On how many threads a slow property may shrink; on one if nobody says so, and in a process of its own:
    /// there, one input at a time is run, so that there is no doubt which of them kills.
    pub shrink_threads: Option<u64>,
    /// The runner of tests that name none themselves: `parallel`, `combinatorial:ways=3`.
    pub runner: Option<Cow<'static, str>>,
    /// Run this one test instead, as a report wrote it: a [`Replay`].
    pub replay: Option<Cow<'static, str>>,
    /// Run in a process of its own, which may die without harm to others?
    pub isolate: Option<bool>,
    /// How long one test may take in a process of its own.
    pub test_time: Option<Duration>,
    /// How much memory a process of its own may have, in bytes.
    pub memory: Option<u64>,
}

/// The names of the settings in `forall.toml` (`tests`) and in the environment (`FORALL_TESTS`).
pub(super) const KEYS: [&str; 20] = [
    "tests",
    "seed",
    "time",
    "discards",
    "shrinks",
    "shrink_time",
    "size",
    "fixed",
    "verbose",
    "trace",
    "regressions",
    "corpus",
    "observations",
    "results",
    "shrink_threads",
    "runner",
    "replay",
    "isolate",
    "test_time",
    "memory",
];

impl Settings {
    /// Nothing said.
    pub const NONE: Settings = Settings {
        tests: None,
        seed: None,
        time: None,
        discards: None,
        shrinks: None,
        shrink_time: None,
        size: None,
        fixed: None,
        verbose: None,
        trace: None,
        regressions: None,
        corpus: None,
        observations: None,
        results: None,
        shrink_threads: None,
        runner: None,
        replay: None,
        isolate: None,
        test_time: None,
        memory: None,
    };

    /// These, and where they say nothing, `others`. Who gives a time and no number of tests wants as
    /// many as there is time for, whatever number others give.
    #[must_use]
    pub fn or(self, others: Settings) -> Settings {
        Settings {
            tests: if self.time.is_some() { self.tests } else { self.tests.or(others.tests) },
            seed: self.seed.or(others.seed),
            time: self.time.or(others.time),
            discards: self.discards.or(others.discards),
            shrinks: self.shrinks.or(others.shrinks),
            shrink_time: self.shrink_time.or(others.shrink_time),
            size: self.size.or(others.size),
            fixed: self.fixed.or(others.fixed),
            verbose: self.verbose.or(others.verbose),
            trace: self.trace.or(others.trace),
            regressions: self.regressions.or(others.regressions),
            corpus: self.corpus.or(others.corpus),
            observations: self.observations.or(others.observations),
            results: self.results.or(others.results),
            shrink_threads: self.shrink_threads.or(others.shrink_threads),
            runner: self.runner.or(others.runner),
            replay: self.replay.or(others.replay),
            isolate: self.isolate.or(others.isolate),
            test_time: self.test_time.or(others.test_time),
            memory: self.memory.or(others.memory),
        }
    }

    /// Returns the seed of the test at `path`. If no seed is set, it is random, or derived from the path if
    /// the seed is fixed.
    pub(super) fn seed(&self, path: &str) -> u64 {
        self.seed.unwrap_or_else(|| match self.fixed {
            Some(true) => Label::new(path).hash(),
            _ => RandomState::new().hash_one(path),
        })
    }

    /// Returns the options with which a runner runs `property`, which is the test at `path`. If a time is
    /// set and no number of tests, that number is not limited.
    pub(super) fn options(&self, path: &str, property: &Erased) -> Options {
        let unsaid = Options::default();
        let tests = if self.time.is_some() { u64::MAX } else { unsaid.tests };
        let shrinker: Arc<dyn Shrinker> = match self.shrink_threads {
            Some(threads @ 2..) => {
                let threads = threads as usize;
                Arc::new(Speculative { shrinker: Alternating, threads, property: property.clone() })
            }
            _ => Arc::clone(&unsaid.shrinker),
        };
        Options {
            seed: self.seed(path),
            tests: self.tests.unwrap_or(tests),
            discards: self.discards.unwrap_or(unsaid.discards),
            time: self.time,
            shrinks: self.shrinks.unwrap_or(unsaid.shrinks),
            shrink_time: self.shrink_time.unwrap_or(unsaid.shrink_time),
            sizes: self.size.map_or(unsaid.sizes, Sizes::Fixed),
            shrinker,
            ..unsaid
        }
    }

    /// Sets the setting `key`, which is one of [`KEYS`].
    pub(super) fn set(&mut self, key: &str, text: &str) -> Result<(), InvalidValue> {
        match key {
            "tests" => self.tests = Some(parse_number(text)?),
            "seed" => self.seed = Some(parse_number(text)?),
            "time" => self.time = Some(parse_duration(text)?),
            "discards" => self.discards = Some(parse_number(text)?),
            "shrinks" => self.shrinks = Some(parse_number(text)?),
            "shrink_time" => self.shrink_time = Some(parse_duration(text)?),
            "size" => {
                let size = u32::try_from(parse_number(text)?);
                self.size = Some(size.map_err(|_| InvalidValue::new(text, SIZE))?);
            }
            "fixed" => self.fixed = Some(parse_flag(text)?),
            "verbose" => self.verbose = Some(parse_flag(text)?),
            "trace" => self.trace = Some(parse_flag(text)?),
            "shrink_threads" => {
                let threads = parse_number(text)?;
                if !(1..=256).contains(&threads) {
                    return Err(InvalidValue::new(text, THREADS));
                }
                self.shrink_threads = Some(threads);
            }
            "isolate" => self.isolate = Some(parse_flag(text)?),
            "test_time" => self.test_time = Some(parse_duration(text)?),
            "memory" => self.memory = Some(parse_bytes(text)?),
            "runner" => self.runner = Some(text.to_owned().into()),
            "regressions" => self.regressions = Some(text.to_owned().into()),
            "corpus" => self.corpus = Some(text.to_owned().into()),
            "observations" => self.observations = Some(text.to_owned().into()),
            "results" => self.results = Some(text.to_owned().into()),
            "replay" => {
                text.parse::<Replay>()?;
                self.replay = Some(text.to_owned().into());
            }
            _ => unreachable!("`{key}` is one of the keys"),
        }
        Ok(())
    }
}

/// The values of the setting `size`, for error messages.
const SIZE: &str = "a whole number below 4294967296, such as 10";

/// The values of the setting `shrink_threads`, for error messages.
const THREADS: &str = "a whole number from 1 to 256";
