//! Settings: how a test runs, from the attribute, the environment and `forall.toml`.

use std::borrow::Cow;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use forall_format::bytes::parse_bytes;
use forall_format::duration::parse_duration;
use forall_format::flag::parse_flag;
use forall_format::number::parse_number;
use forall_format::replay::MAX_SIZE;
use forall_format::{InvalidValue, Replay};

use crate::property::Erased;
use crate::runner::Options;
use crate::shrink::{Alternating, Shrinker, Speculative};
use crate::source::{Sizes, SpanLabel};

/// Defines the settings, each with its type and the function that parses it.
macro_rules! settings {
    ($( $(#[$attribute:meta])* $name:ident: $ty:ty = $parse:expr; )*) => {
        /// The settings of a test. The attribute takes precedence over the environment, then come
        /// `forall.toml` and the defaults.
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
        /// let timed = Settings { max_time: Some(Duration::from_secs(10)), ..Settings::NONE }.or(file);
        /// assert_eq!(timed.tests, None, "as many as there is time for");
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Settings {
            $( $(#[$attribute])* pub $name: Option<$ty>, )*
        }

        /// The names of the settings in `forall.toml` (`tests`) and in the environment (`FORALL_TESTS`).
        pub(super) const KEYS: &[&str] = &[$(stringify!($name)),*];

        impl Settings {
            /// No setting is set.
            pub const NONE: Settings = Settings { $($name: None),* };

            /// Returns only the settings whose names satisfy `wanted`.
            pub(super) fn only(self, wanted: impl Fn(&str) -> bool) -> Settings {
                Settings { $($name: self.$name.filter(|_| wanted(stringify!($name)))),* }
            }

            fn merge(self, others: Settings) -> Settings {
                Settings { $($name: self.$name.or(others.$name)),* }
            }

            /// Sets the setting `key`, which is one of [`KEYS`].
            pub(super) fn set(&mut self, key: &str, text: &str) -> Result<(), InvalidValue> {
                match key {
                    $( stringify!($name) => self.$name = Some($parse(text)?), )*
                    _ => unreachable!("`{key}` is one of the keys"),
                }
                Ok(())
            }
        }
    };
}

settings! {
    /// The number of tests that must pass.
    tests: u64 = parse_number;
    /// The seed of the run.
    seed: u64 = parse_number;
    /// How long the run may take.
    max_time: Duration = parse_duration;
    /// The maximum number of discarded tests for each test that must pass.
    max_discard_ratio: u64 = parse_number;
    /// The maximum number of inputs that shrinking tries.
    max_shrinks: u64 = parse_number;
    /// How long shrinking may take.
    shrink_time: Duration = parse_duration;
    /// The size of the values in every test. If it is not set, sizes vary.
    size: u32 = parse_size;
    /// Whether some tests are large, if they do not take too long.
    large_tests: bool = parse_flag;
    /// Whether values recur and relate to each other in every second test.
    themes: bool = parse_flag;
    /// Whether the seed is the same in every run, unless it is set.
    fixed_seed: bool = parse_flag;
    /// Whether to print a report on success too, and everything that is known about a failure.
    verbose: bool = parse_flag;
    /// Whether to print every step of shrinking.
    trace_shrinks: bool = parse_flag;
    /// The folder of saved failures, relative to the package; `off` saves none.
    regressions: Cow<'static, str> = parse_folder;
    /// The folder of the inputs that guided runs start with, relative to the package. If it is not set, guided
    /// runs save no inputs; `cargo forall fuzz` sets it.
    corpus: Cow<'static, str> = parse_folder;
    /// The folder for one line about each test, in the format of Tyche. If it is not set, none is written.
    observations: Cow<'static, str> = parse_folder;
    /// The folder for the results of runs. If it is not set, none are written.
    results: Cow<'static, str> = parse_folder;
    /// The number of threads on which a slow property shrinks. An isolated property always shrinks on one, so that it
    /// is certain which input crashes.
    shrink_threads: u64 = parse_threads;
    /// The runner of tests that do not name one: `parallel`, `combinatorial:strength=3`.
    runner: Cow<'static, str> = parse_text;
    /// Runs this one test instead, as a report printed it: a [`Replay`].
    replay: Cow<'static, str> = parse_replay;
    /// The file for the steps of a replayed state machine, as a test. If it is not set, none is written.
    code: Cow<'static, str> = parse_text;
    /// Whether the test runs in a child process, so that a crash does not affect other tests.
    isolate: bool = parse_flag;
    /// How long one test may take. An isolated test that takes longer fails; any other is reported on stderr. 0 is no
    /// limit.
    test_timeout: Duration = parse_duration;
    /// How much memory a child process may use, in bytes.
    memory_limit: u64 = parse_bytes;
}

impl Settings {
    /// Returns these settings, with unset ones taken from `others`. If a time is set but no number of tests,
    /// the number stays unset: the run takes as many tests as there is time for.
    #[must_use]
    pub fn or(self, others: Settings) -> Settings {
        let tests = if self.max_time.is_some() { self.tests } else { self.tests.or(others.tests) };
        Settings { tests, ..self.merge(others) }
    }

    /// Returns the seed of the test at `path`. If no seed is set, it is random, or derived from the path if
    /// the seed is fixed.
    pub(super) fn seed(&self, path: &str) -> u64 {
        self.seed.unwrap_or_else(|| match self.fixed_seed {
            Some(true) => SpanLabel::new(path).hash(),
            _ => RandomState::new().hash_one(path),
        })
    }

    /// Returns the options with which a runner runs `property`, which is the test at `path`. If a time is
    /// set and no number of tests, that number is not limited.
    pub(super) fn options(&self, path: &str, property: &Erased) -> Options {
        let defaults = Options::default();
        let tests = if self.max_time.is_some() { u64::MAX } else { defaults.tests };
        let shrinker: Arc<dyn Shrinker> = match self.shrink_threads {
            Some(threads @ 2..) => {
                let threads = threads as usize;
                Arc::new(Speculative { shrinker: Alternating, threads, property: property.clone() })
            }
            _ => Arc::clone(&defaults.shrinker),
        };
        Options {
            seed: self.seed(path),
            tests: self.tests.unwrap_or(tests),
            max_discard_ratio: self.max_discard_ratio.unwrap_or(defaults.max_discard_ratio),
            max_time: self.max_time,
            max_shrinks: self.max_shrinks.unwrap_or(defaults.max_shrinks),
            shrink_time: self.shrink_time.unwrap_or(defaults.shrink_time),
            sizes: match (self.size, self.large_tests) {
                (Some(size), _) => Sizes::Fixed(size),
                (None, Some(false)) => Sizes::NEVER_LARGE,
                (None, _) => defaults.sizes,
            },
            themes: self.themes.unwrap_or(defaults.themes),
            shrinker,
            estimate: self.verbose == Some(true),
            explain: self.verbose == Some(true) || self.results.is_some(),
            ..defaults
        }
    }
}

fn parse_size(text: &str) -> Result<u32, InvalidValue> {
    let size = parse_number(text)?;
    let too_large = || InvalidValue::new(text, "a whole number from 0 to 1000, such as 10");
    u32::try_from(size).ok().filter(|size| *size <= MAX_SIZE).ok_or_else(too_large)
}

pub(super) fn parse_threads(text: &str) -> Result<u64, InvalidValue> {
    match parse_number(text)? {
        threads @ 1..=256 => Ok(threads),
        _ => Err(InvalidValue::new(text, "a whole number from 1 to 256")),
    }
}

fn parse_text(text: &str) -> Result<Cow<'static, str>, InvalidValue> {
    Ok(text.to_owned().into())
}

fn parse_folder(text: &str) -> Result<Cow<'static, str>, InvalidValue> {
    match text.trim() {
        "" => Err(InvalidValue::new(text, "a folder, such as .forall/results, or `off`")),
        _ => parse_text(text),
    }
}

fn parse_replay(text: &str) -> Result<Cow<'static, str>, InvalidValue> {
    text.parse::<Replay>()?;
    parse_text(text)
}
