//! Building this program with edge counters.
//!
//! Cargo builds it with the compiler wrapper of `cargo forall fuzz`. Both builds coexist in the
//! target directory.

use std::ffi::OsString;
use std::io;
use std::process::{Command, Output};

/// Set for the instrumented program, which must not build itself again.
const INSTRUMENTED_VARIABLE: &str = "WORKLOADS_INSTRUMENTED";

/// Builds this program with edge counters, and runs it with these arguments.
pub fn run(args: impl IntoIterator<Item = OsString>) -> io::Result<()> {
    if std::env::var_os(INSTRUMENTED_VARIABLE).is_some() {
        return Err(io::Error::other("edge counters are not supported on this platform"));
    }
    let status = command()?.args(args).env(INSTRUMENTED_VARIABLE, "1").status()?;
    if status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!("the instrumented program ended with {status}")))
}

/// Returns the command of the instrumented program, without arguments.
fn command() -> io::Result<Command> {
    let wrapper =
        output_of(cargo_run().args(["--package", "cargo-forall", "--", "forall", "wrapper"]))?;
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let about = output_of(Command::new(compiler).arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| io::Error::other("`rustc -vV` does not print a host"))?;
    let mut command = cargo_run();
    // One codegen unit: instrumented code is not inlined across units.
    command
        .args(["--release", "--config", "profile.release.codegen-units=1"])
        .args(["--package", "workloads", "--target", host])
        .args(if cfg!(feature = "peers") { &["--features", "peers", "--"][..] } else { &["--"] })
        .env("RUSTC_WORKSPACE_WRAPPER", wrapper.trim());
    Ok(command)
}

/// Returns a `cargo run` for a package of this workspace.
fn cargo_run() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--manifest-path"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    cargo
}

/// Runs a command and returns its output.
fn output_of(command: &mut Command) -> io::Result<String> {
    let Output { status, stdout, stderr } = command.output()?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&stderr).into_owned()))
}
