//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use lexopt::{Arg, Error, Parser, ValueExt};

use crate::experiment::Experiment;
use crate::strategy::Strategy;
use crate::test_loop::TestLoop;
use crate::workload::{Task, WORKLOADS, Workload};

/// The usage text.
pub const USAGE: &str = "\
Usage: workloads list [--only TEXT]
       workloads task WORKLOAD MUTANT PROPERTY [--strategy NAME] [--loop NAME] [--seed N] [--timeout S]
       workloads run EXPERIMENT... [--trials N] [--timeout S] [--jobs N] [--only TEXT] [--store FILE]
                 [--quick]
       workloads throughput [--trials N] [--store FILE]
       workloads run-time [--trials N]
       workloads set-up [--trials N]
       workloads pack [--store FILE]
       workloads chart [--store FILE] [--out FOLDER]
       workloads report [--store FILE] [--out FOLDER]
       workloads etna [--out FOLDER]

  list         List all tasks, with the size of the smallest counterexample
  task         Run one trial and print its result as a line of JSON
  run          Run the trials of experiments that are not in the store yet. Experiments: solve, deep,
               shrink, parallel, runners, enumerate, pools, best, guided; all runs every experiment
               and throughput
  throughput   Measure tests per second of correct code, against handwritten loops
  run-time     Measure how much longer a default run takes than one whose sizes only grow
  set-up       Measure how long the loops of all libraries take to set up
  pack         Compact the store: one line for each task, without counterexamples
  chart        Write the charts of the store as SVG files
  report       Write a page with the charts and tables of the store
  etna         Write the files with which ETNA's driver runs the tasks

  --only TEXT       Only tasks or trials whose names contain each word of TEXT
  --strategy NAME   bespoke, type-based, dependent, specification or enumerative [default: bespoke]
  --loop NAME       typed, erased, integrated, external, both, enumerate, quickcheck, proptest,
                    quickcheck-shrinks, quickcheck-default, proptest-shrinks, proptest-lists; a runner:
                    quick_check(), fuzz(), ...; or
                    POOL-ENERGY-FEEDBACK: heap-upto1000-edges, recycling-100-plain, ... [default: both]
  --seed N          Seed of the trial, or `random` [default: 1]
  --trials N        Number of trials for each task [default: that of the experiment]
  --timeout S       Time limit of a trial in seconds [default: that of the experiment]
  --jobs N          Number of trials to run at the same time [default: 1]
  --quick           One short trial of each loop on one task of each workload, to see that everything runs. Loops
                    that need edge counters run with feedback that does not
  --store FILE      File with the results [default: workloads.jsonl]
  --out FOLDER      Folder for charts, the page, and the files for ETNA [default: workloads-report]
";

/// The command.
#[derive(Clone, Debug)]
pub enum Verb {
    /// Lists the tasks.
    List,
    /// Runs one trial.
    Task(Task),
    /// Runs experiments, and also measures throughput if all are selected.
    Run(Vec<&'static Experiment>),
    /// Measures tests per second.
    Throughput,
    /// Measures the time of default runs.
    RunTime,
    /// Measures how long the loops of all libraries take to set up.
    SetUp,
    /// Compacts the store.
    Pack,
    /// Draws the charts.
    Chart,
    /// Writes the results page.
    Report,
    /// Writes the files for the driver of ETNA.
    Etna,
}

/// The parsed command line.
#[derive(Clone, Debug)]
pub struct Options {
    /// The command.
    pub verb: Verb,
    /// Restricts the run to trials whose names contain this text.
    pub only: String,
    /// The source of inputs.
    pub strategy: &'static Strategy,
    /// The test loop.
    pub test_loop: TestLoop,
    /// The seed.
    pub seed: u64,
    /// The number of trials, instead of the experiment's own.
    pub trials: Option<u64>,
    /// The time limit, instead of the experiment's own.
    pub timeout: Option<Duration>,
    /// The number of threads.
    pub jobs: usize,
    /// Runs only a few short trials.
    pub quick: bool,
    /// The file with the records.
    pub store: PathBuf,
    /// The folder for charts and the page.
    pub out: PathBuf,
}

impl Options {
    /// Returns the arguments that run only this experiment.
    pub fn args_for(&self, experiment: &Experiment) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["run".into(), experiment.name.into()];
        let mut add = |name: &str, value: OsString| args.extend([name.into(), value]);
        add("--only", self.only.clone().into());
        add("--store", self.store.clone().into());
        if let Some(trials) = self.trials {
            add("--trials", trials.to_string().into());
        }
        if let Some(timeout) = self.timeout {
            add("--timeout", timeout.as_secs_f64().to_string().into());
        }
        args
    }

    /// Parses the arguments after the program name.
    pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Options, Error> {
        let mut parser = Parser::from_args(args);
        let mut words = Vec::new();
        let mut options = Options {
            verb: Verb::List,
            only: String::new(),
            strategy: &Strategy::Bespoke,
            test_loop: TestLoop::Both,
            seed: 1,
            trials: None,
            timeout: None,
            jobs: 1,
            quick: false,
            store: "workloads.jsonl".into(),
            out: "workloads-report".into(),
        };
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Value(word) => words.push(word.string()?),
                Arg::Long("only") => options.only = parser.value()?.string()?,
                Arg::Long("strategy") => options.strategy = strategy(&parser.value()?.string()?)?,
                Arg::Long("loop") => options.test_loop = test_loop(&parser.value()?.string()?)?,
                Arg::Long("seed") => options.seed = seed(&parser.value()?.string()?)?,
                Arg::Long("trials") => options.trials = Some(parser.value()?.parse()?),
                Arg::Long("timeout") => {
                    let seconds: f64 = parser.value()?.parse()?;
                    let timeout = Duration::try_from_secs_f64(seconds);
                    options.timeout = Some(timeout.map_err(|error| error.to_string())?);
                }
                Arg::Long("jobs") => options.jobs = parser.value()?.parse()?,
                Arg::Long("quick") => options.quick = true,
                Arg::Long("store") => options.store = parser.value()?.into(),
                Arg::Long("out") => options.out = parser.value()?.into(),
                _ => return Err(arg.unexpected()),
            }
        }
        options.verb = verb(&words)?;
        Ok(options)
    }
}

