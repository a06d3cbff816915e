//! The reasons why a regression file is refused.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use super::HEADING;
use crate::choice_sequence::ParseChoicesError;
use crate::state_file::StateFileError;

/// The reason why bytes are not a regression file.
///
/// ```
/// use forall_format::regressions::{RegressionFile, RegressionProblem};
///
/// let text = b"forall-regressions 1\n<<<<<<< HEAD\n";
/// let error = RegressionFile::parse(text).unwrap_err();
/// assert_eq!((error.line, &error.problem), (2, &RegressionProblem::MergeConflict));
/// assert_eq!(error.to_string(), "line 2: merge conflict; keep the entries of both sides");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRegressionsError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem with the line.
    pub problem: RegressionProblem,
}

/// The problem with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegressionProblem {
    /// There are no lines.
    Empty,
    /// The line is not UTF-8.
    NotUtf8,
    /// The first line is not the heading of a regression file.
    MissingHeading,
    /// The first line names this version of the format, which this release does not know.
    UnknownVersion(String),
    /// The line is a conflict marker of version control.
    MergeConflict,
    /// The line begins with this word, which is not a state.
    UnknownState(String),
    /// The line has invalid choices.
    InvalidChoices {
        /// The line.
        line: String,
        /// The reason.
        error: ParseChoicesError,
    },
}

/// The reason why a stored regression file cannot be used.
///
/// ```
/// use std::fs;
///
/// use forall_format::regressions::RegressionStore;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("areas.txt");
/// fs::write(&path, "").unwrap();
/// let error = RegressionStore::at(folder.path(), path).read().unwrap_err();
/// assert_eq!(
///     error.relative_to(folder.path()).to_string(),
///     "areas.txt:1: the file is empty; it may have been cut off"
/// );
/// ```
#[derive(Debug)]
pub enum RegressionStoreError {
    /// The file cannot be read, written or locked.
    File(StateFileError),
    /// The file cannot be parsed, and was left unchanged.
    Parse {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: ParseRegressionsError,
    },
}

impl RegressionStoreError {
    /// Returns the same error with the path relative to `base`, if the file is below it.
    #[must_use]
    pub fn relative_to(self, base: &Path) -> RegressionStoreError {
        match self {
            RegressionStoreError::File(error) => {
                RegressionStoreError::File(error.relative_to(base))
            }
            RegressionStoreError::Parse { path, error } => {
                let path = path.strip_prefix(base).map(Path::to_owned).unwrap_or(path);
                RegressionStoreError::Parse { path, error }
            }
        }
    }
}

impl From<StateFileError> for RegressionStoreError {
    fn from(error: StateFileError) -> RegressionStoreError {
        RegressionStoreError::File(error)
    }
}

impl fmt::Display for ParseRegressionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl fmt::Display for RegressionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegressionProblem::Empty => f.write_str("the file is empty; it may have been cut off"),
            RegressionProblem::NotUtf8 => f.write_str("the line is not UTF-8 text"),
            RegressionProblem::MissingHeading => {
                write!(f, "not a regression file; its first line must be `{HEADING}`")
            }
            RegressionProblem::UnknownVersion(version) => HEADING.refuse(version, f),
            RegressionProblem::MergeConflict => {
                f.write_str("merge conflict; keep the entries of both sides")
            }
            RegressionProblem::UnknownState(word) => write!(
                f,
                "`{word}` is not a state; expected `fails`, `crashes`, `fixed` or `stale`, or a comment (`# …`)"
            ),
            RegressionProblem::InvalidChoices { line, error } => write!(f, "`{line}`: {error}"),
        }
    }
}

impl fmt::Display for RegressionStoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegressionStoreError::File(error) => error.fmt(f),
            RegressionStoreError::Parse { path, error } => {
                write!(f, "{}:{}: {}", path.display(), error.line, error.problem)
            }
        }
    }
}

impl Error for ParseRegressionsError {}

impl Error for RegressionStoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RegressionStoreError::File(error) => Some(error),
            RegressionStoreError::Parse { error, .. } => Some(error),
        }
    }
}
