//! The crashing properties of `forall`'s own tests, in a release build. They crash in seven ways.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use forall::property::forall;
use forall::runner::{self, quick_check};
use tempfile::TempDir;

/// Their names, and the start of the reported crash.
const CRASHES: [(&str, &str); 7] = [
    ("panics_in_a_panic", "the process aborted:"),
    ("aborts", "the process aborted"),
    ("overflows", "the process overflowed its stack"),
    ("segfaults", "the process was killed by SIGSEGV"),
    ("exits", "the process exited with 3"),
    ("exhausts_memory", "the process ran out of memory: its limit is 512 MB"),
    ("loops", "the test took longer than 300ms"),
];

/// The test program and a folder for its results.
#[derive(Debug)]
pub(super) struct CrashingTests {
    program: PathBuf,
    folder: TempDir,
}

impl CrashingTests {
    /// The number of kinds of crashes.
    pub(super) const KINDS: u64 = CRASHES.len() as u64;

    /// Builds the test program.
    pub(super) fn build() -> io::Result<CrashingTests> {
        let built = Command::new("cargo")
            .args(["test", "--release", "--no-run", "--message-format=json"])
            .args(["--package", "forall", "--test", "isolation"])
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
            .output()?;
        let output = String::from_utf8_lossy(&built.stdout);
        let mut paths = output.lines().filter_map(|line| {
            let (_, path) = line.split_once("\"executable\":\"")?;
            Some(path.split_once('"')?.0)
        });
        let program = paths.next_back().map(PathBuf::from).ok_or_else(|| {
            io::Error::other(format!(
                "cargo built nothing: {}",
                String::from_utf8_lossy(&built.stderr)
            ))
        })?;
        Ok(CrashingTests { program, folder: tempfile::tempdir()? })
    }

    fn run(&self, name: &str, settings: &[(&str, &str)]) -> io::Result<String> {
        let output = Command::new(&self.program)
            .args([&format!("victims::{name}"), "--exact", "--ignored", "--nocapture"])
            .env("FORALL_REGRESSIONS", "off")
            .env("CARGO_MANIFEST_DIR", self.folder.path())
            .envs(settings.iter().copied())
            .output()?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Returns whether this crash is reported with the first failing input of the same search
    /// without crashes.
    pub(super) fn attributes(&self, number: u64) -> io::Result<bool> {
        let (name, reason) = CRASHES[(number % CrashingTests::KINDS) as usize];
        let seed = number.to_string();
        let output = self.run(name, &[("FORALL_SEED", &seed), ("FORALL_MAX_SHRINKS", "0")])?;
        let (input, test) = first(number);
        let has_input = output.contains(&format!("\n  list = {input}\n\n{reason}"));
        let history = format!("\n  found by test {} of 1,000, not shrunk\n", test + 1);
        Ok(has_input && output.contains(&history))
    }

    /// Returns whether a crash of this kind is shrunk to the simplest input.
    pub(super) fn shrinks(&self, kind: u64) -> io::Result<bool> {
        let (name, reason) = CRASHES[kind as usize];
        let output = self.run(name, &[("FORALL_SEED", "1")])?;
        Ok(output.contains(&format!("\n  list = [1000]\n\n{reason}")))
    }

    /// Returns the tests per second of a guided run on a trivial property, with or without
    /// isolation.
    pub(super) fn fuzzes(&self, isolate: bool, seconds: u64) -> io::Result<f64> {
        let flag = if isolate { "1" } else { "0" };
        let time = format!("{seconds}s");
        let guided =
            [("FORALL_RUNNER", "fuzz"), ("FORALL_MAX_TIME", &time), ("FORALL_VERBOSE", "1")];
        let output = self.run("trivial", &[&guided[..], &[("FORALL_ISOLATE", flag)]].concat())?;
        let tests = output
            .split_once("passed: trivial, ")
            .and_then(|(_, rest)| rest.split_once(" test")?.0.replace(',', "").parse::<f64>().ok());
        let tests =
            tests.ok_or_else(|| io::Error::other(format!("`trivial` did not pass: {output}")))?;
        Ok(tests / seconds as f64)
    }
}

/// Returns the first failing input of a run, and its number.
fn first(seed: u64) -> (String, u64) {
    let property = forall("list", forall::any::<Vec<u32>>())
        .check(|(list, ())| list.iter().all(|x| *x < 1_000));
    let options = runner::Options { seed, max_shrinks: 0, ..runner::Options::default() };
    let report = quick_check(&property, &options);
    let found = report.counterexample().expect("some number is 1,000 or more");
    (found.original[0].value.clone(), found.test_number().unwrap_or_default())
}
