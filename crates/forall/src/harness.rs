//! The harness that runs properties as tests: it reads the settings, runs the property, prints the report, and
//! panics if the property did not pass.
//!
//! This is the only module that reads the environment and files, and the only one that prints. `#[property]` calls
//! it; your own test can too:
//!
//! ```
//! use forall::property::{Erased, forall};
//! use forall::harness::{Settings, Test};
//!
//! let property = Erased::new(forall("x", 0..100).check(|(x, ())| x % 100 == *x));
//! let test = Test::new("my_crate::numbers", "stays_small");
//! let settings = Settings { tests: Some(50), ..Settings::NONE };
//! test.run(&property, &forall::runner::quick_check, &settings);
//! ```

mod settings;
mod environment;
#[cfg(feature = "file")]
mod file;
mod run;
mod capture;
mod import;
mod seeds;
mod output;
mod constants;
mod runner_names;
mod start_time;
mod paths;
mod regressions;
mod failure_log;
mod corpus;
mod results;
mod observations;
mod observing;
mod journals;
mod process;
mod interrupt;
mod sharding;
#[cfg(feature = "isolate")]
mod isolate;

use std::fmt;
use std::panic::Location;

use forall_format::replay::MAX_SIZE;
use forall_format::state_path::PropertyName;
pub use forall_format::{Replay, TestSize};

pub(crate) use self::capture::capture;
pub(crate) use self::run::Subject;
#[cfg(feature = "registry")]
pub use self::runner_names::{RegisteredRunner, inventory};
pub use self::settings::Settings;
use self::start_time::StartTime;
use crate::property::Erased;
use crate::report::Report;
use crate::runner::Options;

/// The name and the location of a test.
///
/// ```
/// use forall::property::{Erased, forall};
/// use forall::harness::{Settings, Test};
///
/// let property = Erased::new(forall("x", 0..100).check(|(x, ())| x % 100 == *x));
/// let test = Test { package: Some("my_crate"), ..Test::new(module_path!(), "stays_small") };
/// test.check(&property, &Settings::NONE);
/// test.run(&property, &forall::runner::integrated, &Settings { tests: Some(9), ..Settings::NONE });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The module, as `module_path!()` returns it.
    pub module: &'static str,
    /// The name of the function.
    pub name: &'static str,
    /// The package, for the replay command.
    pub package: Option<&'static str>,
    /// The target of the package, as an argument of cargo: `--lib`, `--test it`.
    pub target: Option<&'static str>,
    /// File, line and column.
    pub location: (&'static str, u32, u32),
}

/// An invalid setting, or a file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error(String);

/// A runner for a test.
pub type Runner<'a> = dyn Fn(&Erased, &Options) -> Report + 'a;

/// Converts the value of an example for a parameter that is a `&str` or a slice. `#[property]` calls it.
#[doc(hidden)]
pub fn owned<T>(value: impl Into<T>) -> T {
    value.into()
}

impl Test {
    /// Describes the test `name` in the module that `module_path!()` returns, at the location of the caller.
    #[track_caller]
    pub fn new(module: &'static str, name: &'static str) -> Test {
        let here = Location::caller();
        let location = (here.file(), here.line(), here.column());
        Test { module, name, package: None, target: None, location }
    }

    /// Runs `property` with `runner`. The `settings` take precedence over the environment, `forall.toml` and the
    /// defaults.
    ///
    /// # Panics
    ///
    /// If the property did not pass, or if a setting is invalid. The report is printed before.
    pub fn run(&self, property: &Erased, runner: &Runner<'_>, settings: &Settings) {
        let runner = Some(runner);
        self.start(Subject { property, examples: Vec::new(), runner, notice: None }, settings);
    }

    /// Runs `property` with the runner that the settings name, by default [`auto`](crate::runner::auto).
    ///
    /// # Panics
    ///
    /// As [`run`](Test::run) does.
    pub fn check(&self, property: &Erased, settings: &Settings) {
        self.start(
            Subject { property, examples: Vec::new(), runner: None, notice: None },
            settings,
        );
    }

    pub(crate) fn start(&self, subject: Subject<'_>, settings: &Settings) {
        if capture::is_captured(subject.property) {
            return;
        }
        run::run(self, subject, settings.clone());
    }

    fn resolve_settings(&self, settings: Settings) -> Result<Settings, Error> {
        let environment = environment::read()?;
        let isolates_replay = environment.settings.isolate;
        let settings = environment.overrides.or(settings);
        #[cfg(feature = "file")]
        let settings = settings.or(environment.settings).or(file::read(&environment.profile)?);
        #[cfg(not(feature = "file"))]
        let settings = settings.or(environment.settings);
        let mut settings = settings.or(Settings {
            // All shards run the same campaign.
            fixed_seed: Some(environment.ci || environment.is_sharded),
            tests: cfg!(miri).then_some(MIRI_TESTS),
            ..Settings::NONE
        });
        if settings.replay.is_some() {
            // A replay runs in this process, unless its command says otherwise.
            settings.isolate = isolates_replay;
        }
        if let Some(size) = settings.size.filter(|size| *size > MAX_SIZE) {
            // The parsers of the other sources have checked it.
            let name = self.name;
            return Err(Error(format!(
                "`size = {size}` of `{name}` is too large: use a whole number from 0 to {MAX_SIZE}"
            )));
        }
        Ok(settings)
    }

    fn command(&self, replay: &Replay) -> String {
        let package = self.package.map(|package| format!(" -p {package}")).unwrap_or_default();
        let target = self.target.map(|target| format!(" {target}")).unwrap_or_default();
        let path = self.property_name().test_path();
        let flags = if ignored_tests_run() { "--exact --include-ignored" } else { "--exact" };
        format!("FORALL_REPLAY={replay} cargo test{package}{target} {path} -- {flags}")
    }

    /// Returns the module and the name.
    fn property_name(&self) -> PropertyName<'static> {
        PropertyName { module: self.module, name: self.name }
    }
}

/// The default number of tests under Miri, which runs code some hundred times slower.
const MIRI_TESTS: u64 = 20;

/// Set for a child process, which always includes ignored tests: whether its parent does.
const IGNORED_TESTS_VARIABLE: &str = "__FORALL_IGNORED_TESTS";

/// Returns whether the user runs tests marked `#[ignore]`, which a replay must include too.
fn ignored_tests_run() -> bool {
    match std::env::var(IGNORED_TESTS_VARIABLE) {
        Ok(parent) => parent == "true",
        Err(_) => std::env::args().any(|arg| arg == "--ignored" || arg == "--include-ignored"),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
