//! Runs victims as shards, and merges the results.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The variable with which `cargo forall merge` passes the folders of shards.
const MERGE: &str = "__FORALL_MERGE";

/// A folder in which the victims write their results.
pub(crate) struct Cluster {
    pub(crate) folder: PathBuf,
    /// Settings of all processes.
    settings: Vec<(&'static str, String)>,
}

/// The report of each victim, as text and as data.
pub(crate) type Reports = BTreeMap<String, (String, Value)>;

impl Cluster {
    pub(crate) fn new(name: &str) -> Cluster {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sharding").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("tests may write there");
        Cluster { folder, settings: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Cluster {
        self.settings.push((name, value.to_owned()));
        self
    }

    /// Returns a command that runs these victims, or all. Their failures are always saved in a new folder.
    pub(crate) fn command(&self, victims: &[&str]) -> Command {
        let program = env::current_exe().expect("this program is a file");
        self.configure(Command::new(program), victims)
    }

    /// Adds the arguments and the environment to a command that starts the test binary.
    fn configure(&self, mut command: Command, victims: &[&str]) -> Command {
        command.args(["--ignored", "--exact", "--test-threads=2"]);
        let all = if victims.is_empty() { super::victims::NAMES } else { victims };
        command.args(all.iter().map(|name| format!("victims::{name}")));
        self.set_environment(&mut command);
        command
    }

    /// Sets the environment of a process.
    pub(crate) fn set_environment(&self, command: &mut Command) {
        let is_ours = |name: &str| name.contains("FORALL_") || name == "CI";
        for (name, _) in env::vars().filter(|(name, _)| is_ours(name)) {
            command.env_remove(name);
        }
        command.env("FORALL_REGRESSIONS", self.folder.join("failures")).env("FORALL_SEED", "1");
        command.env("RUST_BACKTRACE", "0").env("FORALL_VERBOSE", "true");
        // Reports are equal only if no shrinking is ended by time.
        command.env("FORALL_SHRINK_TIME", "600s");
        command.envs(self.settings.iter().map(|(name, value)| (name, value)));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
    }

    /// Runs these victims without shards, and returns their reports.
    pub(crate) fn run_on_one_machine(&self, victims: &[&str]) -> Reports {
        let folder = self.folder.join("one");
        self.command(victims).env("FORALL_RESULTS", &folder).output().expect("it starts");
        self.reports(&folder)
    }

    /// Starts one shard.
    pub(crate) fn start_shard(&self, shard: &str, victims: &[&str]) -> Child {
        let mut command = self.command(victims);
        command.env("FORALL_SHARD", shard).env("FORALL_RESULTS", self.folder.join("shards"));
        command.spawn().expect("it starts")
    }

    /// Runs one shard to its end.
    pub(crate) fn run_shard(&self, shard: &str, victims: &[&str]) -> Output {
        self.start_shard(shard, victims).wait_with_output().expect("it ends")
    }

    /// Runs all shards, one after the other.
    pub(crate) fn run_shards(&self, count: u64, victims: &[&str]) {
        for number in 1..=count {
            self.run_shard(&format!("{number}/{count}"), victims);
        }
    }

    /// Merges the shards, and returns the output.
    pub(crate) fn merge(&self, victims: &[&str]) -> Output {
        let mut command = self.command(victims);
        command.env("FORALL_RESULTS", self.folder.join("merged"));
        command.env(MERGE, self.folder.join("shards")).output().expect("it starts")
    }

    /// Merges the shards, and returns the reports.
    pub(crate) fn merged_reports(&self, victims: &[&str]) -> Reports {
        self.merge(victims);
        self.reports(&self.folder.join("merged"))
    }

    /// Returns the reports in a folder of results, and deletes the saved failures.
    fn reports(&self, folder: &Path) -> Reports {
        let _ = fs::remove_dir_all(self.folder.join("failures"));
        let files = fs::read_dir(folder.join("sharding/victims")).expect("there are results");
        let files = files.map(|file| file.expect("it can be read").path());
        files
            .filter(|path| path.extension().is_some_and(|kind| kind == "jsonl"))
            .map(report)
            .collect()
    }
}

/// Returns the name and the report in a results file.
fn report(path: PathBuf) -> (String, (String, Value)) {
    let lines = fs::read_to_string(&path).expect("it can be read");
    let last = lines.lines().last().unwrap_or_else(|| panic!("{} is empty", path.display()));
    let last: Value = serde_json::from_str(last).expect("it is JSON");
    assert_eq!(last["type"], "end", "{}: {last}", path.display());
    let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let text = last["text"].as_str().expect("it is text").to_owned();
    (name, (text, last["report"].clone()))
}
