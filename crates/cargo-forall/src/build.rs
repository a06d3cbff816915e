//! Building the tests, plain or instrumented.
//!
//! All that differs between the two is a wrapper around the compiler for the crates of the workspace. Its
//! path is part of what cargo remembers of a build, so that both kinds stay in the target folder side by
//! side, and share what they depend on.

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
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What its crate is called.
    pub(crate) name: String,
    /// The package that it tests.
    pub(crate) package: String,
    /// Where that is.
    pub(crate) folder: PathBuf,
}

/// Fast code, with the checks that tests are used to. One unit: across units there is no inlining when
/// they are instrumented. No link-time optimisation: it would undo much of what is counted.
const PROFILE: [&str; 6] = [
    r#"profile.forall.inherits="release""#,
    "profile.forall.debug-assertions=true",
    "profile.forall.overflow-checks=true",
    "profile.forall.incremental=false",
    "profile.forall.codegen-units=1",
    r#"profile.forall.lto="off""#,
];

/// Builds the tests as `cargo test` does, which then need not do it again.
pub(crate) fn usual(
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

/// Builds the tests of the packages that use Forall, so that they run fast, and tell what they do.
pub(crate) fn tests(
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

/// The platform to build for, if it can be done in this mode.
pub(crate) fn target(selection: &Selection, mode: Mode) -> Result<String, Error> {
    let target = match &selection.target {
        Some(target) => target.clone(),
        None => instrument::host()?,
    };
    instrument::possible(mode, &target)?;
    Ok(target)
}

fn command(project: &Project, selection: &Selection, target: &str) -> Command {
    let mut cargo = Command::new(instrument::cargo());
    // Without a target, cargo would pass build scripts and macros through the wrapper just the same.
    cargo.args(["test", "--no-run", "--tests", "--profile=forall", "--target", target]);
    cargo.arg("--target-dir").arg(project.folder());
    for setting in PROFILE {
        cargo.args(["--config", setting]);
    }
    select(&mut cargo, selection);
    cargo
}

/// What to build, and that we want to know what was made.
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

/// What cargo says it has made. What the compiler says goes to the terminal.
fn built(mut cargo: Command) -> Result<Vec<Artifact>, Error> {
    // The compiler is asked for what it knows with a program that it reads from its input.
    cargo.stdin(Stdio::null());
    let mut child = cargo.stdout(Stdio::piped()).spawn().map_err(Error::cannot("start cargo"))?;
    let output = child.stdout.take().expect("it is piped");
    let mut artifacts = Vec::new();
    for message in Message::parse_stream(BufReader::new(output)) {
        let message = message.map_err(Error::cannot("read what cargo says"))?;
        if let Message::CompilerArtifact(artifact) = message {
            artifacts.push(artifact);
        }
    }
    let status = child.wait().map_err(Error::cannot("wait for cargo"))?;
    if status.success() { Ok(artifacts) } else { Err(Error::NotBuilt) }
}

/// The test binaries among it. Cargo names first what it made first, which differs from build to build.
fn binaries(project: &Project, cargo: Command) -> Result<Vec<Binary>, Error> {
    let built = built(cargo)?;
    let mut all: Vec<Binary> =
        built.iter().filter_map(|artifact| binary(project, artifact)).collect();
    all.sort_by(|a, b| (&a.package, &a.name, &a.path).cmp(&(&b.package, &b.name, &b.path)));
    Ok(all)
}

fn binary(project: &Project, artifact: &Artifact) -> Option<Binary> {
    let path = artifact.executable.clone().filter(|_| artifact.profile.test)?;
    let package = project.tested(&artifact.package_id)?;
    let folder = package.manifest_path.parent()?.as_std_path().to_path_buf();
    let (name, package) = (artifact.target.name.replace('-', "_"), package.name.to_string());
    Some(Binary { path: path.into_std_path_buf(), name, package, folder })
}
