//! The tests in the test binaries, and how to start one.
//!
//! Coverage is counted for the whole process, so each test runs in its own process.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use forall_format::regressions::RegressionStore;
use forall_format::state_path::{CORPUS_FOLDER, LINES_EXTENSION};
use forall_format::variable;
use forall_sys::process::bind_to_this_process;

use crate::build::Binary;
use crate::error::Error;
use crate::properties::{self, Property};
use crate::running::RunningTest;

/// A test that was discovered in a binary.
#[derive(Debug)]
pub(crate) struct DiscoveredTest<'a> {
    binary: &'a Binary,
    /// The path of the test in its crate, as the test harness prints it.
    path: String,
    /// The displayed name: the path, after the crate and the package if others have the same path.
    pub(crate) name: String,
    /// The manifest, if the test is a property.
    pub(crate) property: Option<Property>,
    /// Whether the test is marked `#[ignore]`.
    is_ignored: bool,
}

/// Which tests to discover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestKind {
    /// The properties that `cargo test` runs.
    Properties,
    /// The properties marked `#[ignore]`.
    IgnoredProperties,
    /// All properties, ignored or not.
    EveryProperty,
    /// The tests that `cargo test` runs, properties or not.
    AllTests,
}

impl TestKind {
    fn includes(self, is_property: bool, is_ignored: bool) -> bool {
        match self {
            TestKind::Properties => is_property && !is_ignored,
            TestKind::IgnoredProperties => is_property && is_ignored,
            TestKind::EveryProperty => is_property,
            TestKind::AllTests => !is_ignored,
        }
    }
}

/// An environment variable that configures a test.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    variable: &'static str,
    value: String,
}

impl Setting {
    pub(crate) fn new(variable: &'static str, value: impl Into<String>) -> Setting {
        Setting { variable, value: value.into() }
    }

    /// Returns the variable, if it takes precedence over the attribute of a property. Whether a property is isolated
    /// stays its own decision.
    fn overrides(&self) -> Option<&'static str> {
        Some(self.variable).filter(|name| name.starts_with("FORALL_") && *name != "FORALL_ISOLATE")
    }
}

