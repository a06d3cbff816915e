//! The test program with properties that misbehave: that of `forall`'s own tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The environment variable that marks the processes of one trial, and all processes that they start.
const MARK_VARIABLE: &str = "ATTACK_MARK";

/// The test program, and a folder for all of its files.
#[derive(Debug)]
pub(super) struct Victims {
    pub(super) program: PathBuf,
    folder: TempDir,
}

impl Victims {
    /// Builds the test program as the tests of the workspace do, so that it is usually built already.
    pub(super) fn build() -> io::Result<Victims> {
        let target = ["--package", "forall", "--test", "isolation"];
        let args = [&["test", "--no-run", "--all-features"], &target[..]].concat();
        Victims::at(built_program(&args)?)
    }

    /// Uses a copy of the test program.
    pub(super) fn at(program: PathBuf) -> io::Result<Victims> {
        let victims = Victims { program, folder: tempfile::tempdir()? };
        fs::create_dir(victims.temporary())?;
        Ok(victims)
    }

    /// Returns the folder in which the victims create temporary folders.
    pub(super) fn temporary(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }

    /// Returns a command that runs these victims. All processes of it have the mark.
    pub(super) fn command(&self, names: &[&str], mark: &str) -> Command {
        self.command_of(&self.program, "victims", names, mark)
    }

    /// Returns a command that runs victims of this module, with this copy of the test program.
    pub(super) fn command_of(
        &self,
        program: &Path,
        module: &str,
        names: &[&str],
        mark: &str,
    ) -> Command {
        let mut command = Command::new(program);
        command.args(names.iter().map(|name| format!("{module}::{name}")));
        command.args(["--exact", "--ignored", "--test-threads=2"]);
        self.set_environment(&mut command, mark);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Sets the environment variables for a program that runs victims, among them the mark.
    pub(super) fn set_environment(&self, command: &mut Command, mark: &str) {
        command.env(MARK_VARIABLE, mark).env("TMPDIR", self.temporary());
        command.env("FORALL_REGRESSIONS", "off").env("FORALL_SEED", "1");
        command.env("HEARTBEATS", self.folder.path().join("heartbeats"));
        command.env("LEFT_PROCESS", "100");
    }

    /// Starts one victim, and discards its output.
    pub(super) fn start(&self, name: &str, mark: &str) -> io::Result<Child> {
        self.command(&[name], mark).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    }
}

/// Runs cargo with these arguments, and returns the path of the program that it builds.
pub(crate) fn built_program(args: &[&str]) -> io::Result<PathBuf> {
    let built = Command::new("cargo")
        .args(args)
        .arg("--message-format=json")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()?;
    let output = String::from_utf8_lossy(&built.stdout);
    let mut paths = output.lines().filter_map(|line| {
        let (_, path) = line.split_once("\"executable\":\"")?;
        Some(PathBuf::from(path.split_once('"')?.0))
    });
    let errors = || String::from_utf8_lossy(&built.stderr).into_owned();
    paths.next_back().ok_or_else(|| io::Error::other(format!("cargo built nothing: {}", errors())))
}

/// How a program ended, and what it printed.
#[derive(Debug)]
pub(super) struct Ended {
    /// The exit code, or `None` if a signal ended the program.
    pub(super) code: Option<i32>,
    /// The output, and then the errors.
    pub(super) text: String,
}

/// Runs a program to its end. Kills it if it takes too long.
pub(super) fn finish(mut command: Command) -> io::Result<Ended> {
    const MAX_TIME: Duration = Duration::from_secs(30);
    let child = command.spawn()?;
    let process = child.id();
    let (sender, receiver) = mpsc::channel();
    let waiting = thread::spawn(move || {
        let output = child.wait_with_output();
        // The receiver does not wait forever.
        let _ = sender.send(());
        output
    });
    let is_late = receiver.recv_timeout(MAX_TIME).is_err();
    if is_late {
        send("-KILL", process)?;
    }
    let output = waiting.join().map_err(|_| io::Error::other("the waiting thread panicked"))??;
    Ok(Ended { code: output.status.code().filter(|_| !is_late), text: text(&output) })
}

/// Kills all processes that have this mark.
pub(super) fn kill_marked(mark: &str) -> io::Result<()> {
    marked(mark).into_iter().try_for_each(|process| send("-KILL", process))
}

/// Sends a signal to a process.
pub(super) fn send(signal: &str, process: u32) -> io::Result<()> {
    Command::new("kill").args([signal, &process.to_string()]).stderr(Stdio::null()).status()?;
    Ok(())
}

/// Returns the processes that have this mark.
pub(super) fn marked(mark: &str) -> Vec<u32> {
    let expected = format!("{MARK_VARIABLE}={mark}");
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let has_mark = |process: &u32| {
        let variables = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable == expected.as_bytes())
    };
    all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(has_mark).collect()
}

/// Returns whether all processes with this mark end soon.
pub(super) fn all_end(mark: &str) -> bool {
    const SOON: Duration = Duration::from_secs(3);
    let since = Instant::now();
    while !marked(mark).is_empty() {
        if since.elapsed() > SOON {
            return false;
        }
        thread::sleep(Duration::from_millis(10));
    }
    true
}

/// Returns everything that a program printed.
pub(super) fn text(output: &Output) -> String {
    let bytes = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&bytes).into_owned()
}
