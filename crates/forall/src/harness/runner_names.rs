//! Runners by name, with their arguments: `parallel:threads=4`.

use std::sync::Arc;

use forall_format::number::parse_number;

use super::Error;
use super::constants;
use super::settings::parse_threads;
use crate::block::Attempt;
#[cfg(feature = "coverage")]
use crate::feedback::{Comparisons, Edges};
use crate::feedback::{
    Feedback, Instrument, Labels, Premises, Probes, Scores, Shape, ValidCoverage,
};
use crate::part::{self, Guidance, with_warmup};
use crate::pool::{Energy, Fifo, Filo, Heap, SeedPool, TwoQueues};
use crate::property::{Erased, ErasedInputs};
use crate::report::Report;
use crate::runner::{self, Combinations, NumberedRunner, Options, available_threads};
use crate::shrink::Integrated;

/// The names of the runners, and their arguments.
const NAMES: [(&str, &[&str]); 14] = [
    ("auto", &[]),
    ("quick_check", &[]),
    ("integrated", &[]),
    ("parallel", &["threads"]),
    ("enumerate", &[]),
    ("backjump", &[]),
    ("combinatorial", &["strength", "candidates"]),
    ("covering_array", &["strength", "candidates"]),
    ("portfolio", &[]),
    ("skip_premises", &[]),
    ("find_all", &[]),
    ("fuzz", &["pool", "energy", "valid"]),
    ("target", &[]),
    ("slowest", &[]),
];

/// The runner of a test that names none.
pub(super) const DEFAULT_RUNNER: &str = "auto";

/// Checks that `text` names a runner, and that its arguments are valid.
pub(super) fn check(text: Option<&str>) -> Result<(), Error> {
    let text = text.unwrap_or(DEFAULT_RUNNER);
    if registered(name(text)).is_some() {
        return Ok(());
    }
    let parts = Parts::parse(text)?;
    parts.keys.iter().try_for_each(|key| match *key {
        "pool" => SeedQueue::named(&parts).map(drop),
        key => parts.get(key).map(drop),
    })
}

/// Returns the name at the start of `text`.
fn name(text: &str) -> &str {
    text.split_once(':').map_or(text, |(name, _)| name)
}

/// Runs `property` with the runner that `text` names, or with the default runner.
pub(super) fn run(
    text: Option<&str>,
    property: &Erased,
    options: &Options,
) -> Result<Report, Error> {
    let text = text.unwrap_or(DEFAULT_RUNNER);
    if let Some(runner) = registered(name(text)) {
        return Ok(runner(property, options));
    }
    let parts = Parts::parse(text)?;
    let name = parts.name;
    Ok(match name {
        "auto" => runner::auto(property, options),
        "integrated" => runner::integrated(property, options),
        "parallel" => {
            let threads = parts.get("threads")?.map(|threads| threads as usize);
            runner::parallel(property, options, threads.unwrap_or_else(available_threads))
        }
        "enumerate" => runner::enumerate(property, options),
        "backjump" => runner::backjump(property, options),
        "combinatorial" => runner::combinatorial(property, options, combinations(&parts)?),
        "covering_array" => runner::covering_array(property, options, combinations(&parts)?),
        "portfolio" => {
            let runners: [runner::PortfolioRunner<'_, Erased>; 3] =
                [&runner::quick_check, &runner::backjump, &runner::enumerate];
            runner::portfolio(property, options, &runners)
        }
        "skip_premises" => runner::skip_premises(property, options),
        "find_all" => runner::find_all(property, options),
        "fuzz" if parts.text.is_empty() => fuzz(property, options),
        "fuzz" => fuzz_as_named(property, options, &parts)?,
        "target" => runner::target(property, options),
        "slowest" => runner::slowest(property, options),
        "quick_check" => runner::quick_check(property, options),
        _ => unreachable!("`{name}` is in the table of names"),
    })
}

/// A runner whose tests have numbers, and the options for them.
pub(super) struct Numbered {
    pub(super) runner: NumberedRunner,
    pub(super) options: Options,
}

/// Returns the runner that `text` names, if its tests have numbers. One that starts threads has those of `quick_check`.
pub(super) fn numbered(text: Option<&str>, options: &Options) -> Option<Numbered> {
    let name = name(text.unwrap_or(DEFAULT_RUNNER));
    if registered(name).is_some() {
        return None;
    }
    let runner = match name {
        "auto" => NumberedRunner::Auto,
        "quick_check" | "integrated" | "parallel" => NumberedRunner::QuickCheck,
        "skip_premises" => NumberedRunner::SkipPremises,
        "enumerate" => NumberedRunner::Enumerate,
        _ => return None,
    };
    let mut options = options.clone();
    if name == "integrated" {
        options.shrinker = Arc::new(Integrated);
    }
    Some(Numbered { runner, options })
}

/// Runs `fuzz` with all instruments that are available in this build.
fn fuzz(property: &Erased, options: &Options) -> Report {
    #[cfg(feature = "coverage")]
    let instrument = (part::DefaultInstruments::default(), Edges::detect(), Comparisons::default());
    #[cfg(not(feature = "coverage"))]
    let instrument = part::DefaultInstruments::default();
    let mut guidance = Guidance::default().instrument(instrument);
    guidance.mutator.dictionary = constants::of_package();
    runner::fuzz_with(property, &mut guidance, options)
}

/// The order in which `fuzz` mutates its seeds.
#[derive(Clone, Copy, Debug)]
enum SeedQueue {
    Heap,
    Fifo,
    Filo,
}

type Seeds = Box<dyn SeedPool<Attempt<ErasedInputs>, Feedback>>;

impl SeedQueue {
    const ALL: [(&str, SeedQueue); 3] =
        [("heap", SeedQueue::Heap), ("fifo", SeedQueue::Fifo), ("filo", SeedQueue::Filo)];

    /// Returns the queue that the argument `pool` names, or the default one.
    fn named(parts: &Parts<'_>) -> Result<SeedQueue, Error> {
        let Some(name) = parts.text("pool")? else { return Ok(SeedQueue::Heap) };
        let known = SeedQueue::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, queue)| *queue).ok_or_else(|| {
            let names = SeedQueue::ALL.map(|(name, _)| name).join(", ");
            Error(format!("`pool` of the runner `fuzz`: `{name}` is not one of {names}"))
        })
    }

    fn seeds(self, energy: Energy) -> Seeds {
        match self {
            SeedQueue::Heap => Box::new(Heap::new(energy)),
            SeedQueue::Fifo => Box::new(Fifo::new(energy)),
            SeedQueue::Filo => Box::new(Filo::new(energy)),
        }
    }
}

