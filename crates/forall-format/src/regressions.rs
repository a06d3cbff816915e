//! Regression files: the failures of one property, made to be read by people and kept under version control.
//!
//! ```text
//! forall-regressions 1
//! # Inputs on which shapes::areas_add_up failed. …
//!
//! fails t,0,16,f,0.1d5a0e
//!   # shapes = [Square(16)]
//!   # i = 0
//! then t,0,16,f,0.1d5a0e t,0,1,f,0.9b01c2
//!   # shapes = [Square(1)]
//!   # i = 0
//! ```
//!
//! An entry is a [state](RegressionState) and the choices of a failing input; the indented comments below it
//! show the values. Other comments and empty lines belong to people, and stay where they are.
//!
//! The last three lines are a *shrink step*: the entry with the first choices now has the second choices.
//! Steps are appended while a failure shrinks, because that is much faster than rewriting the file. Parsing
//! applies them, and [rendering](RegressionFile#impl-Display-for-RegressionFile) writes the result. A step
//! whose first choices match no entry stands for an entry of its own, so a failure is never lost.
//!
//! A file of another version, or one that cannot be parsed, is an error. [`RegressionStore`] never writes to
//! such a file.

mod entry;
mod error;
mod parse;
mod store;

use std::fmt;
use std::mem;

pub use self::entry::{RegressionEntry, RegressionState};
pub use self::error::{ParseRegressionsError, RegressionProblem, RegressionStoreError};
pub use self::store::{FoundStores, RegressionStore};
use crate::choice_sequence::ChoiceSequence;
use crate::heading::Heading;

const HEADING: Heading = Heading { format: "forall-regressions", version: "1" };

/// The start of a line with a shrink step.
const STEP: &str = "then ";

/// The number of shrink steps after which the file is rewritten without steps, because every reader has to
/// apply all of them.
const MAX_STEPS: usize = 64;

/// A regression file, line by line.
///
/// ```
/// use forall_format::regressions::{RegressionEntry, RegressionFile, RegressionState};
/// use forall_format::{ChoiceSequence, ChoiceValue};
///
/// let choices = ChoiceSequence(vec![ChoiceValue::Integer(16)]);
/// let entry = RegressionEntry::new(RegressionState::Fails, choices.clone(), [("x", "16")]);
/// let mut file = RegressionFile::new("shapes::areas_add_up");
/// file.put(None, entry);
/// assert!(file.to_string().ends_with("\nfails 16.2a0572\n  # x = 16\n"));
///
/// file.mark(&choices, RegressionState::Fixed);
/// let parsed = RegressionFile::parse(file.to_string().as_bytes()).unwrap();
/// assert_eq!(parsed.count(RegressionState::Fixed), 1);
/// assert_eq!(parsed.summary(), "1 fixed");
/// let (line, _) = parsed.numbered_entries().next().unwrap();
/// assert_eq!(line, 5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegressionFile {
    lines: Vec<Line>,
    /// The number of shrink steps that were in the file and are now applied.
    steps: usize,
    /// Whether a step may be appended: the file exists, and its last line is complete.
    appendable: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    Entry(RegressionEntry),
    /// The heading, a comment, or an empty line.
    Other(String),
}

impl RegressionFile {
    /// Creates a file without entries. `property` is the full name of the property.
    pub fn new(property: &str) -> RegressionFile {
        let heading = [
            HEADING.to_string(),
            format!("# Inputs on which {property} failed. They run first."),
            "# Keep this file under version control. To forget a failure, delete its lines."
                .to_owned(),
            String::new(),
        ];
        let lines = heading.into_iter().map(Line::Other).collect();
        RegressionFile { lines, steps: 0, appendable: false }
    }

    /// Parses the content of a file.
    ///
    /// An incomplete step at the end is ignored: its writer crashed, or is writing it now. So are NULs at the end, which
    /// are left by a power cut.
    ///
    /// ```
    /// use forall_format::regressions::RegressionFile;
    ///
    /// let error = RegressionFile::parse(b"forall-regressions 2\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 1: `forall-regressions 2` is the format of another release of Forall; \
    ///      this release reads version 1"
    /// );
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<RegressionFile, ParseRegressionsError> {
        parse::parse(bytes)
    }

