//! Errors: the reasons why a command could not be carried out.

use std::process::ExitCode;
use std::{env, fmt};

use forall_format::regressions::RegressionStoreError;
use forall_format::state_file::StateFileError;

/// The number of properties that are listed if none matches a filter.
const MAX_LISTED: usize = 5;
/// The similarity, from 0 to 1, above which a name is suggested.
const MIN_SIMILARITY: f64 = 0.8;

/// The reason why a command could not be carried out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Error {
    /// Cargo finds no project here; contains its message.
    NoProject(String),
    /// No package depends on Forall.
    NoForall,
    /// The tests do not compile. The compiler has printed the reason.
    NotBuilt,
    /// There are no tests.
    NoProperties,
    /// No test matches the filter.
    NoMatch {
        /// The text on the command line.
        filter: String,
        /// The names of all tests.
        available: Vec<String>,
    },
    /// Coverage is not supported on this platform.
    Platform(String),
    /// The compiler cannot build for this platform.
    Target {
        /// The platform.
        target: String,
        /// The first line of the compiler's message.
        message: String,
    },
    /// There are no results files.
    NoResults,
    /// The argument of `replay` is not a file, and no property is given for which it could be an input.
    NoSuchInput(String),
    /// A regression file contains no failures, or does not exist.
    NoFailures(String),
    /// No property uses this regression file.
    NoProperty(String),
    /// The dashboard cannot listen at its address.
    Dashboard {
        /// The requested address.
        address: String,
        /// The message of the operating system.
        message: String,
    },
    /// A regression file cannot be read or written; contains its path and the reason.
    Regressions(String),
    /// An operation failed that should always succeed.
    Internal(String),
}

impl Error {
    /// Returns the exit code of the program.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Error::Internal(_) => ExitCode::from(101),
            _ => ExitCode::from(2),
        }
    }

    /// Returns a function that turns an I/O error into an internal error during `task`.
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
            Error::NoProject(message) => f.write_str(without_prefixes(message)),
            Error::NoForall => {
                f.write_str("no package here uses Forall; `cargo add --dev forall` adds it to one")
            }
            Error::NotBuilt => f.write_str("the tests do not compile"),
            Error::NoProperties => f.write_str("there are no properties in the selected packages"),
            Error::NoMatch { filter, available } => no_match(f, filter, available),
            Error::Platform(target) => write!(
                f,
                "coverage is not supported on {target}, only on Linux on x86_64 and aarch64\n  \
                 `cargo forall fuzz --no-coverage` uses premises, labels, scores, the shape of inputs, and \
                 probes,\n  which `#[forall::instrument]` adds to the branches of a function"
            ),
            Error::Target { target, message } => {
                write!(f, "the compiler cannot build for {target}: {message}")
            }
            Error::NoResults => {
                f.write_str("there are no results yet; `cargo forall run` runs the properties")
            }
            Error::NoSuchInput(input) => write!(
                f,
                "there is no file `{input}`; if it is an input, name its property: `cargo forall replay {input} PROPERTY`"
            ),
            Error::NoFailures(path) => write!(f, "no failures are saved in {path}"),
            Error::NoProperty(path) => write!(
                f,
                "{path} does not belong to a property of the selected packages; the property may have been renamed"
            ),
            Error::Dashboard { address, message } => {
                write!(f, "cannot open a dashboard at {address}: {message}")
            }
            Error::Regressions(message) | Error::Internal(message) => f.write_str(message),
        }
    }
}

/// Returns cargo's message without the prefixes that the metadata library and cargo add.
fn without_prefixes(message: &str) -> &str {
    let prefix = "`cargo metadata` exited with an error: ";
    let message = message.strip_prefix(prefix).unwrap_or(message);
    message.strip_prefix("error: ").unwrap_or(message).trim_end()
}

fn no_match(f: &mut fmt::Formatter<'_>, filter: &str, available: &[String]) -> fmt::Result {
    write!(f, "no property matches `{filter}`")?;
    if available.is_empty() {
        return f.write_str("; there are no properties in the selected packages");
    }
    if let Some(suggestion) = suggestion(filter, available) {
        return write!(f, "; did you mean `{suggestion}`?");
    }
    let listed = available[..available.len().min(MAX_LISTED)].join(", ");
    write!(f, "; available: {listed}")?;
    match available.len().saturating_sub(MAX_LISTED) {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

/// Returns the most similar name, if it is similar enough. Users often write only the last part of a path.
fn suggestion<'n>(filter: &str, available: &'n [String]) -> Option<&'n str> {
    let similarity = |name: &str| {
        let last = name.rsplit("::").next().unwrap_or(name);
        strsim::jaro_winkler(filter, name).max(strsim::jaro_winkler(filter, last))
    };
    let names = available.iter().map(String::as_str);
    let best = names.max_by(|a, b| similarity(a).total_cmp(&similarity(b)))?;
    (similarity(best) >= MIN_SIMILARITY).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(filter: &str, available: &[String]) -> String {
        let error = Error::NoMatch { filter: filter.to_owned(), available: available.to_vec() };
        error.to_string()
    }

    #[test]
    fn a_similar_name_is_suggested() {
        let available = ["a::it_is_sorted", "b::it_is_small"].map(str::to_owned);
        let sorted = "no property matches `is_sortd`; did you mean `a::it_is_sorted`?";
        assert_eq!(message("is_sortd", &available), sorted);
        let small = "no property matches `it_issmall`; did you mean `b::it_is_small`?";
        assert_eq!(message("it_issmall", &available), small);
        let none = "no property matches `heap`; available: a::it_is_sorted, b::it_is_small";
        assert_eq!(message("heap", &available), none);
    }

    #[test]
    fn at_most_five_names_are_listed() {
        let names: Vec<String> = (0..7).map(|index| format!("t{index}")).collect();
        let listed = |count: usize| {
            let text = message("x", &names[..count]);
            text.strip_prefix("no property matches `x`; ").expect("a prefix").to_owned()
        };
        assert_eq!(listed(0), "there are no properties in the selected packages");
        assert_eq!(listed(1), "available: t0");
        assert_eq!(listed(2), "available: t0, t1");
        assert_eq!(listed(7), "available: t0, t1, t2, t3, t4 and 2 more");
    }
}