/// Runs `fuzz` with the pool that the arguments name. With `valid=1`, valid seeds come first, and what valid inputs reach is
/// measured apart.
fn fuzz_as_named(property: &Erased, options: &Options, parts: &Parts<'_>) -> Result<Report, Error> {
    let queue = SeedQueue::named(parts)?;
    let energy = Energy::Fixed(parts.get("energy")?.unwrap_or(part::DEFAULT_ENERGY));
    let is_valid_first = parts.get("valid")?.is_some_and(|flag| flag > 0);
    let seeds = || queue.seeds(energy);
    let pool: Seeds = if is_valid_first {
        Box::new(with_warmup(TwoQueues::new(seeds(), seeds(), Feedback::is_valid)))
    } else {
        Box::new(with_warmup(seeds()))
    };
    let mut guidance = Guidance::new(pool).instrument(instrument(is_valid_first));
    guidance.mutator.dictionary = constants::of_package();
    Ok(runner::fuzz_with(property, &mut guidance, options))
}

/// Returns all instruments that are available in this build.
fn instrument(measures_valid_inputs: bool) -> Box<dyn Instrument> {
    if !measures_valid_inputs {
        return Box::new((part::DefaultInstruments::default(), edges()));
    }
    Box::new((Premises, ValidCoverage::new((Probes, edges())), Shape, Labels, Scores))
}

#[cfg(feature = "coverage")]
fn edges() -> impl Instrument + 'static {
    (Edges::detect(), Comparisons::default())
}

#[cfg(not(feature = "coverage"))]
fn edges() -> impl Instrument + 'static {}

fn combinations(parts: &Parts<'_>) -> Result<Combinations, Error> {
    let defaults = Combinations::default();
    let strength = parts.get("strength")?.map_or(defaults.strength, |strength| strength as usize);
    let candidates = parts.get("candidates")?.unwrap_or(defaults.candidates);
    Ok(Combinations { strength, candidates })
}

/// The arguments after a name.
struct Parts<'p> {
    name: &'p str,
    keys: &'static [&'static str],
    /// `strength=3,candidates=16`
    text: &'p str,
}

impl<'p> Parts<'p> {
    /// Parses a name and its arguments. Fails if there is no such runner, or if it does not take one of the
    /// arguments.
    fn parse(text: &'p str) -> Result<Parts<'p>, Error> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let known = NAMES.iter().find(|(known, _)| *known == name);
        let (_, keys) = known.ok_or_else(|| unknown(name))?;
        let parts = Parts { name, keys, text: rest };
        parts.get("")?;
        Ok(parts)
    }

    /// Returns the number for this key, if there is one. Fails if there is an unknown key.
    fn get(&self, key: &str) -> Result<Option<u64>, Error> {
        let number = |text| {
            let parse = if key == "threads" { parse_threads } else { parse_number };
            parse(text)
                .map_err(|error| Error(format!("`{key}` of the runner `{}`: {error}", self.name)))
        };
        self.text(key)?.map(number).transpose()
    }