    /// Returns the entries in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = &RegressionEntry> {
        self.lines.iter().filter_map(Line::entry)
    }

    /// Returns the entries with their line numbers, from 1, in the rendered file.
    pub fn numbered_entries(&self) -> impl Iterator<Item = (usize, &RegressionEntry)> {
        let mut next = 1;
        let numbered = self.lines.iter().map(move |line| {
            let number = next;
            next += 1 + line.entry().map_or(0, |entry| entry.comments().len());
            (number, line)
        });
        numbered.filter_map(|(number, line)| Some((number, line.entry()?)))
    }

    /// Returns the number of entries in `state`.
    pub fn count(&self, state: RegressionState) -> usize {
        self.entries().filter(|entry| entry.state == state).count()
    }

    /// Returns the number of entries in each state that has any: `1 fails, 2 fixed`.
    pub fn summary(&self) -> String {
        let counts = RegressionState::ALL.map(|state| (self.count(state), state));
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        counts.map(|(count, state)| format!("{count} {state}")).collect::<Vec<_>>().join(", ")
    }

    /// Replaces the entry with the choices `old` by `new`. Without `old`, or if no entry has these choices,
    /// appends `new`. Removes any other entry with the choices of `new`. If `old` equals the choices of
    /// `new`, only updates the state of the entry, and adds comments if it has none. Returns whether the file
    /// changed.
    ///
    /// ```
    /// use forall_format::ChoiceSequence;
    /// use forall_format::regressions::{RegressionEntry, RegressionFile, RegressionState};
    ///
    /// let entry = RegressionEntry::new(RegressionState::Fails, ChoiceSequence::default(), []);
    /// let mut file = RegressionFile::new("a::b");
    /// assert!(file.put(None, entry.clone()));
    /// assert!(!file.put(Some(&entry.choices), entry.clone()));
    /// assert_eq!(file.entries().collect::<Vec<_>>(), [&entry]);
    /// ```
    pub fn put(&mut self, old: Option<&ChoiceSequence>, new: RegressionEntry) -> bool {
        if old == Some(&new.choices) && self.contains(&new.choices) {
            let is_commented = self.add_missing_comments(&new);
            return self.mark(&new.choices, new.state) || is_commented;
        }
        self.lines.retain(|line| !line.has(&new.choices));
        let line = Line::Entry(new);
        match old.and_then(|old| self.lines.iter_mut().find(|line| line.has(old))) {
            Some(old) => *old = line,
            None => self.lines.push(line),
        }
        true
    }

    /// Gives the entry with the choices of `new` the comments of `new`, if it has none. Returns whether it changed.
    fn add_missing_comments(&mut self, new: &RegressionEntry) -> bool {
        let entries = self.lines.iter_mut().filter_map(|line| match line {
            Line::Entry(entry) if entry.choices == new.choices => Some(entry),
            _ => None,
        });
        let mut changed = false;
        for entry in entries.filter(|entry| entry.comments().is_empty()) {
            new.comments().iter().for_each(|comment| entry.add_comment(comment));
            changed |= !entry.comments().is_empty();
        }
        changed
    }

    /// Returns the text of a shrink step from the entry with the choices `old` to `new`, to be appended to
    /// the file. Returns `None` if the file must be rewritten instead: it has no such entry, its last line is
    /// incomplete, or it has many steps already.
    ///
    /// ```
    /// use forall_format::regressions::{RegressionEntry, RegressionFile, RegressionState};
    /// use forall_format::{ChoiceSequence, ChoiceValue};
    ///
    /// let text = "forall-regressions 1\nfails 16.2a0572\n";
    /// let file = RegressionFile::parse(text.as_bytes()).unwrap();
    /// let choices = ChoiceSequence(vec![ChoiceValue::Integer(1)]);
    /// let simpler = RegressionEntry::new(RegressionState::Fails, choices, [("x", "1")]);
    /// let step = file.step(&"16.2a0572".parse().unwrap(), &simpler).unwrap();
    /// assert_eq!(step, "then 16.2a0572 1.ad7919\n  # x = 1\n");
    ///
    /// let shrunk = RegressionFile::parse(format!("{text}{step}").as_bytes()).unwrap();
    /// assert_eq!(shrunk.entries().collect::<Vec<_>>(), [&simpler]);
    /// assert!(shrunk.has_steps());
    /// ```
    pub fn step(&self, old: &ChoiceSequence, new: &RegressionEntry) -> Option<String> {
        let has_room = self.appendable && self.steps < MAX_STEPS;
        let is_step = new.state == RegressionState::Fails
            && self.contains(old)
            && !self.contains(&new.choices);
        (has_room && is_step)
            .then(|| format!("{STEP}{old} {}\n{}", new.choices, new.comment_lines()))
    }

    /// Returns whether the parsed file had shrink steps, which rendering puts in their places.
    pub fn has_steps(&self) -> bool {
        self.steps > 0
    }

    /// Sets the state of the entries with these choices. Returns whether the file changed.
    pub fn mark(&mut self, choices: &ChoiceSequence, state: RegressionState) -> bool {
        let mut changed = false;
        for line in &mut self.lines {
            if let Line::Entry(entry) = line
                && entry.choices == *choices
            {
                changed |= mem::replace(&mut entry.state, state) != state;
            }
        }
        changed
    }

    /// Removes the entries for which `unwanted` returns true, and their comments. Returns the number of
    /// removed entries.
    ///
    /// ```
    /// use forall_format::regressions::RegressionFile;
    ///
    /// let text = "forall-regressions 1\n# Mine.\nfails 16.2a0572\nfixed 1.ad7919\n  # x = 1\n";
    /// let mut file = RegressionFile::parse(text.as_bytes()).unwrap();
    /// assert_eq!(file.prune(|entry| !entry.state.is_failing()), 1);
    /// assert_eq!(file.to_string(), "forall-regressions 1\n# Mine.\nfails 16.2a0572\n");
    /// ```
    pub fn prune(&mut self, unwanted: impl Fn(&RegressionEntry) -> bool) -> usize {
        let before = self.lines.len();
        self.lines.retain(|line| line.entry().is_none_or(|entry| !unwanted(entry)));
        before - self.lines.len()
    }

    fn contains(&self, choices: &ChoiceSequence) -> bool {
        self.lines.iter().any(|line| line.has(choices))
    }
}

impl Line {
    fn entry(&self) -> Option<&RegressionEntry> {
        match self {
            Line::Entry(entry) => Some(entry),
            Line::Other(_) => None,
        }
    }

    fn has(&self, choices: &ChoiceSequence) -> bool {
        self.entry().is_some_and(|entry| entry.choices == *choices)
    }
}

/// Renders the content of the file.
impl fmt::Display for RegressionFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| match line {
            Line::Other(text) => writeln!(f, "{text}"),
            Line::Entry(entry) => write!(f, "{entry}"),
        })
    }
}
