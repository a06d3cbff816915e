//! The glue to `#[test]`: settings in, one run, and a panic with the report if it did not pass.
//!
//! This is the only module that reads the environment and files, and the only one that prints.
//! `#[property]` calls it; a test of your own can too:
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
mod value;
mod environment;
#[cfg(feature = "file")]
mod file;
mod run;
mod show;
mod named;
mod began;
mod place;
mod store;
mod regressions;
mod corpus;
mod results;
mod observations;
mod watched;
mod interrupt;
#[cfg(feature = "isolate")]
mod isolate;
#[cfg(not(feature = "isolate"))]
#[path = "harness/isolate/absent.rs"]
mod isolate;

use std::fmt;
use std::panic::Location;

use self::began::Began;
#[cfg(feature = "registry")]
pub use self::named::{Named, inventory};
pub use self::settings::{Replay, Settings};
use crate::property::{Erased, ErasedInputs};
use crate::report::Report;
use crate::runner::Options;

/// What a test is called and where it stands.
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
    /// The module, as `module_path!()` says it.
    pub module: &'static str,
    /// The name of the function.
    pub name: &'static str,
    /// The package, which the replay command then names.
    pub package: Option<&'static str>,
    /// The target of the package, as cargo takes it: `--lib`, `--test it`.
    pub target: Option<&'static str>,
    /// File, line and column.
    pub place: (&'static str, u32, u32),
}

/// What is wrong with a setting: where it was given, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error(String);

/// What runs a test.
pub type Runner<'a> = dyn Fn(&Erased, &Options) -> Report + 'a;

/// What an example gives for a parameter that is a `&str` or a slice. `#[property]` calls it.
#[doc(hidden)]
pub fn owned<T>(value: impl Into<T>) -> T {
    value.into()
}

impl Test {
    /// The test `name` in the module that `module_path!()` names, written here.
    #[track_caller]
    pub fn new(module: &'static str, name: &'static str) -> Test {
        let here = Location::caller();
        let place = (here.file(), here.line(), here.column());
        Test { module, name, package: None, target: None, place }
    }

    /// Runs `property` under `runner`. `settings` are those of the attribute, which come before the
    /// environment, `forall.toml` and the defaults.
    ///
    /// # Panics
    ///
    /// When the run did not pass, or a setting is wrong. The report has then been printed.
    pub fn run(&self, property: &Erased, runner: &Runner<'_>, settings: &Settings) {
        self.start(property, Vec::new(), Some(runner), settings);
    }

    /// Runs `property` under the runner that the settings name, or else [`auto`](crate::runner::auto).
    ///
    /// # Panics
    ///
    /// As [`run`](Test::run) does.
    pub fn check(&self, property: &Erased, settings: &Settings) {
        self.start(property, Vec::new(), None, settings);
    }

    pub(crate) fn start(
        &self,
        property: &Erased,
        examples: Vec<ErasedInputs>,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
    ) {
        run::run(self, property, examples, runner, settings.clone());
    }

    fn settle(&self, settings: Settings) -> Result<Settings, Error> {
        let environment = environment::read()?;
        #[cfg(feature = "file")]
        let settings = settings.or(environment.settings).or(file::read(&environment.profile)?);
        #[cfg(not(feature = "file"))]
        let settings = settings.or(environment.settings);
        Ok(settings.or(Settings { fixed: Some(environment.ci), ..Settings::NONE }))
    }

    fn command(&self, replay: &Replay) -> String {
        let package = self.package.map(|package| format!(" -p {package}")).unwrap_or_default();
        let target = self.target.map(|target| format!(" {target}")).unwrap_or_default();
        format!("FORALL_REPLAY={replay} cargo test{package}{target} {} -- --exact", self.path())
    }

    /// Module and name.
    fn full_name(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// The file of this test in a folder that has one for each. The name may have dots, which begin no
    /// extension.
    fn file(&self, extension: &str) -> String {
        let name = self.full_name().replace("::", "/").replace("r#", "");
        format!("{name}.{extension}")
    }

    /// The path by which the test harness calls this test: without the crate.
    fn path(&self) -> String {
        match self.module.split_once("::") {
            Some((_, inner)) => format!("{inner}::{}", self.name),
            None => self.name.to_owned(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
