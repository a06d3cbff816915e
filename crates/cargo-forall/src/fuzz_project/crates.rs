//! The crates that contain properties, compiled as libraries for the fuzz targets.

use std::path::Path;

use cargo_metadata::{Package, Target};

use super::{dependencies, relative};
use crate::project;

/// A crate that contains properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exported<'p> {
    pub(crate) package: &'p Package,
    pub(crate) target: &'p Target,
}

impl<'p> Exported<'p> {
    /// Returns why the properties of this crate cannot be exported, if there is a reason.
    pub(crate) fn obstacle(package: &Package, target: &Target) -> Option<&'static str> {
        let has_build_script = package.targets.iter().any(Target::is_custom_build);
        if target.is_proc_macro() {
            Some("a crate of procedural macros is not a library for other programs")
        } else if !target.is_test() && has_build_script {
            Some("the package has a build script, and only integration tests do not need it")
        } else {
            None
        }
    }

    /// Returns the name under which fuzz targets depend on the crate. It differs from the name of the package, because
    /// cargo otherwise uses the name of the library, which may not be unique.
    pub(super) fn name(&self) -> String {
        let kind = self.kind();
        format!("{}_{kind}_{}", self.package.name, self.target.name).replace('-', "_")
    }

    /// Returns the name of the package.
    pub(super) fn package_name(&self) -> String {
        format!("{}-properties", self.name())
    }

    fn kind(&self) -> &'static str {
        if self.target.is_test() {
            "test"
        } else if self.target.is_bin() {
            "bin"
        } else if self.target.is_example() {
            "example"
        } else {
            "lib"
        }
    }

    /// Returns whether the crate is compiled with `cfg(test)`, and not as a test of the package's library.
    fn has_unit_tests(&self) -> bool {
        !self.target.is_test()
    }

    /// Returns the manifest of a package in `folder` that compiles the crate as a library.
    pub(super) fn manifest(&self, folder: &Path) -> String {
        let package = self.package_name();
        let source = relative::path(folder, self.target.src_path.as_std_path());
        let edition = self.target.edition;
        let crate_name = self.target.name.replace('-', "_");
        let mut text = format!(
            "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\npublish = false\nedition = \"{edition}\"\n\n\
             [lib]\nname = \"{crate_name}\"\npath = \"{source}\"\ntest = false\ndoctest = false\n\n\
             [lints.rust]\nwarnings = \"allow\"\nexplicit_builtin_cfgs_in_flags = \"allow\"\n"
        );
        let library = self.library().map(|library| dependencies::Library {
            name: library.name.replace('-', "_"),
            package: self.package.name.to_string(),
            path: relative::path(folder, project::folder(self.package)),
        });
        text += &dependencies::tables(self.package, library.as_ref(), folder);
        text
    }

    /// Returns the library of the package, if the crate depends on it: integration tests, programs and examples do.
    fn library(&self) -> Option<&'p Target> {
        let is_library = |target: &&Target| {
            target.is_lib() || target.is_rlib() || target.is_dylib() || target.is_proc_macro()
        };
        self.package.targets.iter().find(is_library).filter(|_| self.kind() != "lib")
    }

    /// Returns the build script, which makes `#[property]` export the properties.
    pub(super) fn build_script(&self) -> &'static str {
        if self.has_unit_tests() { BUILD_SCRIPT_WITH_TESTS } else { BUILD_SCRIPT }
    }

    /// Returns the dependency on Forall, for a package in `folder`.
    pub(super) fn forall_dependency(&self, folder: &Path) -> String {
        dependencies::forall(self.package, folder)
    }
}

const BUILD_SCRIPT: &str = "\
fn main() {
    println!(\"cargo::rerun-if-changed=build.rs\");
    println!(\"cargo::rustc-env=__FORALL_EXPORT=1\");
}
";

const BUILD_SCRIPT_WITH_TESTS: &str = "\
fn main() {
    println!(\"cargo::rerun-if-changed=build.rs\");
    println!(\"cargo::rustc-env=__FORALL_EXPORT=1\");
    // The properties are in modules that exist only in tests.
    println!(\"cargo::rustc-cfg=test\");
}
";
