//! Builds the tests, as `cargo test` does or with coverage instrumentation.

mod optimised;

use std::io::BufReader;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use cargo_metadata::{Artifact, Message};

pub(crate) use self::optimised::{OptimisedBuild, optimised, target};
use crate::command::{Compilation, Selection};
use crate::error::Error;
use crate::instrument;
use crate::project::{self, Project};
use crate::saved_folder::saved_folder;

/// A test binary.
#[derive(Clone, Debug)]
pub(crate) struct Binary {
    pub(crate) path: PathBuf,
    /// The name of its target, such as `parser` for `tests/parser.rs`.
    pub(crate) target: String,
    /// The source file of its target.
    pub(crate) source: PathBuf,
    /// The name of its package.
    pub(crate) package: String,
    /// The folder of its package.
    pub(crate) folder: PathBuf,
    /// The folder of saved failures.
    pub(crate) saved: PathBuf,
}

impl Binary {
    /// Returns the crate name of the binary.
    pub(crate) fn crate_name(&self) -> String {
        self.target.replace('-', "_")
    }

    /// Returns whether this is the name of its target, its crate or its package.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        let name = name.replace('-', "_");
        [&self.target, &self.package].iter().any(|own| own.replace('-', "_") == name)
    }
}

/// Builds the tests as `cargo test` does, in the same target folder.
pub(crate) fn cargo_test(project: &Project, selection: &Selection) -> Result<Vec<Binary>, Error> {
    let mut cargo = command(selection);
    let Compilation { release, profile, target } = &selection.compilation;
    cargo.args(release.then_some("--release"));
    if let Some(profile) = profile {
        cargo.args(["--profile", profile]);
    }
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    binaries(project, &build(cargo)?)
}

/// Returns the command that builds the selected tests and lists the artifacts.
fn command(selection: &Selection) -> Command {
    let mut cargo = Command::new(instrument::cargo());
    cargo.args(["test", "--no-run", "--message-format=json-render-diagnostics"]);
    cargo.args(selection.cargo_args());
    cargo
}

/// Runs cargo, and returns the artifacts. The messages of the compiler go to standard error.
fn build(mut cargo: Command) -> Result<Vec<Artifact>, Error> {
    // Cargo queries the compiler with `rustc -`, which reads its standard input.
    cargo.stdin(Stdio::null());
    let mut child = cargo.stdout(Stdio::piped()).spawn().map_err(Error::cannot("start cargo"))?;
    let output = child.stdout.take().expect("standard output is piped");
    let mut artifacts = Vec::new();
    let mut has_started = false;
    for message in Message::parse_stream(BufReader::new(output)) {
        match message.map_err(Error::cannot("read the output of cargo"))? {
            Message::CompilerArtifact(artifact) => artifacts.push(artifact),
            Message::BuildFinished(_) => has_started = true,
            _ => {}
        }
    }
    let status = child.wait().map_err(Error::cannot("wait for cargo"))?;
    match has_started {
        _ if status.success() => Ok(artifacts),
        true => Err(Error::NotBuilt),
        false => Err(Error::RejectedByCargo),
    }
}

/// Returns the test binaries, sorted: cargo lists them in the order in which they were built.
fn binaries(project: &Project, artifacts: &[Artifact]) -> Result<Vec<Binary>, Error> {
    let binaries = artifacts.iter().filter_map(|artifact| binary(project, artifact).transpose());
    let mut all: Vec<Binary> = binaries.collect::<Result<_, Error>>()?;
    all.sort_by(|a, b| (&a.package, &a.target, &a.path).cmp(&(&b.package, &b.target, &b.path)));
    Ok(all)
}

/// Returns the test binary of a package that uses Forall, or `None` if the artifact is something else.
fn binary(project: &Project, artifact: &Artifact) -> Result<Option<Binary>, Error> {
    let path = artifact.executable.clone().filter(|_| artifact.profile.test);
    let package = project.tested(&artifact.package_id);
    let (Some(path), Some(package)) = (path, package) else { return Ok(None) };
    let folder = project::folder(package).to_path_buf();
    Ok(Some(Binary {
        saved: saved_folder(&folder)?,
        path: path.into_std_path_buf(),
        target: artifact.target.name.clone(),
        source: artifact.target.src_path.clone().into_std_path_buf(),
        package: package.name.to_string(),
        folder,
    }))
}
