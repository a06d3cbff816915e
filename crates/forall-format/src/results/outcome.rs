//! The outcomes of a run.

use std::fmt;

use crate::json::{JsonRead, ReadJson, WriteJson};

/// How a run ended.
///
/// ```
/// use forall_format::results::RunOutcome;
///
/// assert_eq!(RunOutcome::GaveUp.word(), "gave up");
/// assert_eq!(RunOutcome::from_word("falsified"), Some(RunOutcome::Falsified));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunOutcome {
    /// All tests passed.
    Passed,
    /// All inputs were tested, and passed.
    Proved,
    /// There is a counterexample.
    Falsified,
    /// Too many tests were discarded.
    GaveUp,
    /// All tests were discarded.
    Vacuous,
    /// An observation held in too few tests.
    InsufficientCoverage,
}

impl RunOutcome {
    /// All outcomes.
    pub const ALL: [RunOutcome; 6] = [
        RunOutcome::Passed,
        RunOutcome::Proved,
        RunOutcome::Falsified,
        RunOutcome::GaveUp,
        RunOutcome::Vacuous,
        RunOutcome::InsufficientCoverage,
    ];

    /// Returns the word for the outcome in results and reports.
    pub fn word(self) -> &'static str {
        match self {
            RunOutcome::Passed => "passed",
            RunOutcome::Proved => "proved",
            RunOutcome::Falsified => "falsified",
            RunOutcome::GaveUp => "gave up",
            RunOutcome::Vacuous => "vacuous",
            RunOutcome::InsufficientCoverage => "insufficient coverage",
        }
    }

    /// Returns the outcome with this word.
    pub fn from_word(word: &str) -> Option<RunOutcome> {
        RunOutcome::ALL.into_iter().find(|outcome| outcome.word() == word)
    }
}

impl fmt::Display for RunOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl WriteJson for RunOutcome {
    fn write_json(&self, json: &mut String) {
        self.word().write_json(json);
    }
}

impl ReadJson for RunOutcome {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<RunOutcome> {
        RunOutcome::from_word(json.text()?)
    }
}
