//! One saved failure.

use std::fmt;

use crate::choice_sequence::ChoiceSequence;
use crate::wording::truncated;

/// The number of characters of a value that a comment shows.
const MAX_VALUE_CHARS: usize = 400;

/// A failure that is saved.
///
/// It is displayed as it is stored:
///
/// ```
/// use forall_format::ChoiceSequence;
/// use forall_format::regressions::{RegressionEntry, RegressionState};
///
/// let choices = ChoiceSequence::default();
/// let entry = RegressionEntry::new(RegressionState::Crashes, choices, [("x", "1"), ("y", "a\nb")]);
/// assert_eq!(entry.to_string(), "crashes .be0c53\n  # x = 1\n  # y = a\n  # b\n");
/// assert_eq!(entry.comments(), ["x = 1", "y = a", "b"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegressionEntry {
    /// What happened when the input last ran.
    pub state: RegressionState,
    /// The choices that generate the input.
    pub choices: ChoiceSequence,
    /// The lines of the comment below the entry, without their marks. None contains a line end.
    comments: Vec<String>,
}

/// What happened when the input of an entry last ran.
///
/// ```
/// use forall_format::regressions::RegressionState;
///
/// let words = RegressionState::ALL.map(RegressionState::word);
/// assert_eq!(words, ["fails", "crashes", "fixed", "stale"]);
/// assert_eq!(RegressionState::from_word("fixed"), Some(RegressionState::Fixed));
/// assert!(!RegressionState::Fixed.is_failing());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegressionState {
    /// The property failed.
    Fails,
    /// The process crashed.
    Crashes,
    /// The property passed.
    Fixed,
    /// The choices no longer match the domains of the property.
    Stale,
}

impl RegressionState {
    /// All states.
    pub const ALL: [RegressionState; 4] = [
        RegressionState::Fails,
        RegressionState::Crashes,
        RegressionState::Fixed,
        RegressionState::Stale,
    ];

    /// Returns the word for the state in a file.
    pub fn word(self) -> &'static str {
        match self {
            RegressionState::Fails => "fails",
            RegressionState::Crashes => "crashes",
            RegressionState::Fixed => "fixed",
            RegressionState::Stale => "stale",
        }
    }

    /// Returns the state with this word in a file.
    pub fn from_word(word: &str) -> Option<RegressionState> {
        RegressionState::ALL.into_iter().find(|state| state.word() == word)
    }

    /// Returns whether the input still fails or crashes, as far as is known.
    pub fn is_failing(self) -> bool {
        matches!(self, RegressionState::Fails | RegressionState::Crashes)
    }
}

impl RegressionEntry {
    /// Creates an entry with a comment that shows the name and the value of each variable. Long values are
    /// truncated.
    pub fn new<'b>(
        state: RegressionState,
        choices: ChoiceSequence,
        bindings: impl IntoIterator<Item = (&'b str, &'b str)>,
    ) -> RegressionEntry {
        let mut entry = RegressionEntry { state, choices, comments: Vec::new() };
        for (name, value) in bindings {
            let comment = format!("{name} = {}", truncated(value, MAX_VALUE_CHARS));
            comment.split('\n').for_each(|line| entry.add_comment(line));
        }
        entry
    }

    /// Returns the lines of the comment below the entry, without their marks.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Adds a line to the comment.
    pub(super) fn add_comment(&mut self, line: &str) {
        // A carriage return here would be read as a part of the line end.
        self.comments.push(line.trim_end_matches('\r').to_owned());
    }

    /// Returns the comment as it is stored.
    pub(super) fn comment_lines(&self) -> String {
        self.comments.iter().map(|line| format!("  # {line}\n")).collect()
    }
}

impl fmt::Display for RegressionState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for RegressionEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}\n{}", self.state, self.choices, self.comment_lines())
    }
}
