//! Settings: what may be said about a run, and by whom.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::time::Duration;

use super::value;
use crate::runner::Options;
use crate::source::{Label, Sizes};

/// What was said about a run; what was not said is left to the next who may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// How large values are, in every test. Without it, sizes grow.
    pub size: Option<u32>,
    /// Is the seed the same in every run, unless it is given?
    pub fixed: Option<bool>,
    /// Say a word on success too?
    pub verbose: Option<bool>,
    /// Run this one test instead.
    pub replay: Option<Replay>,
}

/// One test of one campaign, as it is written in a replay command: `0x2a:17@4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The seed of the campaign.
    pub seed: u64,
    /// The number of the test.
    pub test: u64,
    /// The size of its values, if that is not what the number says.
    pub size: Option<u32>,
}

/// The settings that have a name outside, in the environment (`FORALL_TESTS`) and in `forall.toml`
/// (`tests`), and what each takes.
pub(super) const KEYS: [(&str, &str); 9] = [
    ("tests", "a whole number, such as 1000"),
    ("seed", "a whole number, such as 42 or 0x2a"),
    ("time", "a time, such as 500ms, 10s, 5m or 1h"),
    ("discards", "a whole number, such as 10"),
    ("shrinks", "a whole number, such as 10000"),
    ("size", "a whole number, such as 10"),
    ("fixed", "true or false"),
    ("verbose", "true or false"),
    ("replay", "a seed and a test, such as 0x2a:17@4"),
];

impl Settings {
    /// Nothing said.
    pub const NONE: Settings = Settings {
        tests: None,
        seed: None,
        time: None,
        discards: None,
        shrinks: None,
        size: None,
        fixed: None,
        verbose: None,
        replay: None,
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
            size: self.size.or(others.size),
            fixed: self.fixed.or(others.fixed),
            verbose: self.verbose.or(others.verbose),
            replay: self.replay.or(others.replay),
        }
    }

    /// What a runner is told. A seed that nobody gave is drawn, or made of the test's name where the
    /// same tests shall run every time. A time alone stands without a number of tests.
    pub(super) fn options(&self, path: &str) -> Options {
        let unsaid = Options::default();
        let drawn = || match self.fixed {
            Some(true) => Label::new(path).hash(),
            _ => RandomState::new().hash_one(path),
        };
        let tests = if self.time.is_some() { u64::MAX } else { unsaid.tests };
        Options {
            seed: self.seed.unwrap_or_else(drawn),
            tests: self.tests.unwrap_or(tests),
            discards: self.discards.unwrap_or(unsaid.discards),
            time: self.time,
            shrinks: self.shrinks.unwrap_or(unsaid.shrinks),
            sizes: self.size.map_or(unsaid.sizes, Sizes::Fixed),
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
            "size" => self.size = Some(u32::try_from(value::number(text)?).ok()?),
            "fixed" => self.fixed = Some(value::flag(text)?),
            "verbose" => self.verbose = Some(value::flag(text)?),
            "replay" => self.replay = Some(value::replay(text)?),
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}:{}", self.seed, self.test)?;
        self.size.map_or(Ok(()), |size| write!(f, "@{size}"))
    }
}