fn verb(words: &[String]) -> Result<Verb, Error> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(match words[..] {
        ["list"] => Verb::List,
        ["task", workload, mutant, property] => Verb::Task(task(workload, mutant, property)?),
        ["run", ref names @ ..] if !names.is_empty() => Verb::Run(Experiment::all_named(names)?),
        ["throughput"] => Verb::Throughput,
        ["run-time"] => Verb::RunTime,
        ["set-up"] => Verb::SetUp,
        ["pack"] => Verb::Pack,
        ["chart"] => Verb::Chart,
        ["report"] => Verb::Report,
        ["etna"] => Verb::Etna,
        [] => return Err("missing command".into()),
        _ => return Err(format!("unknown command `{}`", words.join(" ")).into()),
    })
}

/// Looks up a task, or any other pair of a mutant and a property.
fn task(workload: &str, mutant: &str, property: &str) -> Result<Task, Error> {
    let Some(workload) = Workload::named(workload) else {
        let known: Vec<&str> = WORKLOADS.iter().map(|known| known.name).collect();
        let message =
            format!("unknown workload `{workload}`; expected one of {}", known.join(", "));
        return Err(message.into());
    };
    let find = |name: &str, names: &'static [&'static str]| {
        let found = names.iter().find(|known| **known == name).copied();
        found.ok_or_else(|| {
            format!("{} has no `{name}`; expected one of {}", workload.name, names.join(", "))
        })
    };
    let mutant = match mutant {
        crate::workload::BASE => crate::workload::BASE,
        mutant => find(mutant, workload.mutants)?,
    };
    let property = find(property, workload.properties)?;
    let pair = Task { workload, mutant, property, minimum: None };
    Ok(workload.task(mutant, property).unwrap_or(pair))
}

/// Parses a seed; `random` takes the time.
fn seed(text: &str) -> Result<u64, Error> {
    if text != "random" {
        return text
            .parse()
            .map_err(|_| format!("`{text}` is not a seed: a number, or `random`").into());
    }
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Ok(time.map_or(0, |time| time.as_nanos() as u64))
}

fn strategy(name: &str) -> Result<&'static Strategy, Error> {
    Strategy::named(name).ok_or_else(|| {
        let known: Vec<String> = Strategy::ALL.iter().map(Strategy::to_string).collect();
        format!("unknown strategy `{name}`; expected one of {}", known.join(", ")).into()
    })
}

fn test_loop(name: &str) -> Result<TestLoop, Error> {
    TestLoop::named(name)
        .ok_or_else(|| format!("unknown loop `{name}`; the usage text lists the names").into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::EXPERIMENTS;

    fn parse(args: &str) -> Result<Options, String> {
        Options::parse(args.split_whitespace().map(OsString::from))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_parsed() {
        let options = parse("run shrink --trials 3 --jobs 2 --timeout 0.5").unwrap();
        assert!(matches!(&options.verb, Verb::Run(all) if all[0].name == "shrink"));
        assert_eq!((options.trials, options.jobs), (Some(3), 2));
        assert_eq!(options.timeout, Some(Duration::from_millis(500)));
        let options = parse("run all").unwrap();
        assert!(matches!(&options.verb, Verb::Run(all) if all.len() == EXPERIMENTS.len()));
        let options = parse("task RBT swap_bc DeletePost --strategy type-based --seed 7").unwrap();
        assert!(matches!(options.verb, Verb::Task(task) if task.minimum == Some(9)));
        assert_eq!((*options.strategy, options.seed), (Strategy::TypeBased, 7));
        assert_ne!(parse("list --seed random").unwrap().seed, 1);
    }

    #[test]
    fn errors_name_the_value_and_the_alternatives() {
        let error = |args| parse(args).unwrap_err();
        assert_eq!(error(""), "missing command");
        assert_eq!(error("dance"), "unknown command `dance`");
        assert_eq!(error("list --seed soon"), "`soon` is not a seed: a number, or `random`");
        assert_eq!(
            error("task XYZ a b"),
            "unknown workload `XYZ`; expected one of BST, RBT, STLC, FSUB, IFC"
        );
        assert_eq!(
            error("task STLC subst_var_all Post"),
            "STLC has no `Post`; expected one of SinglePreserve, MultiPreserve"
        );
        assert_eq!(
            error("run fast"),
            "unknown experiment `fast`; expected one of solve, deep, shrink, parallel, runners, \
             enumerate, pools, best, guided, all"
        );
        assert_eq!(
            error("list --strategy luck"),
            "unknown strategy `luck`; expected one of bespoke, type-based, dependent, \
             specification, enumerative"
        );
        assert_eq!(
            error("list --loop hammer"),
            "unknown loop `hammer`; the usage text lists the names"
        );
    }
}
