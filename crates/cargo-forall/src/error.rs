//! Why properties could not be run.

use std::process::ExitCode;
use std::{env, fmt};

use forall_format::regressions::RegressionStoreError;
use forall_format::state_file::StateFileError;

/// So many properties are named where none matches.
const NAMED: usize = 5;
/// How much a name must be like what was asked for to have been meant, from 0 to 1.
const ALIKE: f64 = 0.8;

/// Why properties could not be run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Error {
    /// Cargo does not see a project here, and says why.
    NoProject(String),
    /// No package has Forall among its dependencies.
    NoForall,
    /// The tests do not compile; the compiler has said why.
    NotBuilt,
    /// There are no tests.
    NoProperties,
    /// There are tests, but none of this name.
    NoMatch {
        /// What was asked for.
        filter: String,
        /// What there is.
        there: Vec<String>,
    },
    /// Edges cannot be counted on this platform.
    Platform(String),
    /// The compiler cannot build for this platform, and says why.
    Target {
        /// The platform.
        target: String,
        /// What the compiler says.
        says: String,
    },
    /// Nothing was run that could be shown.
    NoResults,
    /// What should be replayed is neither a file nor an input of a property that was named.
    NoSuchInput(String),
    /// A file that should hold failures holds none, or is not there.
    NoFailures(String),
    /// No property has this file.
    NoProperty(String),
    /// The dashboard cannot be opened.
    Dashboard {
        /// Where it should have been.
        address: String,
        /// What the system says.
        says: String,
    },
    /// A regression file cannot be read or written; it is named with the reason.
    Regressions(String),
    /// Something that should always work did not.
    Internal(String),
}

impl Error {
    /// What the process exits with.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Error::Internal(_) => ExitCode::from(101),
            _ => ExitCode::from(2),
        }
    }

    /// What to make of an error of the system, when we tried to do this.
    pub(crate) fn cannot(task: &'static str) -> impl Fn(std::io::Error) -> Error {
        move |error| Error::Internal(format!("cannot {task}: {error}"))
    }
}

impl From<RegressionStoreError> for Error {
    fn from(error: RegressionStoreError) -> Error {
        let error = match env::current_dir() {
            Ok(here) => error.relative_to(&here),
            Err(_) => error,
        };
        Error::Regressions(error.to_string())
    }
}

impl From<StateFileError> for Error {
    fn from(error: StateFileError) -> Error {
        RegressionStoreError::File(error).into()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoProject(says) => f.write_str(project(says)),
            Error::NoForall => {
                f.write_str("no package here uses Forall; `cargo add --dev forall` adds it to one")
            }
            Error::NotBuilt => f.write_str("the tests do not compile"),
            Error::NoProperties => f.write_str("there are no properties here"),
            Error::NoMatch { filter, there } => no_match(f, filter, there),
            Error::Platform(target) => write!(
                f,
                "edges are not counted on {target}: only on Linux, on x86_64 and aarch64\n  \
                 `cargo forall fuzz --plain` is guided by premises, labels, scores, the shape of inputs, \
                 and probes,\n  which `#[forall::instrument]` puts on the branches of a function"
            ),
            Error::Target { target, says } => {
                write!(f, "the compiler cannot build for {target}: {says}")
            }
            Error::NoResults => {
                f.write_str("nothing was run yet; `cargo forall run` runs the properties")
            }
            Error::NoSuchInput(input) => write!(
                f,
                "there is no file `{input}`; if it is an input, say of which property: `cargo forall replay {input} NAME`"
            ),
            Error::NoFailures(path) => write!(f, "no failures are kept in {path}"),
            Error::NoProperty(path) => write!(
                f,
                "{path} belongs to no property here; it may have been renamed, or is of another package"
            ),
            Error::Dashboard { address, says } => {
                write!(f, "there can be no dashboard at {address}: {says}")
            }
            Error::Regressions(says) | Error::Internal(says) => f.write_str(says),
        }
    }
}

/// What cargo says, without what its callers put before it.
fn project(says: &str) -> &str {
    let says = says.strip_prefix("`cargo metadata` exited with an error: ").unwrap_or(says);
    says.strip_prefix("error: ").unwrap_or(says).trim_end()
}

fn no_match(f: &mut fmt::Formatter<'_>, filter: &str, there: &[String]) -> fmt::Result {
    write!(f, "no property matches `{filter}`")?;
    if there.is_empty() {
        return f.write_str("; there are none here");
    }
    if let Some(meant) = meant(filter, there) {
        return write!(f, "; did you mean `{meant}`?");
    }
    write!(f, "; there {} ", if there.len() == 1 { "is" } else { "are" })?;
    f.write_str(&there[..there.len().min(NAMED)].join(", "))?;
    match there.len().saturating_sub(NAMED) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

/// The name that is most like it. What stands before the last part is seldom written.
fn meant<'n>(filter: &str, there: &'n [String]) -> Option<&'n str> {
    let alike = |name: &str| {
        let last = name.rsplit("::").next().unwrap_or(name);
        strsim::jaro_winkler(filter, name).max(strsim::jaro_winkler(filter, last))
    };
    let all = there.iter().map(|name| (alike(name), name.as_str()));
    let (most, name) = all.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (most >= ALIKE).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_have_been_meant_is_named() {
        let there = ["a::it_is_sorted", "b::it_is_small"].map(str::to_owned).to_vec();
        let told =
            |filter: &str| Error::NoMatch { filter: filter.to_owned(), there: there.clone() };
        let sorted = "no property matches `is_sortd`; did you mean `a::it_is_sorted`?";
        assert_eq!(told("is_sortd").to_string(), sorted);
        let small = "no property matches `it_issmall`; did you mean `b::it_is_small`?";
        assert_eq!(told("it_issmall").to_string(), small);
        let none = "no property matches `heap`; there are a::it_is_sorted, b::it_is_small";
        assert_eq!(told("heap").to_string(), none);
    }

    #[test]
    fn only_some_are_named() {
        let there = |count: usize| (0..count).map(|at| format!("t{at}")).collect();
        let told =
            |count| Error::NoMatch { filter: "x".to_owned(), there: there(count) }.to_string();
        assert_eq!(told(0), "no property matches `x`; there are none here");
        assert_eq!(told(1), "no property matches `x`; there is t0");
        assert_eq!(told(2), "no property matches `x`; there are t0, t1");
        assert_eq!(told(7), "no property matches `x`; there are t0, t1, t2, t3, t4 and 2 more");
    }
}
