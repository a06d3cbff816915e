//! Settings: what may be said about a run, and by whom.

use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use super::value;
use crate::property::Erased;
use crate::runner::Options;
use crate::shrink::{Alternating, Shrinker, Speculative};
use crate::source::{Choices, Label, Sizes};

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

/// One test, as it is written in a replay command.
///
/// ```
/// use forall::source::{Choices, Value};
/// use forall::harness::Replay;
///
/// let test = Replay::Test { seed: 42, number: 17, size: Some(4) };
/// assert_eq!(test.to_string(), "0x2a:17@4");
/// let choices = Replay::Choices(Choices(vec![Value::Integer(-5)]));
/// assert!(choices.to_string().starts_with("-5."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// These choices: `t,-5,f.9c1e03`.
    Choices(Choices),
    /// A test of a campaign: `0x2a:17@4`.
    Test {
        /// The seed of the campaign.
        seed: u64,
        /// The number of the test.
        number: u64,
        /// The size of its values, if that is not what the number says.
        size: Option<u32>,
    },
}

/// The settings that have a name outside, in the environment (`FORALL_TESTS`) and in `forall.toml`
/// (`tests`), and what each takes.
pub(super) const KEYS: [(&str, &str); 20] = [
    ("tests", "a whole number, such as 1000"),
    ("seed", "a whole number, such as 42 or 0x2a"),
    ("time", "a time, such as 500ms, 10s, 5m or 1h"),
    ("discards", "a whole number, such as 10"),
    ("shrinks", "a whole number, such as 10000"),
    ("shrink_time", "a time, such as 500ms, 10s, 5m or 1h"),
    ("size", "a whole number, such as 10"),
    ("fixed", "true or false"),
    ("verbose", "true or false"),
    ("trace", "true or false"),
    ("regressions", "a folder, or off"),
    ("corpus", "a folder, or off"),
    ("observations", "a folder, or off"),
    ("results", "a folder, or off"),
    ("shrink_threads", "a whole number from 1 to 256"),
    ("runner", "the name of a runner, such as parallel or combinatorial:ways=3"),
    ("replay", "what a report printed, such as t,-5,f.9c1e03 or 0x2a:17@4"),
    ("isolate", "true or false"),
    ("test_time", "a time, such as 500ms, 10s, 5m or 1h"),
    ("memory", "a size, such as 512MB or 4GB"),
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

    /// Sets what `key` names, or says nothing if `text` is not what it takes.
    pub(super) fn set(&mut self, key: &str, text: &str) -> Option<()> {
        match key {
            "tests" => self.tests = Some(value::number(text)?),
            "seed" => self.seed = Some(value::number(text)?),
            "time" => self.time = Some(value::time(text)?),
            "discards" => self.discards = Some(value::number(text)?),
            "shrinks" => self.shrinks = Some(value::number(text)?),
            "shrink_time" => self.shrink_time = Some(value::time(text)?),
            "size" => self.size = Some(u32::try_from(value::number(text)?).ok()?),
            "fixed" => self.fixed = Some(value::flag(text)?),
            "verbose" => self.verbose = Some(value::flag(text)?),
            "trace" => self.trace = Some(value::flag(text)?),
            "shrink_threads" => {
                let threads = value::number(text)?;
                self.shrink_threads = Some(threads).filter(|threads| (1..=256).contains(threads));
                self.shrink_threads?;
            }
            "isolate" => self.isolate = Some(value::flag(text)?),
            "test_time" => self.test_time = Some(value::time(text)?),
            "memory" => self.memory = Some(value::size(text)?),
            "runner" => self.runner = Some(text.to_owned().into()),
            "regressions" => self.regressions = Some(text.to_owned().into()),
            "corpus" => self.corpus = Some(text.to_owned().into()),
            "observations" => self.observations = Some(text.to_owned().into()),
            "results" => self.results = Some(text.to_owned().into()),
            "replay" => {
                value::replay(text)?;
                self.replay = Some(text.to_owned().into());
            }
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replay::Choices(choices) => choices.fmt(f),
            Replay::Test { seed, number, size: None } => write!(f, "{seed:#x}:{number}"),
            Replay::Test { seed, number, size: Some(size) } => {
                write!(f, "{seed:#x}:{number}@{size}")
            }
        }
    }
}
