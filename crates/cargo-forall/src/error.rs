//! Errors: the reasons why a command could not be carried out.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::{env, fmt};

use forall_format::regressions::RegressionStoreError;
use forall_format::state_file::StateFileError;

/// The number of similar names that are suggested.
const MAX_SUGGESTIONS: usize = 3;
/// The similarity, from 0 to 1, above which a name is suggested.
const MIN_SIMILARITY: f64 = 0.8;
/// The difference in similarity up to which a name is suggested in addition to the most similar one.
const MAX_DIFFERENCE: f64 = 0.05;

/// The reason why a command could not be carried out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Error {
    /// Cargo finds no project here; contains its message.
    NoProject(String),
    /// No package depends on Forall.
    NoForall,
    /// Cargo did not accept the arguments, and has printed the reason.
    RejectedByCargo,
    /// A package that is named on the command line does not exist.
    NoPackage {
        /// The text on the command line.
        spec: String,
        /// The names of the packages.
        available: BTreeSet<String>,
    },
    /// A package to instrument is not a dependency.
    NoDependency {
        /// The text on the command line.
        name: String,
        /// The names of the packages and their dependencies.
        available: BTreeSet<String>,
    },
    /// The tests do not compile. The compiler has printed the reason.
    NotBuilt,
    /// There are no tests.
    NoProperties,
    /// No test matches the filter.
    NoMatch {
        /// The text on the command line.
        filter: String,
        /// The names of all tests, targets and packages.
        available: BTreeSet<String>,
    },
    /// Several tests match a filter that must match one.
    SeveralMatches {
        /// The text on the command line.
        filter: String,
        /// The names of the tests.
        names: Vec<String>,
    },
    /// None of the selected properties can be exported.
    NothingToExport,
    /// The folder to export to contains something else.
    ForeignFolder(String),
    /// A test cannot write the seeds of its fuzz target.
    NoSeeds {
        /// The name of the property.
        property: String,
        /// The reason.
        message: String,
    },
    /// A file cannot be written.
    NotWritten {
        /// The path.
        path: String,
        /// The message of the operating system.
        message: String,
    },
    /// A file cannot be read.
    NotRead {
        /// The path.
        path: String,
        /// The message of the operating system.
        message: String,
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
    /// No browser shows the report.
    NoBrowser {
        /// The path of the report.
        path: String,
        /// The programs that did not start.
        tried: Vec<String>,
    },
    /// A setting is not valid; contains the message of the library.
    Settings(String),
    /// A shard is not valid, or there are no results of shards.
    Shards(String),
    /// A store cannot be used.
    Store(String),
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
    /// The reader of the output has closed it, as `head` does.
    ClosedPipe,
    /// An operation failed that should always succeed.
    Internal(String),
}

impl Error {
    /// Returns whether nothing is to be printed: the reason has been printed already, or the output is
    /// closed.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Error::RejectedByCargo | Error::ClosedPipe)
    }

    /// Returns the exit code of the program.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Error::Internal(_) => ExitCode::from(101),
            // The number of SIGPIPE plus 128, as in a shell.
            Error::ClosedPipe => ExitCode::from(141),
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
            Error::ClosedPipe => f.write_str("the reader of the output has closed it"),
            Error::RejectedByCargo => f.write_str("cargo rejected the arguments"),
            Error::NoPackage { spec, available } => {
                write!(f, "there is no package `{spec}` in this workspace")?;
                suggest(f, spec, available).map(drop)
            }
            Error::NoDependency { name, available } => {
                write!(
                    f,
                    "`{name}` cannot be instrumented: this workspace has no such dependency"
                )?;
                suggest(f, name, available).map(drop)
            }
            Error::NotBuilt => f.write_str("the tests do not compile"),
            Error::NoProperties => f.write_str("there are no properties in the selected packages"),
            Error::NoMatch { filter, available } => no_match(f, filter, available),
            Error::SeveralMatches { filter, names } => write!(
                f,
                "`{filter}` matches {} properties: {}; name one of them",
                names.len(),
                names.join(", ")
            ),
            Error::NothingToExport => {
                f.write_str("none of the selected properties can be exported")
            }
            Error::ForeignFolder(path) => write!(
                f,
                "{path} was not written by `cargo forall export`; choose another folder with `--output FOLDER`"
            ),
            Error::NoSeeds { property, message } => {
                write!(f, "the seeds of `{property}` cannot be written: {message}")
            }
            Error::NotWritten { path, message } => write!(f, "{path} cannot be written: {message}"),
            Error::NotRead { path, message } => write!(f, "{path} cannot be read: {message}"),
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
            Error::NoBrowser { path, tried } => write!(
                f,
                "the report is in {path}, but no browser could be started (tried {}); \
                 set BROWSER, or open the file yourself",
                tried.join(", ")
            ),
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
            Error::Settings(message)
            | Error::Shards(message)
            | Error::Store(message)
            | Error::Regressions(message)
            | Error::Internal(message) => f.write_str(message),
        }
    }
}

