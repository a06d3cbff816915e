//! The options that select what cargo builds. They have the names and meanings that they have in `cargo test`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

/// What cargo builds.
#[derive(Clone, Debug, Args)]
pub(crate) struct Selection {
    #[command(flatten)]
    pub(crate) packages: Packages,
    #[command(flatten)]
    pub(crate) targets: Targets,
    #[command(flatten)]
    pub(crate) features: Features,
    #[command(flatten)]
    pub(crate) compilation: Compilation,
}

/// The packages of the workspace.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Package selection")]
pub(crate) struct Packages {
    /// Select this package
    #[arg(short, long, value_name = "PACKAGE")]
    pub(crate) package: Vec<String>,
    /// Select all packages of the workspace
    #[arg(long)]
    pub(crate) workspace: bool,
    /// Do not select this package
    #[arg(long, value_name = "PACKAGE", requires = "workspace")]
    pub(crate) exclude: Vec<String>,
    /// Path of the manifest of the project
    #[arg(long, value_name = "PATH")]
    pub(crate) manifest_path: Option<PathBuf>,
    /// Require that Cargo.lock stays unchanged
    #[arg(long)]
    pub(crate) locked: bool,
    /// Build without access to the network
    #[arg(long)]
    pub(crate) offline: bool,
    /// The same as `--locked --offline`
    #[arg(long)]
    pub(crate) frozen: bool,
}

/// The targets of a package.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Target selection")]
pub(crate) struct Targets {
    /// Select the tests in the library
    #[arg(long)]
    lib: bool,
    /// Select the tests in this program
    #[arg(long, value_name = "NAME")]
    bin: Vec<String>,
    /// Select the tests in all programs
    #[arg(long)]
    bins: bool,
    /// Select the tests in this file of the folder `tests`
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,
    /// Select the tests in all files, the library and the programs (the default)
    #[arg(long)]
    tests: bool,
    /// Select the tests in this example
    #[arg(long, value_name = "NAME")]
    example: Vec<String>,
    /// Select the tests in all examples
    #[arg(long)]
    examples: bool,
}

/// The features of the packages.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Feature selection")]
pub(crate) struct Features {
    /// Features to build with
    #[arg(short = 'F', long)]
    pub(crate) features: Vec<String>,
    /// Build with all features
    #[arg(long)]
    pub(crate) all_features: bool,
    /// Build without the default features
    #[arg(long)]
    pub(crate) no_default_features: bool,
}

/// How the compiler is called.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Compilation options")]
pub(crate) struct Compilation {
    /// Build with optimisations; `fuzz` and `shrink` always do
    #[arg(short, long, conflicts_with = "profile")]
    pub(crate) release: bool,
    /// Build with this profile; `fuzz` and `shrink` inherit from it
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Platform to build for [default: this machine]
    #[arg(long, value_name = "TRIPLE")]
    pub(crate) target: Option<String>,
}

impl Selection {
    /// Returns the arguments for cargo, except for those that [`Compilation`] selects.
    pub(crate) fn cargo_args(&self) -> Vec<OsString> {
        let mut args = self.packages.cargo_args();
        args.extend(self.targets.cargo_args());
        args.extend(self.features.cargo_args());
        args
    }
}

impl Packages {
    fn cargo_args(&self) -> Vec<OsString> {
        let mut args = CargoArgs::default();
        args.values("--package", &self.package);
        args.flag("--workspace", self.workspace);
        args.values("--exclude", &self.exclude);
        if let Some(path) = &self.manifest_path {
            args.0.extend(["--manifest-path".into(), path.into()]);
        }
        args.0.extend(self.lock_args().map(OsString::from));
        args.0
    }

    /// Returns the arguments that all subcommands of cargo accept.
    pub(crate) fn lock_args(&self) -> impl Iterator<Item = &'static str> {
        let flags =
            [("--locked", self.locked), ("--offline", self.offline), ("--frozen", self.frozen)];
        flags.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name)
    }
}

impl Targets {
    fn cargo_args(&self) -> Vec<OsString> {
        let mut args = CargoArgs::default();
        args.flag("--lib", self.lib);
        args.values("--bin", &self.bin);
        args.flag("--bins", self.bins);
        args.values("--test", &self.test);
        args.values("--example", &self.example);
        args.flag("--examples", self.examples);
        // Otherwise cargo would build examples and documentation tests too.
        args.flag("--tests", self.tests || args.0.is_empty());
        args.0
    }
}

impl Features {
    /// Returns whether features are named. Cargo expects that a selected package has each of them.
    pub(crate) fn are_named(&self) -> bool {
        !self.features.is_empty()
    }

    fn cargo_args(&self) -> Vec<OsString> {
        let mut args = CargoArgs::default();
        args.values("--features", &self.features);
        args.flag("--all-features", self.all_features);
        args.flag("--no-default-features", self.no_default_features);
        args.0
    }
}

/// Arguments for cargo.
#[derive(Debug, Default)]
struct CargoArgs(Vec<OsString>);

impl CargoArgs {
    fn flag(&mut self, name: &str, is_set: bool) {
        if is_set {
            self.0.push(name.into());
        }
    }

    fn values(&mut self, name: &str, values: &[String]) {
        for value in values {
            self.0.extend([name.into(), value.into()]);
        }
    }
}
