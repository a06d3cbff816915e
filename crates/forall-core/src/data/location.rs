//! Locations in the source code.

use std::fmt;
use std::panic;

use super::CowStr;

/// A location in the source code.
///
/// ```
/// use forall::property::Location;
///
/// let (here, later) = (Location::here(), Location::here());
/// assert_eq!((&here.file, here.line), (&later.file, later.line));
/// assert!(here.column < later.column);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The file, as it was passed to the compiler.
    pub file: CowStr,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Location {
    /// Returns the location of the caller.
    #[track_caller]
    pub fn here() -> Location {
        let here = panic::Location::caller();
        Location { file: here.file().into(), line: here.line(), column: here.column() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
