//! The glue to `#[test]`: settings in, one run, and a panic with the report if it did not pass.
//!
//! This is the only module that reads the environment and files, and the only one that prints.
//! `#[property]` calls it; a test of your own can too:
//!
//! ```
//! use forall::property::{Erased, forall};
//! use forall::test::{Settings, Test};
//!
//! let property = Erased::new(forall("x", 0..100).check(|(x, ())| x % 100 == *x));
//! let test = Test::new("my_crate::numbers", "stays_small");
//! let settings = Settings { tests: Some(50), ..Settings::NONE };
//! test.run(&property, &forall::runner::quick_check, &settings);
//! ```

mod settings;
mod value;
mod environment;
mod written;
#[cfg(feature = "file")]
mod file;

use std::fmt;
use std::io::IsTerminal;
use std::panic::{self, Location};

pub use self::settings::{Replay, Settings};
pub use self::written::Written;
use crate::block::run;
use crate::property::{Erased, Place};
use crate::report::text::{self, Style, Title};
use crate::report::{Outcome, Report, Verdict};
use crate::runner::{self, Options};
use crate::source::{Sizes, Source};

/// What a test is called and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// The module, as `module_path!()` says it.
    pub module: &'static str,
    /// The name of the function.
    pub name: &'static str,
    /// The package, which the replay command then names.
    pub package: Option<&'static str>,
    /// File, line and column.
    pub place: (&'static str, u32, u32),
}

/// What is wrong with a setting: where it was given, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

/// What runs a test.
pub type Runner<'a> = dyn Fn(&Erased, &Options) -> Report + 'a;

/// The runner of a test that names none. It is not generic, so it is compiled here and not again in
/// every crate that tests.
pub fn default(property: &Erased, options: &Options) -> Report {
    runner::quick_check(property, options)
}

impl Test {
    /// The test `name` in the module that `module_path!()` names, written here.
    #[track_caller]
    pub fn new(module: &'static str, name: &'static str) -> Test {
        let here = Location::caller();
        Test { module, name, package: None, place: (here.file(), here.line(), here.column()) }
    }

    /// Runs `property` under `runner`. `settings` are those of the attribute, which come before the
    /// environment, `forall.toml` and the defaults.
    ///
    /// # Panics
    ///
    /// When the run did not pass, or a setting is wrong. The report has then been printed.
    pub fn run(&self, property: &Erased, runner: &Runner<'_>, settings: &Settings) {
        let settings = match self.settle(*settings) {
            Ok(settings) => settings,
            Err(error) => fail(format!("forall: {error}\n")),
        };
        let options = settings.options(&self.path());
        let report = match settings.replay {
            Some(Replay { seed, test, size }) => {
                let sizes = size.map_or(options.sizes, Sizes::Fixed);
                runner::replay(property, &Options { seed, sizes, ..options }, test)
            }
            None => runner(property, &options),
        };
        let text = text::render(&report, &self.title(property, &report), style());
        match report.outcome {
            Outcome::Passed | Outcome::Exhausted if settings.verbose == Some(true) => print(&text),
            Outcome::Passed | Outcome::Exhausted => {}
            _ => fail(text),
        }
    }

    fn settle(&self, settings: Settings) -> Result<Settings, Error> {
        let environment = environment::read()?;
        #[cfg(feature = "file")]
        let settings = settings.or(environment.settings).or(file::read(&environment.profile)?);
        #[cfg(not(feature = "file"))]
        let settings = settings.or(environment.settings);
        Ok(settings.or(Settings { fixed: Some(environment.ci), ..Settings::NONE }))
    }

    /// The path by which the test harness calls this test: without the crate.
    fn path(&self) -> String {
        match self.module.split_once("::") {
            Some((_, inner)) => format!("{inner}::{}", self.name),
            None => self.name.to_owned(),
        }
    }

    fn title(&self, property: &Erased, report: &Report) -> Title {
        let command = report.counterexample().and_then(|found| {
            let (seed, test, size) = (report.seed, found.test, found.size);
            // A runner of a user's own may number its tests in another way: then there is no command.
            let again = run(property, &mut Source::of_test(seed, test, size));
            let replay = Replay { seed, test, size: Some(size) };
            matches!(again, Verdict::Fail(_)).then(|| self.command(replay))
        });
        let (file, line, column) = self.place;
        let place = Some(Place { file: file.into(), line, column });
        Title { name: self.name.to_owned(), place, command }
    }

    fn command(&self, replay: Replay) -> String {
        let package = self.package.map(|package| format!(" -p {package}")).unwrap_or_default();
        format!("FORALL_REPLAY={replay} cargo test{package} {} -- --exact", self.path())
    }
}

fn style() -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some() || !std::io::stderr().is_terminal();
    if plain { Style::Plain } else { Style::Colour }
}

#[expect(clippy::print_stderr, reason = "this is where a report is shown")]
fn print(text: &str) {
    eprint!("{text}");
}

/// Fails the test without the line that a panic would print: the report says it all.
fn fail(text: String) -> ! {
    print(&text);
    panic::resume_unwind(Box::new(text))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
