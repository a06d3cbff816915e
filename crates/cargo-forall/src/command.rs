//! What was asked for on the command line.

use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use forall_format::InvalidValue;
use forall_format::duration::parse_duration;

use crate::dashboard::Dashboard;
use crate::error::Error;

/// Cargo calls us as `cargo-forall forall …`.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo")]
enum Cargo {
    Forall(Forall),
}

/// Run the properties of this package.
#[derive(Debug, Args)]
#[command(
    version,
    after_help = "\
Exits with 0 when all properties passed, with 1 when one was falsified or died, with 2 when they could not
be run as asked, with 3 when one was vacuous, gave up or is flaky, and otherwise with 130 when Ctrl-C
ended it and with 143 when SIGTERM did."
)]
struct Forall {
    #[command(subcommand)]
    verb: Verb,
}

/// What to do. Each has a file of its own in `verb`.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    List(List),
    Run(Run),
    Fuzz(Fuzz),
    Replay(Replay),
    Shrink(Shrink),
    Sample(Sample),
    Regressions(Regressions),
    Report(Report),
    Doctor(Doctor),
    Wrapper(Wrapper),
}

/// List the properties, what they say, and how it stands with them.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Only the properties whose paths contain this
    pub(crate) filter: Option<String>,
    /// Print a line of JSON for each
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Run properties as `cargo test` does, and show how they go.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Only the properties whose paths contain this
    pub(crate) filter: Option<String>,
    /// The runner, such as `parallel` or `combinatorial:strength=3`
    #[arg(long)]
    pub(crate) runner: Option<String>,
    /// How many tests shall pass, for each property
    #[arg(long, value_name = "N")]
    pub(crate) tests: Option<u64>,
    /// How long to go on instead, for each property: 500ms, 10s, 5m, 1h
    #[arg(long, value_parser = time)]
    pub(crate) time: Option<Time>,
    /// The seed of all properties, such as 42 or 0x2a
    #[arg(long)]
    pub(crate) seed: Option<String>,
    /// How many properties run at once
    #[arg(short, long, value_name = "N", default_value_t = cores())]
    pub(crate) jobs: NonZero<usize>,
    /// Run only the properties marked `#[ignore]`
    #[arg(long)]
    pub(crate) ignored: bool,
    /// Build with optimisations
    #[arg(long)]
    pub(crate) release: bool,
    #[command(flatten)]
    pub(crate) look: Look,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// How to look at a run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Looks")]
pub(crate) struct Look {
    /// Print a line of JSON for each property that is done, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Show how it goes in a browser, on this machine or at an address such as 0.0.0.0:8080
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    pub(crate) dashboard: Option<SocketAddr>,
}

impl Look {
    /// The dashboard, if there shall be one.
    pub(crate) fn dashboard(&self) -> Result<Option<Dashboard>, Error> {
        self.dashboard.map(Dashboard::open).transpose()
    }
}

fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Search for inputs that falsify properties, guided by which code they reach.
///
/// Builds the crates of this workspace so that they count which way they go, and runs each property with
/// inputs that went new ways before. Ctrl-C ends it with the report so far; a later campaign goes on from
/// what it kept.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Only the properties whose paths contain this
    pub(crate) filter: Option<String>,
    /// How long to search, for each property: 500ms, 10s, 5m, 1h
    #[arg(long, value_parser = time, default_value = "60s")]
    pub(crate) time: Time,
    /// Count no edges, and be guided by labels, premises, shape and probes alone
    #[arg(long, conflicts_with = "trace")]
    pub(crate) plain: bool,
    /// Also tell what is compared, so that magic numbers and words are found. Runs 2 to 3 times slower
    #[arg(long)]
    pub(crate) trace: bool,
    /// Where to keep inputs that did something new, seen from the package; a later campaign begins with
    /// them. `off` keeps none
    #[arg(long, value_name = "FOLDER", default_value = ".forall/corpus")]
    pub(crate) corpus: String,
    /// Search in the process that reports, which then does not survive what aborts or never ends
    #[arg(long)]
    pub(crate) in_process: bool,
    /// Run tests that are no properties too: those that call a runner themselves
    #[arg(long)]
    pub(crate) all_tests: bool,
    /// How many properties search at once
    #[arg(short, long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    pub(crate) jobs: NonZero<usize>,
    #[command(flatten)]
    pub(crate) look: Look,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Run one input of a property again, or all that are kept in a file.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// What a report printed, such as t,-5,f.9c1e03; or a file of kept failures
    pub(crate) input: String,
    /// The property, by a part of its path; a file knows its own
    #[arg(value_name = "PROPERTY")]
    pub(crate) filter: Option<String>,
    /// Print a line of JSON for each
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Try once more, and longer, to make the failures in a file simpler.
#[derive(Debug, Args)]
pub(crate) struct Shrink {
    /// A file of kept failures
    pub(crate) file: PathBuf,
    /// How many simpler inputs to try
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) tries: u64,
    /// How long to try, for each failure: 500ms, 10s, 5m, 1h
    #[arg(long, value_parser = time, default_value = "60s")]
    pub(crate) time: Time,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Look at the inputs of a property, and at how they are spread.
#[derive(Debug, Args)]
pub(crate) struct Sample {
    /// A part of its path
    pub(crate) property: String,
    /// How many inputs to show
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    pub(crate) count: usize,
    /// Of how many tests to show how they are spread
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) spread: u64,
    /// The seed, such as 42 or 0x2a
    #[arg(long)]
    pub(crate) seed: Option<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// List, show or forget the failures that are kept.
#[derive(Debug, Args)]
pub(crate) struct Regressions {
    /// What to do: `prune` forgets those that are fixed or do not fit any more
    #[arg(value_enum, default_value = "list")]
    pub(crate) about: About,
    /// Only of the properties whose paths contain this
    pub(crate) filter: Option<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// What to do with failures that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum About {
    List,
    Show,
    Prune,
}

/// Write what the last runs came to as one page of HTML, and say where it is.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Where to write it, if not among what is built
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Say what works here, and what to do about what does not.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Print the path of a wrapper around the compiler that instruments.
///
/// For programs that are no tests: set RUSTC_WORKSPACE_WRAPPER to it, and give cargo a --target, so that
/// build scripts and macros stay as they are.
#[derive(Debug, Args)]
pub(crate) struct Wrapper {
    /// Also tell what is compared
    #[arg(long)]
    pub(crate) trace: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// What cargo shall build.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Selection")]
pub(crate) struct Selection {
    /// Only the properties of this package
    #[arg(short, long)]
    pub(crate) package: Vec<String>,
    /// Features to build with
    #[arg(long)]
    pub(crate) features: Vec<String>,
    /// Build with all features
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Where the project is
    #[arg(long, value_name = "PATH")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// The platform to build for, if it is not this one
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
}

/// A time, and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    pub(crate) duration: Duration,
    pub(crate) text: String,
}

/// Understands the arguments, or says what is wrong with them and exits with 2.
pub(crate) fn parse() -> Verb {
    let Cargo::Forall(Forall { verb }) = Cargo::parse();
    verb
}

/// Parses a duration, which the library gets as text.
fn time(text: &str) -> Result<Time, InvalidValue> {
    Ok(Time { duration: parse_duration(text)?, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cargo::command().debug_assert();
    }
}
