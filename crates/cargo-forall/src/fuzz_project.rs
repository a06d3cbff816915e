//! A project for `cargo fuzz`, with one fuzz target for each property.
//!
//! ```text
//!   Cargo.toml             the fuzz targets, as cargo-fuzz expects them
//!   fuzz_targets/          a program and an options file for each property
//!   properties/            a package for each crate that contains properties
//!   seeds/                 saved failures, corpora and examples
//!   oss-fuzz/              what OSS-Fuzz needs
//!   clusterfuzzlite/       what ClusterFuzzLite needs
//! ```
//!
//! Properties are in test targets, and in modules of libraries and programs that only exist in tests. So each of these
//! crates is compiled once more, as a library with the same source files, but without a test harness.

mod crates;
mod dependencies;
mod files;
mod relative;
mod services;
mod targets;

use std::path::{Path, PathBuf};

use cargo_metadata::Package;

pub(crate) use self::crates::Exported;
pub(crate) use self::targets::FuzzTarget;
use crate::command::Features;
use crate::error::Error;

/// A project to write.
pub(crate) struct FuzzProject<'p> {
    /// The absolute path of its folder.
    pub(crate) folder: PathBuf,
    /// The folder of the workspace.
    pub(crate) workspace: &'p Path,
    /// The crates that contain the properties.
    pub(crate) crates: Vec<Exported<'p>>,
    /// The fuzz targets, and the crate of each.
    pub(crate) targets: Vec<FuzzTarget>,
    /// The features to build with.
    pub(crate) features: &'p Features,
}

/// The line by which an exported project is recognised.
const MARK: &str = "forall-export = true";

impl FuzzProject<'_> {
    /// Writes all files except for the seeds. Fails if the folder contains another project.
    pub(crate) fn write(&self) -> Result<(), Error> {
        files::prepare(&self.folder)?;
        let write = |path: &str, text: &str| files::write(&self.folder.join(path), text);
        write("Cargo.toml", &self.manifest())?;
        write(".gitignore", "target\ncorpus\nartifacts\ncoverage\n")?;
        for exported in &self.crates {
            let folder = format!("properties/{}", exported.name());
            write(&format!("{folder}/Cargo.toml"), &exported.manifest(&self.folder.join(&folder)))?;
            write(&format!("{folder}/build.rs"), exported.build_script())?;
        }
        for target in &self.targets {
            let name = &target.name;
            let crate_name = self.crates[target.crate_index].name();
            write(&format!("fuzz_targets/{name}.rs"), &target.program(&crate_name))?;
            write(&format!("fuzz_targets/{name}.options"), targets::OPTIONS)?;
        }
        let name = relative::path(self.workspace, &self.folder);
        let packages = self.crates.iter().map(|exported| exported.package);
        let packages: Vec<&Package> = packages.collect();
        for (path, text) in services::files(&packages, &name) {
            write(path, &text)?;
        }
        files::copy_lock_file(self.workspace, &self.folder)
    }

    /// Returns the manifest of the fuzz targets.
    fn manifest(&self) -> String {
        let package = self.crates.first().map_or("forall", |exported| &*exported.package.name);
        let mut text = format!(
            "# Written by `cargo forall export`, which replaces this file.\n\n\
             [package]\nname = \"{package}-fuzz\"\nversion = \"0.0.0\"\npublish = false\nedition = \"2021\"\n\n\
             [package.metadata]\ncargo-fuzz = true\n{MARK}\n\n\
             [workspace]\n\n\
             [profile.release]\ndebug = 1\n\n\
             [dependencies.libfuzzer-sys]\nversion = \"0.4.12\"\n"
        );
        if let Some(exported) = self.crates.first() {
            text += &exported.forall_dependency(&self.folder);
        }
        for exported in &self.crates {
            let name = exported.name();
            let package = exported.package_name();
            text += &format!(
                "\n[dependencies.{name}]\npackage = \"{package}\"\npath = \"properties/{name}\"\n"
            );
            text += &dependencies::selected_features(exported.package, self.features);
        }
        for target in &self.targets {
            let name = &target.name;
            text += &format!(
                "\n[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\ntest = false\ndoc = false\nbench = false\n"
            );
        }
        text
    }
}