impl<'a> DiscoveredTest<'a> {
    /// Returns the tests of this kind in these binaries.
    pub(crate) fn find_all(
        binaries: &'a [Binary],
        kind: TestKind,
    ) -> Result<Vec<DiscoveredTest<'a>>, Error> {
        let mut all = Vec::new();
        for binary in binaries {
            let properties = properties::of(&binary.path)?;
            let ignored = list(binary, &["--ignored"])?;
            for path in list(binary, &[])? {
                let property =
                    properties.iter().find(|property| property.name().test_path() == path).cloned();
                let is_ignored = ignored.contains(&path);
                if kind.includes(property.is_some(), is_ignored) {
                    let name = path.clone();
                    all.push(DiscoveredTest { binary, name, path, property, is_ignored });
                }
            }
        }
        make_names_unique(&mut all);
        Ok(all)
    }

    /// Returns the tests that match `filter`, or an error if there are none.
    pub(crate) fn matching(
        all: Vec<DiscoveredTest<'a>>,
        filter: Option<&str>,
    ) -> Result<Vec<DiscoveredTest<'a>>, Error> {
        let Some(filter) = filter else {
            return if all.is_empty() { Err(Error::NoProperties) } else { Ok(all) };
        };
        if !all.iter().any(|test| test.matches(filter)) {
            let available = available_names(&all);
            return Err(Error::NoMatch { filter: filter.to_owned(), available });
        }
        Ok(all.into_iter().filter(|test| test.matches(filter)).collect())
    }

    /// Returns the only test that matches `filter`, or an error.
    pub(crate) fn only_match(
        all: Vec<DiscoveredTest<'a>>,
        filter: &str,
    ) -> Result<DiscoveredTest<'a>, Error> {
        let mut matching = DiscoveredTest::matching(all, Some(filter))?;
        let exact = matching.iter().position(|test| test.name == filter);
        match (exact, matching.len()) {
            (Some(at), _) => Ok(matching.swap_remove(at)),
            (None, 1) => Ok(matching.swap_remove(0)),
            (None, _) => Err(Error::SeveralMatches {
                filter: filter.to_owned(),
                names: matching.into_iter().map(|test| test.name).collect(),
            }),
        }
    }

    /// Checks that every binary accepts the settings, before any test runs. Each binary may register its own runners.
    pub(crate) fn check_settings(
        tests: &[DiscoveredTest<'_>],
        settings: &[Setting],
    ) -> Result<(), Error> {
        let mut checked = BTreeSet::new();
        for test in tests.iter().filter(|test| test.property.is_some()) {
            if checked.insert(&test.binary.path) {
                test.check(settings)?;
            }
        }
        Ok(())
    }

    fn check(&self, settings: &[Setting]) -> Result<(), Error> {
        let mut command = self.command(settings);
        command.env(variable::CHECK_SETTINGS, "1");
        let output = command.output().map_err(Error::cannot("start a test"))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        match stderr.lines().find_map(|line| line.strip_prefix("forall: ")) {
            Some(message) if !output.status.success() => Err(Error::Settings(message.to_owned())),
            _ => Ok(()),
        }
    }

    /// Returns the property whose regression file is at `path`.
    pub(crate) fn with_regressions(
        all: Vec<DiscoveredTest<'a>>,
        path: &Path,
    ) -> Result<DiscoveredTest<'a>, Error> {
        let wanted = fs::canonicalize(path).map_err(Error::cannot("find a file"))?;
        let has_file = |test: &DiscoveredTest<'_>| {
            let store = test.regressions();
            store.and_then(|store| fs::canonicalize(store.path()).ok()).as_ref() == Some(&wanted)
        };
        all.into_iter().find(has_file).ok_or_else(|| Error::NoProperty(path.display().to_string()))
    }

    /// Returns whether the filter is part of the path, or names the target or the package. A filter with `::` may
    /// start with the crate.
    fn matches(&self, filter: &str) -> bool {
        let matches_with_crate =
            || filter.contains("::") && self.path_with_crate().contains(filter);
        self.path.contains(filter)
            || self.name == filter
            || self.binary.is_named(filter)
            || matches_with_crate()
    }

    fn path_with_crate(&self) -> String {
        format!("{}::{}", self.binary.crate_name(), self.path)
    }

    /// Lets the test write the known inputs of the property to `folder`, as inputs of its fuzz target. Returns the number
    /// of files.
    pub(crate) fn write_seeds(&self, folder: &Path) -> Result<usize, Error> {
        let mut command = self.command(&[Setting::new("FORALL_CORPUS", CORPUS_FOLDER)]);
        command.env(variable::SEEDS, folder);
        let output = command.output().map_err(Error::cannot("start a test"))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            let message = stderr.lines().find_map(|line| line.strip_prefix("forall: "));
            return Err(Error::NoSeeds {
                property: self.name.clone(),
                message: message.unwrap_or("its process crashed").to_owned(),
            });
        }
        Ok(fs::read_dir(folder).map_or(0, |files| files.count()))
    }

    /// Returns the binary that contains the test.
    pub(crate) fn binary(&self) -> &'a Binary {
        self.binary
    }

    /// Returns the full name of the property, or `None` if the test is not a property.
    pub(crate) fn full_name(&self) -> Option<String> {
        Some(self.property.as_ref()?.name().full_name())
    }

    /// Returns the name of the package that contains the test.
    pub(crate) fn package(&self) -> &str {
        &self.binary.package
    }

    /// Returns the folder of the package that contains the test.
    pub(crate) fn package_folder(&self) -> &Path {
        &self.binary.folder
    }

    /// Returns the file of this property in a folder of its package, or `None` if the test is not a property.
    pub(crate) fn file(&self, folder: &str, extension: &str) -> Option<PathBuf> {
        let file = self.property.as_ref()?.name().file_name(extension);
        Some(self.binary.folder.join(folder).join(file))
    }

    /// Returns the store of saved failures, or `None` if the test is not a property.
    pub(crate) fn regressions(&self) -> Option<RegressionStore> {
        let name = self.property.as_ref()?.name();
        Some(RegressionStore::new(&self.binary.saved, name))
    }

    /// Starts the test with these settings. It writes its results to `folder`.
    pub(crate) fn start(&self, settings: &[Setting], folder: &str) -> Result<RunningTest, Error> {
        let mut command = self.command(settings);
        command.env("FORALL_RESULTS", folder);
        bind_to_this_process(&mut command);
        let results = self.file(folder, LINES_EXTENSION).unwrap_or_default();
        RunningTest::start(command, self.name.clone(), results)
    }

    /// Returns the command that runs only this test.
    fn command(&self, settings: &[Setting]) -> Command {
        let mut command = command(self.binary);
        command.args([&self.path, "--exact", "--nocapture", "--test-threads=1"]);
        command.args(self.is_ignored.then_some("--ignored"));
        // It is a setting only for verbs that run campaigns.
        command.env_remove("FORALL_SHARD");
        for setting in settings {
            command.env(setting.variable, &setting.value);
        }
        let overrides: Vec<&str> = settings.iter().filter_map(Setting::overrides).collect();
        command.env(variable::OVERRIDES, overrides.join(","));
        command
    }
}

/// Returns the names of the tests, and of their targets and packages.
fn available_names(all: &[DiscoveredTest<'_>]) -> BTreeSet<String> {
    let names = |test: &DiscoveredTest<'_>| {
        let Binary { target, package, .. } = test.binary;
        // The crate of a library is usually named after its package.
        let target = if *target == package.replace('-', "_") { package } else { target };
        [test.name.clone(), target.clone(), package.clone()]
    };
    all.iter().flat_map(names).collect()
}

/// Adds the crate to names that are not unique, and then the package.
fn make_names_unique(all: &mut [DiscoveredTest<'_>]) {
    let longer_names = [
        |test: &DiscoveredTest<'_>| test.path_with_crate(),
        |test: &DiscoveredTest<'_>| format!("{}: {}", test.binary.package, test.path_with_crate()),
    ];
    for longer_name in longer_names {
        let names: Vec<String> = all.iter().map(|test| test.name.clone()).collect();
        for test in all.iter_mut() {
            if names.iter().filter(|name| **name == test.name).count() > 1 {
                test.name = longer_name(test);
            }
        }
    }
}

/// Returns the tests that a binary lists. A binary with its own test harness may not support `--list`.
fn list(binary: &Binary, more: &[&str]) -> Result<Vec<String>, Error> {
    let output = command(binary)
        .args(["--list", "--format", "terse"])
        .args(more)
        .output()
        .map_err(Error::cannot("start a test binary"))?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let tests = lines.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(tests.map(str::to_owned).collect())
}

/// Returns the command that `cargo test` uses.
fn command(binary: &Binary) -> Command {
    let mut command = Command::new(&binary.path);
    command.current_dir(&binary.folder);
    command.env("CARGO_MANIFEST_DIR", &binary.folder).env("CARGO_PKG_NAME", &binary.package);
    command
}
