//! The victims of `forall`'s own tests, in a release build: properties that die in seven ways.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use forall::property::forall;
use forall::runner::{self, quick_check};
use tempfile::TempDir;

/// Their names, and what a report calls their faults.
const FAULTS: [(&str, &str); 7] = [
    ("panics_in_a_panic", "the process aborted:"),
    ("aborts", "the process aborted"),
    ("overflows", "the process overflowed its stack"),
    ("segfaults", "the process was killed by SIGSEGV"),
    ("exits", "the process exited with 3"),
    ("exhausts_memory", "the process ran out of memory: its limit is 512 MB"),
    ("loops", "the test took longer than 300ms"),
];

/// What is run, and where it keeps what it finds.
#[derive(Debug)]
pub(super) struct Victims {
    program: PathBuf,
    folder: TempDir,
}

impl Victims {
    /// How many kinds of fault there are.
    pub(super) const KINDS: u64 = FAULTS.len() as u64;

    /// Builds them.
    pub(super) fn build() -> io::Result<Victims> {
        let built = Command::new("cargo")
            .args(["test", "--release", "--no-run", "--message-format=json"])
            .args(["--package", "forall", "--test", "isolation"])
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
            .output()?;
        let said = String::from_utf8_lossy(&built.stdout);
        let mut paths = said.lines().filter_map(|line| {
            let (_, path) = line.split_once("\"executable\":\"")?;
            Some(path.split_once('"')?.0)
        });
        let program = paths.next_back().map(PathBuf::from).ok_or_else(|| {
            io::Error::other(format!(
                "cargo built nothing: {}",
                String::from_utf8_lossy(&built.stderr)
            ))
        })?;
        Ok(Victims { program, folder: tempfile::tempdir()? })
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

    /// Is the fault of this number told with the input that a run without faults finds to be the first?
    pub(super) fn attributes(&self, number: u64) -> io::Result<bool> {
        let (name, reason) = FAULTS[(number % Victims::KINDS) as usize];
        let seed = number.to_string();
        let said = self.run(name, &[("FORALL_SEED", &seed), ("FORALL_MAX_SHRINKS", "0")])?;
        let (input, test) = first(number);
        let told = said.contains(&format!("\n  list = {input}\n{reason}"));
        Ok(told && said.contains(&format!("\nfound by test {}, and not shrunk", test + 1)))
    }

    /// Is a fault of this kind shrunk to the simplest input?
    pub(super) fn shrinks(&self, kind: u64) -> io::Result<bool> {
        let (name, reason) = FAULTS[kind as usize];
        let said = self.run(name, &[("FORALL_SEED", "1")])?;
        Ok(said.contains(&format!("\n  list = [1000]\n{reason}")))
    }

    /// How many tests of a trivial property a guided run does in a second, in a process of its own or not.
    pub(super) fn fuzzes(&self, isolate: bool, seconds: u64) -> io::Result<f64> {
        let (flag, time) = (if isolate { "1" } else { "0" }, format!("{seconds}s"));
        let guided =
            [("FORALL_RUNNER", "fuzz"), ("FORALL_MAX_TIME", &time), ("FORALL_VERBOSE", "1")];
        let said = self.run("trivial", &[&guided[..], &[("FORALL_ISOLATE", flag)]].concat())?;
        let tests = said
            .split_once("passed: trivial, ")
            .and_then(|(_, rest)| rest.split_once(" test")?.0.replace(',', "").parse::<f64>().ok());
        let tests = tests.ok_or_else(|| io::Error::other(format!("it did not pass: {said}")))?;
        Ok(tests / seconds as f64)
    }
}

/// The first input of a run that kills, and its number.
fn first(seed: u64) -> (String, u64) {
    let property = forall("list", forall::any::<Vec<u32>>())
        .check(|(list, ())| list.iter().all(|x| *x < 1_000));
    let options = runner::Options { seed, max_shrinks: 0, ..runner::Options::default() };
    let report = quick_check(&property, &options);
    let found = report.counterexample().expect("numbers of 32 bits are seldom small");
    (found.original[0].value.clone(), found.test_number().unwrap_or_default())
}
