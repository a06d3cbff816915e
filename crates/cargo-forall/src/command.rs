//! The command line and its options.

mod selection;

use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use clap::{Args, Parser, Subcommand, ValueEnum};
use forall_format::InvalidValue;
use forall_format::duration::parse_duration;
use forall_format::number::parse_number;
use forall_format::shard::ShardSetting;

pub(crate) use self::selection::{Compilation, Features, Packages, Selection};

/// The whole command line: cargo calls this program as `cargo-forall forall …`.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo")]
enum Cargo {
    Forall(Forall),
}

/// List, run, fuzz, sample and replay the properties of this workspace.
#[derive(Debug, Args)]
#[command(
    version,
    after_help = "\
Exit codes:
  0         all properties passed
  1         a property was falsified, or its process crashed
  2         the command could not be carried out
  3         a property was vacuous, gave up, has insufficient coverage, or is flaky
  101       internal error
  130, 143  ended by Ctrl-C or SIGTERM before a property was falsified
  141       the reader of the output closed it"
)]
struct Forall {
    #[command(subcommand)]
    verb: Verb,
}

/// A subcommand with its options. Each has a module in `verb`.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    List(List),
    Run(Run),
    Merge(Merge),
    Fuzz(Fuzz),
    Minimize(Minimize),
    Replay(Replay),
    Shrink(Shrink),
    Sample(Sample),
    Export(Export),
    Import(Import),
    Regressions(Regressions),
    Report(Report),
    Doctor(Doctor),
    Wrapper(Wrapper),
}

/// List properties with their formulas and last results.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) filter: Option<String>,
    /// Show what this store has, a folder or the URL of a bucket: inputs, failures, and workers of the last hour
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
    /// Print one line of JSON per property
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Run properties as `cargo test` does, and show their progress.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) filter: Option<String>,
    /// Runner, such as `parallel` or `combinatorial:strength=3`
    #[arg(long)]
    pub(crate) runner: Option<String>,
    /// Number of tests that must pass, for each property
    #[arg(long, value_name = "N")]
    pub(crate) num_tests: Option<u64>,
    /// Time limit for each property, such as 500ms, 10s, 5m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<String>,
    /// Seed for all properties, such as 42 or 0x2a
    #[arg(long, value_parser = seed)]
    pub(crate) seed: Option<String>,
    /// Number of properties to run at the same time
    #[arg(short, long, value_name = "N", default_value_t = cores())]
    pub(crate) jobs: NonZero<usize>,
    /// Run only the properties marked `#[ignore]`
    #[arg(long)]
    pub(crate) ignored: bool,
    /// Run one shard of each property, such as 3/8 for the third of eight; `auto` takes it from the scheduler. `cargo
    /// forall merge` combines the results
    #[arg(long, value_parser = shard)]
    pub(crate) shard: Option<ShardSetting>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Combine the results of shards into those of one machine.
///
/// Prints the report that one machine would have printed for each property, and names shards that are missing.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Folders with the results of shards, at any depth
    #[arg(required = true, value_name = "FOLDER")]
    pub(crate) folders: Vec<PathBuf>,
    /// Merge only the properties with this part in their paths, or in this test target or package
    #[arg(long, value_name = "PROPERTY")]
    pub(crate) filter: Option<String>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// How to show the progress and the results of a run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Print one line of JSON per finished property, and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Show the progress in a browser, on this machine or at an address such as 0.0.0.0:8080
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    pub(crate) dashboard: Option<SocketAddr>,
}

/// Returns the number of processor cores.
fn cores() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Search for inputs that falsify properties, guided by code coverage.
///
/// Builds the packages of this workspace with coverage instrumentation, and mutates inputs that reached new
/// code. Ctrl-C ends the search and prints the report so far; the next search continues from the saved
/// corpus.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) filter: Option<String>,
    /// Time for all properties together, such as 500ms, 10s, 5m or 1h; those that reach more new behaviour get more
    /// of it [default: 60s for each]
    #[arg(long, value_parser = duration)]
    pub(crate) time: Option<String>,
    /// Build without coverage instrumentation; the search uses labels, premises, shapes and probes only
    #[arg(long, conflicts_with_all = ["no_comparisons", "instrument"])]
    pub(crate) no_coverage: bool,
    /// Do not record compared values: runs several times faster, but rarely finds magic numbers and keywords
    #[arg(long)]
    pub(crate) no_comparisons: bool,
    /// Instrument this dependency too. Without it, only the packages of the workspace are instrumented
    #[arg(long, value_name = "PACKAGE")]
    pub(crate) instrument: Vec<String>,
    /// Folder for inputs that reached something new, relative to the package; the next search starts with
    /// them. `off` saves none
    #[arg(long, value_name = "FOLDER", default_value = ".forall/corpus")]
    pub(crate) corpus: String,
    /// Folder or URL of a bucket that workers on several machines share; they exchange inputs and failures there while they
    /// search
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
    /// Run tests without a separate process: starts faster, but a crash or an endless loop ends the search
    #[arg(long)]
    pub(crate) no_isolation: bool,
    /// Also run tests that are not properties but call a runner themselves
    #[arg(long)]
    pub(crate) all_tests: bool,
    /// Number of properties to fuzz at the same time
    #[arg(short, long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    pub(crate) jobs: NonZero<usize>,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Minimize the corpora of a store: remove inputs that reach nothing that smaller ones do not reach.
