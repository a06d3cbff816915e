//! Locations in the source code.

use std::fmt;
use std::panic::Location;

use super::Text;

/// A location in the source code.
///
/// ```
/// use forall::property::Place;
///
/// let (here, later) = (Place::here(), Place::here());
/// assert_eq!((&here.file, here.line), (&later.file, later.line));
/// assert!(here.column < later.column);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file, as it was passed to the compiler.
    pub file: Text,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Place {
    /// Returns the location of the caller.
    #[track_caller]
    pub fn here() -> Place {
        let here = Location::caller();
        Place { file: here.file().into(), line: here.line(), column: here.column() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}