/// Returns cargo's message without the prefixes that the metadata library and cargo add.
fn without_prefixes(message: &str) -> &str {
    let prefix = "`cargo metadata` exited with an error: ";
    let message = message.strip_prefix(prefix).unwrap_or(message);
    message.strip_prefix("error: ").unwrap_or(message).trim_end()
}

fn no_match(f: &mut fmt::Formatter<'_>, filter: &str, available: &BTreeSet<String>) -> fmt::Result {
    write!(f, "no property matches `{filter}`")?;
    if available.is_empty() {
        return f.write_str("; there are no properties in the selected packages");
    }
    if suggest(f, filter, available)? {
        return Ok(());
    }
    if filter.parse::<u64>().is_ok() {
        return write!(f, "; `--num-tests {filter}` sets the number of tests");
    }
    f.write_str("; `cargo forall list` lists all of them")
}

/// Writes the names that are similar to `text`. Returns whether there are any.
fn suggest(
    f: &mut fmt::Formatter<'_>,
    text: &str,
    available: &BTreeSet<String>,
) -> Result<bool, fmt::Error> {
    let names: Vec<String> =
        similar(text, available).iter().map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [] => return Ok(false),
        [name] => write!(f, "; did you mean {name}?")?,
        [names @ .., last] => write!(f, "; did you mean {} or {last}?", names.join(", "))?,
    }
    Ok(true)
}

/// Returns the most similar names, the best first. Users often write only the last part of a path.
fn similar<'n>(text: &str, available: &'n BTreeSet<String>) -> Vec<&'n str> {
    let similarity = |name: &str| {
        let last = name.rsplit("::").next().unwrap_or(name);
        strsim::jaro_winkler(text, name).max(strsim::jaro_winkler(text, last))
    };
    let mut names: Vec<&str> = available.iter().map(String::as_str).collect();
    let best = names.iter().map(|name| similarity(name)).fold(0.0, f64::max);
    names.retain(|name| similarity(name) >= MIN_SIMILARITY.max(best - MAX_DIFFERENCE));
    names.sort_by(|a, b| similarity(b).total_cmp(&similarity(a)));
    names.truncate(MAX_SUGGESTIONS);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(filter: &str, available: &[&str]) -> String {
        let available = available.iter().map(|name| (*name).to_owned()).collect();
        let error = Error::NoMatch { filter: filter.to_owned(), available };
        error.to_string()
    }

    #[test]
    fn similar_names_are_suggested() {
        let available = ["a::it_is_sorted", "b::it_is_small", "parser"];
        let sorted = "no property matches `is_sortd`; did you mean `a::it_is_sorted`?";
        assert_eq!(message("is_sortd", &available), sorted);
        let both =
            "no property matches `it_iss`; did you mean `b::it_is_small` or `a::it_is_sorted`?";
        assert_eq!(message("it_iss", &available), both);
        let target = "no property matches `parse`; did you mean `parser`?";
        assert_eq!(message("parse", &available), target);
    }

    #[test]
    fn unrelated_names_are_not_listed() {
        let none = "no property matches `heap`; `cargo forall list` lists all of them";
        assert_eq!(message("heap", &["a::it_is_sorted"]), none);
        let number = "no property matches `100`; `--num-tests 100` sets the number of tests";
        assert_eq!(message("100", &["a::it_is_sorted"]), number);
        let empty = "no property matches `x`; there are no properties in the selected packages";
        assert_eq!(message("x", &[]), empty);
    }
}