#[derive(Debug, Args)]
pub(crate) struct Minimize {
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) filter: Option<String>,
    /// Folder or URL of a bucket. Workers may use it at the same time
    #[arg(long, value_name = "STORE")]
    pub(crate) store: String,
    /// Instrument this dependency too, if the workers of the store do
    #[arg(long, value_name = "PACKAGE")]
    pub(crate) instrument: Vec<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Run one input of a property again, or all saved failures in a file.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// Input as a report printed it, such as t,-5,f.9c1e03, or a file of saved failures, relative to the
    /// current folder or to the workspace
    #[arg(required_unless_present = "store")]
    pub(crate) input: Option<String>,
    /// Property, by a part of its path; not needed for a file
    #[arg(value_name = "PROPERTY")]
    pub(crate) filter: Option<String>,
    /// Replay all failures in this store, a folder or the URL of a bucket. Then the only argument is the property
    #[arg(long, value_name = "STORE")]
    pub(crate) store: Option<String>,
    /// Print one line of JSON per property and input
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the steps of a state machine as the code of a test
    #[arg(long, conflicts_with = "json")]
    pub(crate) code: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Shrink saved failures again with a larger budget.
#[derive(Debug, Args)]
pub(crate) struct Shrink {
    /// File of saved failures, relative to the current folder or to the workspace
    pub(crate) file: PathBuf,
    /// Number of simpler inputs to try
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) tries: u64,
    /// Time limit for each failure, such as 500ms, 10s, 5m or 1h
    #[arg(long, value_parser = duration, default_value = "60s")]
    pub(crate) time: String,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Print inputs of a property and their distribution.
#[derive(Debug, Args)]
pub(crate) struct Sample {
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) property: String,
    /// Number of inputs to print
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    pub(crate) count: usize,
    /// Number of tests to collect statistics from
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub(crate) num_tests: u64,
    /// Seed, such as 42 or 0x2a
    #[arg(long, value_parser = seed)]
    pub(crate) seed: Option<String>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Write a project for cargo-fuzz, with one fuzz target for each property.
///
/// The targets mutate inputs as `cargo forall fuzz` does. Seeds come from saved failures, corpora and examples. The
/// project also has what OSS-Fuzz and ClusterFuzzLite need.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) filter: Option<String>,
    /// Folder to write [default: `fuzz` in the workspace]
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// Shrink and save failing inputs that a fuzz target has found, or import a corpus.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// Files of the fuzzer, folders of such files, or the output folder of AFL
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Property, by a part of its path
    #[arg(required = true)]
    pub(crate) property: String,
    /// Add inputs that pass to the corpus, with which `cargo forall fuzz` starts
    #[arg(long)]
    pub(crate) corpus: bool,
    /// The files are from a fuzz target that takes bytes or text: their content is a text in an input
    #[arg(long)]
    pub(crate) raw: bool,
    /// Print one line of JSON per file
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) selection: Selection,
}

/// List, show or prune saved failures.
#[derive(Debug, Args)]
pub(crate) struct Regressions {
    /// Action; `prune` deletes failures that are fixed or no longer match their property
    #[arg(value_enum, default_value = "list")]
    pub(crate) action: RegressionAction,
    /// Part of the path of a property, or the name of a test target or a package
    pub(crate) filter: Option<String>,
    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// What to do with saved failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegressionAction {
    List,
    Show,
    Prune,
}

/// Write the results of the last runs as one HTML page, and print its path.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Output file [default: target/forall/report.html]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Open the page in a browser: the one that the variable BROWSER names, or else the default
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// Check what works on this machine, and suggest remedies.
#[derive(Debug, Args)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// Print the path of a compiler wrapper that adds coverage instrumentation.
///
/// For programs that are not tests: set RUSTC_WORKSPACE_WRAPPER to the path, and pass --target to cargo, so
/// that build scripts and macros are not instrumented.
#[derive(Debug, Args)]
pub(crate) struct Wrapper {
    /// Record edges only, and no compared values
    #[arg(long)]
    pub(crate) no_comparisons: bool,
    /// Platform to build for [default: this machine]
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) packages: Packages,
}

/// Parses the arguments. If they are invalid, prints the reason and exits with 2.
pub(crate) fn parse() -> Verb {
    let Cargo::Forall(Forall { verb }) = Cargo::parse();
    verb
}

/// Checks a duration, and returns its text, which the library parses again.
fn duration(text: &str) -> Result<String, InvalidValue> {
    parse_duration(text)?;
    Ok(text.to_owned())
}

/// Checks a seed, and returns its text, which the library parses again.
fn seed(text: &str) -> Result<String, InvalidValue> {
    parse_number(text)?;
    Ok(text.to_owned())
}

/// Parses a shard.
fn shard(text: &str) -> Result<ShardSetting, InvalidValue> {
    text.parse()
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