    /// Returns the text for this key, if there is one. Fails if there is an unknown key.
    fn text(&self, key: &str) -> Result<Option<&'p str>, Error> {
        let mut found = None;
        for part in self.text.split(',').filter(|part| !part.is_empty()) {
            let (this, text) = part.split_once('=').unwrap_or((part, ""));
            if !self.keys.contains(&this) {
                let name = self.name;
                let keys = match self.keys {
                    [] => "no arguments".to_owned(),
                    keys => format!("`{}`", keys.join("`, `")),
                };
                return Err(Error(format!(
                    "the runner `{name}` has no argument `{this}`; it takes {keys}"
                )));
            }
            if this == key {
                found = Some(text);
            }
        }
        Ok(found)
    }
}

fn unknown(name: &str) -> Error {
    let mut names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
    names.extend(all_registered());
    Error(format!("there is no runner `{name}`; the runners are {}", names.join(", ")))
}

#[cfg(feature = "registry")]
pub use self::registry::{RegisteredRunner, inventory};
#[cfg(feature = "registry")]
use self::registry::{all_registered, registered};

#[cfg(feature = "registry")]
mod registry {
    pub use inventory;

    use super::{Erased, Options, Report};

    /// Your own runner under a name. [`runner!`](crate::runner!) registers one.
    ///
    /// ```
    /// use forall::runner::quick_check;
    /// use forall::harness::RegisteredRunner;
    ///
    /// let quick = RegisteredRunner { name: "quick", run: quick_check };
    /// let property = forall::property::Erased::new(
    ///     forall::property::forall("x", 0..9).check(|(x, ())| *x < 9),
    /// );
    /// assert!((quick.run)(&property, &Default::default()).passed());
    /// ```
    #[derive(Clone, Copy, Debug)]
    pub struct RegisteredRunner {
        /// The name.
        pub name: &'static str,
        /// The runner.
        pub run: fn(&Erased, &Options) -> Report,
    }

    inventory::collect!(RegisteredRunner);

    pub(super) fn registered(name: &str) -> Option<fn(&Erased, &Options) -> Report> {
        inventory::iter::<RegisteredRunner>()
            .find(|runner| runner.name == name)
            .map(|runner| runner.run)
    }

    pub(super) fn all_registered() -> impl Iterator<Item = &'static str> {
        inventory::iter::<RegisteredRunner>().map(|runner| runner.name)
    }
}

#[cfg(not(feature = "registry"))]
fn registered(_: &str) -> Option<fn(&Erased, &Options) -> Report> {
    None
}

#[cfg(not(feature = "registry"))]
fn all_registered() -> impl Iterator<Item = &'static str> {
    std::iter::empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::forall;

    fn say(text: &str) -> String {
        let number = forall("x", 0..100_u32).maximize("x", |(x, ())| f64::from(*x));
        let property = Erased::new(number.check(|(x, ())| {
            crate::feedback::tick();
            *x < 100
        }));
        let options = Options { tests: 10, ..Options::default() };
        let checked = check(Some(text));
        match run(Some(text), &property, &options) {
            Ok(report) if checked.is_ok() => {
                report.to_string().lines().next().unwrap_or_default().to_owned()
            }
            Ok(_) => format!("rejected, but runs: {checked:?}"),
            Err(error) if checked.is_err() => error.to_string(),
            Err(error) => format!("accepted, but fails: {error}"),
        }
    }

    #[test]
    fn every_name_runs() {
        for (name, _) in NAMES {
            assert_eq!(say(name), "passed: 10 tests", "{name}");
        }
        assert_eq!(say("parallel:threads=2"), "passed: 10 tests");
        assert_eq!(say("combinatorial:strength=1,candidates=4"), "passed: 10 tests");
        assert_eq!(say("fuzz:pool=fifo,energy=10,valid=1"), "passed: 10 tests");
    }

    #[test]
    fn invalid_names_and_arguments_are_reported_with_the_valid_ones() {
        assert_eq!(
            say("enumerate:depth=3"),
            "the runner `enumerate` has no argument `depth`; it takes no arguments"
        );
        let unknown = say("paralel");
        assert!(
            unknown.starts_with(
                "there is no runner `paralel`; the runners are auto, quick_check, integ"
            )
        );
        assert_eq!(
            say("parallel:thread=2"),
            "the runner `parallel` has no argument `thread`; it takes `threads`"
        );
        assert_eq!(
            say("parallel:threads=two"),
            "`threads` of the runner `parallel`: `two` is not a whole number, such as 1000 or 0x3e8"
        );
        for threads in ["0", "99999999"] {
            let expected = format!(
                "`threads` of the runner `parallel`: `{threads}` is not a whole number from 1 to 256"
            );
            assert_eq!(say(&format!("parallel:threads={threads}")), expected);
        }
        assert_eq!(
            say("fuzz:pool=stack"),
            "`pool` of the runner `fuzz`: `stack` is not one of heap, fifo, filo"
        );
    }
}
