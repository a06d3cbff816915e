//! Optimised builds, with or without coverage instrumentation.
//!
//! The only difference is a compiler wrapper for the crates of the workspace. Its path is part of cargo's
//! fingerprint of a build, so the target folder holds builds of all modes, which share their dependencies.
//! Cargo does not distinguish builds of other crates by their wrapper, so a build with instrumented dependencies
//! has a folder of its own.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use cargo_metadata::{Artifact, TargetKind};

use super::{Binary, binaries, build, command};
use crate::command::Selection;
use crate::error::Error;
use crate::instrument::{self, Instrumentation, Mode};
use crate::output;
use crate::project::{self, Project};
use crate::wrapper;

/// Optimised code with debug assertions and overflow checks. It uses one codegen unit, because instrumented
/// code is not inlined across units, and no link-time optimisation, which would remove instrumented edges.
const PROFILE: [&str; 5] = [
    "profile.forall.debug-assertions=true",
    "profile.forall.overflow-checks=true",
    "profile.forall.incremental=false",
    "profile.forall.codegen-units=1",
    r#"profile.forall.lto="off""#,
];

/// The result of an optimised build.
#[derive(Debug)]
pub(crate) struct OptimisedBuild {
    pub(crate) binaries: Vec<Binary>,
    /// The names of the instrumented packages.
    pub(crate) instrumented: BTreeSet<String>,
}

/// Builds the tests with optimisations and instrumentation.
pub(crate) fn optimised(
    project: &Project,
    selection: &Selection,
    instrumentation: &Instrumentation,
) -> Result<OptimisedBuild, Error> {
    let mode = instrumentation.mode;
    let target = target(selection.compilation.target.as_deref(), mode)?;
    let dependencies = project.dependencies(&selection.packages, &instrumentation.dependencies)?;
    let folder = folder(project, &wrapper::link_name(mode, &target), &dependencies);
    print_reason(&folder, &target, mode)?;
    let mut cargo = command(&narrowed(project, selection)?);
    // Without `--target`, cargo would use the wrapper for build scripts and macros too.
    cargo.args(["--profile=forall", "--target", &target]);
    cargo.arg("--target-dir").arg(&folder);
    let base = selection.compilation.profile.as_deref().unwrap_or("release");
    cargo.args(["--config", &format!("profile.forall.inherits={base:?}")]);
    for setting in PROFILE {
        cargo.args(["--config", setting]);
    }
    let members = project.members().map(str::to_owned);
    let instrumented: Vec<String> = members.chain(dependencies.iter().cloned()).collect();
    if mode != Mode::Plain {
        let wrapper = wrapper::install(&folder, mode, &target)?;
        if dependencies.is_empty() {
            cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper);
        } else {
            let packages = instrumented.join(",");
            cargo.env("RUSTC_WRAPPER", wrapper).env(wrapper::PACKAGES_VARIABLE, packages);
        }
    }
    let artifacts = build(cargo)?;
    let members = artifacts.iter().filter_map(|artifact| instrumented_member(project, artifact));
    Ok(OptimisedBuild {
        instrumented: members.chain(dependencies).collect(),
        binaries: binaries(project, &artifacts)?,
    })
}

/// Returns the platform to build for, or an error if it does not support the mode.
pub(crate) fn target(requested: Option<&str>, mode: Mode) -> Result<String, Error> {
    let target = match requested {
        Some(target) => target.to_owned(),
        None => instrument::host()?,
    };
    instrument::check_platform(mode, &target)?;
    Ok(target)
}

/// Returns the folder of a build with these instrumented dependencies.
fn folder(project: &Project, link_name: &str, dependencies: &BTreeSet<String>) -> PathBuf {
    if dependencies.is_empty() {
        return project.folder();
    }
    let mut hasher = DefaultHasher::new();
    (link_name, dependencies).hash(&mut hasher);
    project.folder().join(format!("instrumented-{:016x}", hasher.finish()))
}

/// Prints why the first build takes long.
fn print_reason(folder: &Path, target: &str, mode: Mode) -> Result<(), Error> {
    if folder.join(target).join("forall").exists() {
        return Ok(());
    }
    let coverage = if mode == Mode::Plain { "" } else { ", and the workspace with coverage" };
    output::print_error_line(format_args!(
        "note: the first build compiles all dependencies with optimisations{coverage}; \
         later runs reuse it (in {})",
        project::relative(folder).display()
    ))
}

/// Selects only packages that use Forall, unless packages or features are named. The others may have many
/// dependencies.
fn narrowed(project: &Project, selection: &Selection) -> Result<Selection, Error> {
    let mut narrowed = selection.clone();
    if selection.packages.package.is_empty() && !selection.features.are_named() {
        let packages = project.packages(&selection.packages)?;
        if !packages.is_empty() {
            narrowed.packages.package =
                packages.iter().map(|package| package.name.to_string()).collect();
            narrowed.packages.workspace = false;
            narrowed.packages.exclude.clear();
        }
    }
    Ok(narrowed)
}

/// Returns the package of an artifact if it is an instrumented package of the workspace.
fn instrumented_member(project: &Project, artifact: &Artifact) -> Option<String> {
    let is_for_host = artifact
        .target
        .kind
        .iter()
        .any(|kind| matches!(kind, TargetKind::CustomBuild | TargetKind::ProcMacro));
    if is_for_host || wrapper::is_exempt(&artifact.target.name) {
        return None;
    }
    Some(project.member(&artifact.package_id)?.name.to_string())
}
