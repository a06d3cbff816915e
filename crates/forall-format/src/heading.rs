//! The first line of a file, which names its format and the version of the format.

use std::fmt;

/// A format and the version of it that this release reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    pub(crate) format: &'static str,
    pub(crate) version: &'static str,
}

/// The reason why a file has another heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HeadingProblem {
    Missing,
    Version(String),
}

impl Heading {
    pub(crate) fn check(self, line: &str) -> Result<(), HeadingProblem> {
        match line.trim_end().split_once(' ') {
            Some((format, version)) if format == self.format && version == self.version => Ok(()),
            Some((format, version)) if format == self.format => {
                Err(HeadingProblem::Version(version.to_owned()))
            }
            _ => Err(HeadingProblem::Missing),
        }
    }

    /// Writes why a file with another version is refused.
    pub(crate) fn refuse(self, version: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{} {version}` is the format of another release of Forall; this release reads version {}",
            self.format, self.version
        )
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.format, self.version)
    }
}
