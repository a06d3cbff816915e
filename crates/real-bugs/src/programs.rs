//! The two programs outside of the workspace: building them, and running them with a time limit.

use std::ffi::OsString;
use std::io;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often the parent looks whether a child has ended.
const POLL: Duration = Duration::from_millis(5);

/// The versions of the crates that a program is built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Those with the bugs.
    Buggy,
    /// Those without.
    Fixed,
}

impl Side {
    fn folder(self) -> &'static str {
        match self {
            Side::Buggy => "buggy",
            Side::Fixed => "fixed",
        }
    }

    /// Returns the path of the manifest.
    pub fn manifest(self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.folder()).join("Cargo.toml")
    }
}

/// A program that is built.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
}

/// How a child process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It succeeded, with this output.
    Output(String),
    /// It crashed, or its arguments were wrong.
    Failed(ExitStatus),
    /// It took too long.
    TimedOut,
}

impl Program {
    /// Builds the program of this side.
    pub fn build(side: Side) -> io::Result<Program> {
        build(side, cargo(side), None)
    }

    /// Builds the program of this side with edge counters and traced comparisons in the crates under test.
    pub fn build_with_edges(side: Side) -> io::Result<Program> {
        let host = host()?;
        let mut cargo = cargo(side);
        // One codegen unit: instrumented code is not inlined across units.
        cargo
            .args(["--config", "profile.release.codegen-units=1", "--target", &host])
            .env("RUSTC_WRAPPER", wrapper()?);
        build(side, cargo, Some(&host))
    }

    /// Runs the program, and kills it if it takes longer than `limit`.
    pub fn run(&self, args: &[String], limit: Duration) -> io::Result<Ended> {
        let mut child = Command::new(&self.path)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut stdout = child.stdout.take().expect("the output is piped");
        let reader = thread::spawn(move || {
            let mut output = String::new();
            stdout.read_to_string(&mut output).map(|_| output)
        });
        let Some(status) = wait(&mut child, limit)? else { return Ok(Ended::TimedOut) };
        let output = reader.join().expect("reading does not panic")?;
        Ok(if status.success() { Ended::Output(output) } else { Ended::Failed(status) })
    }
}

/// Waits for a child, and returns `None` if it had to be killed.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL);
    }
}

fn target_folder() -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(default, PathBuf::from);
    target.join("real-bugs")
}

fn cargo(side: Side) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--release", "--quiet", "--locked", "--manifest-path"]);
    cargo.arg(side.manifest()).arg("--target-dir").arg(target_folder());
    // The workspace builds with `-D warnings` in CI, and the crates here are old.
    cargo.env_remove("RUSTFLAGS");
    cargo
}

fn build(side: Side, mut cargo: Command, host: Option<&str>) -> io::Result<Program> {
    if !cargo.status()?.success() {
        let message = format!("building {} failed", side.manifest().display());
        return Err(io::Error::other(message));
    }
    let folder = host.map_or(target_folder(), |host| target_folder().join(host));
    let name = format!("real-bugs-{}", side.folder());
    let path = folder.join("release").join(name);
    Ok(Program { path: path.with_extension(std::env::consts::EXE_EXTENSION) })
}

/// Returns the path of the compiler wrapper of `cargo forall`.
fn wrapper() -> io::Result<OsString> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--manifest-path"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    cargo.args(["--package", "cargo-forall", "--", "forall", "wrapper"]);
    output_of(&mut cargo).map(|path| path.trim().into())
}

fn host() -> io::Result<String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let about = output_of(Command::new(compiler).arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| io::Error::other("`rustc -vV` does not print a host"))
}

fn output_of(command: &mut Command) -> io::Result<String> {
    let Output { status, stdout, stderr } = command.output()?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&stderr).into_owned()))
}
