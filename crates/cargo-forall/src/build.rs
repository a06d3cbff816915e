//! Builds the tests, with or without coverage instrumentation.
//!
//! The only difference is a compiler wrapper for the crates of the workspace. Its path is part of cargo's
//! fingerprint of a build, so the target folder holds builds of all modes, which share their dependencies.

use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cargo_metadata::{Artifact, Message};

use crate::command::Selection;
use crate::error::Error;
use crate::instrument::{self, Mode};
use crate::project::Project;
use crate::wrapper;

/// A test binary.
#[derive(Clone, Debug)]
pub(crate) struct Binary {
    pub(crate) path: PathBuf,
    /// The name of its crate.
    pub(crate) name: String,
    /// The name of its package.
    pub(crate) package: String,
    /// The folder of its package.
    pub(crate) folder: PathBuf,
}

/// Optimised code with debug assertions and overflow checks. It uses one codegen unit, because instrumented
/// code is not inlined across units, and no link-time optimisation, which would remove instrumented edges.
const PROFILE: [&str; 6] = [
    r#"profile.forall.inherits="release""#,
    "profile.forall.debug-assertions=true",
    "profile.forall.overflow-checks=true",
    "profile.forall.incremental=false",
    "profile.forall.codegen-units=1",
    r#"profile.forall.lto="off""#,
];

/// Builds the tests as `cargo test` does. Both share the build.
pub(crate) fn cargo_test(
    project: &Project,
    selection: &Selection,
    release: bool,
) -> Result<Vec<Binary>, Error> {
    let mut cargo = Command::new(instrument::cargo());
    cargo.args(["test", "--no-run", "--tests"]);
    if release {
        cargo.arg("--release");
    }
    if let Some(target) = &selection.target {
        cargo.args(["--target", target]);
    }
    select(&mut cargo, selection);
    binaries(project, cargo)
}

/// Builds the tests with optimisations and the instrumentation of `mode`.
pub(crate) fn optimised(
    project: &Project,
    selection: &Selection,
    mode: Mode,
) -> Result<Vec<Binary>, Error> {
    let target = target(selection, mode)?;
    let mut cargo = command(project, selection, &target);
    if mode != Mode::Plain {
        cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper::install(&project.folder(), mode, &target)?);
    }
    binaries(project, cargo)
}

/// Returns the platform to build for, or an error if it does not support the mode.
pub(crate) fn target(selection: &Selection, mode: Mode) -> Result<String, Error> {
    let target = match &selection.target {
        Some(target) => target.clone(),
        None => instrument::host()?,
    };
    instrument::check_platform(mode, &target)?;
    Ok(target)
}

fn command(project: &Project, selection: &Selection, target: &str) -> Command {
    let mut cargo = Command::new(instrument::cargo());
    // Without `--target`, cargo would use the wrapper for build scripts and macros too.
    cargo.args(["test", "--no-run", "--tests", "--profile=forall", "--target", target]);
    cargo.arg("--target-dir").arg(project.folder());
    for setting in PROFILE {
        cargo.args(["--config", setting]);
    }
    select(&mut cargo, selection);
    cargo
}

/// Adds the selected packages and features, and asks cargo to list the artifacts.
fn select(cargo: &mut Command, selection: &Selection) {
    cargo.arg("--message-format=json-render-diagnostics");
    for package in &selection.package {
        cargo.args(["--package", package]);
    }
    for features in &selection.features {
        cargo.args(["--features", features]);
    }
    if selection.all_features {
        cargo.arg("--all-features");
    }
    if let Some(path) = &selection.manifest_path {
        cargo.arg("--manifest-path").arg(path);
    }
}

/// Runs cargo, and returns the artifacts. The messages of the compiler go to standard error.
fn build(mut cargo: Command) -> Result<Vec<Artifact>, Error> {
    // Cargo queries the compiler with `rustc -`, which reads its standard input.
    cargo.stdin(Stdio::null());
    let mut child = cargo.stdout(Stdio::piped()).spawn().map_err(Error::cannot("start cargo"))?;
    let output = child.stdout.take().expect("standard output is piped");
    let mut artifacts = Vec::new();
    for message in Message::parse_stream(BufReader::new(output)) {
        let message = message.map_err(Error::cannot("read the output of cargo"))?;
        if let Message::CompilerArtifact(artifact) = message {
            artifacts.push(artifact);
        }
    }
    let status = child.wait().map_err(Error::cannot("wait for cargo"))?;
    if status.success() { Ok(artifacts) } else { Err(Error::NotBuilt) }
}

/// Runs cargo, and returns the test binaries, sorted: cargo lists them in the order in which they were built.
fn binaries(project: &Project, cargo: Command) -> Result<Vec<Binary>, Error> {
    let artifacts = build(cargo)?;
    let mut all: Vec<Binary> =
        artifacts.iter().filter_map(|artifact| binary(project, artifact)).collect();
    all.sort_by(|a, b| (&a.package, &a.name, &a.path).cmp(&(&b.package, &b.name, &b.path)));
    Ok(all)
}

fn binary(project: &Project, artifact: &Artifact) -> Option<Binary> {
    let path = artifact.executable.clone().filter(|_| artifact.profile.test)?;
    let package = project.tested(&artifact.package_id)?;
    let folder = package.manifest_path.parent()?.as_std_path().to_path_buf();
    Some(Binary {
        path: path.into_std_path_buf(),
        name: artifact.target.name.replace('-', "_"),
        package: package.name.to_string(),
        folder,
    })
}
