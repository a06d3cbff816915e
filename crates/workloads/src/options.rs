//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Error, Parser, ValueExt};

use crate::experiment::Experiment;
use crate::strategy::Strategy;
use crate::tool::Tool;
use crate::workload::{Task, WORKLOADS, Workload};

/// The usage text.
pub const USAGE: &str = "\
Usage: workloads list [--only TEXT]
       workloads task WORKLOAD MUTANT PROPERTY [--strategy NAME] [--tool NAME] [--seed N] [--timeout S]
       workloads run EXPERIMENT... [--trials N] [--timeout S] [--jobs N] [--only TEXT] [--store FILE]
       workloads throughput [--trials N] [--store FILE]
       workloads pack [--store FILE]
       workloads chart [--store FILE] [--out FOLDER]
       workloads report [--store FILE] [--out FOLDER]

  list         all tasks, with the size of the smallest counterexample
  task         one trial, as a line of JSON
  run          all trials of experiments that are not in the store yet: solve, deep, shrink, parallel,
               runners, enumerate, pools, best, guided; or all, and then throughput
  throughput   tests a second of correct code, against the same loops by hand
  pack         makes the store small: one line for each task, and no counterexamples
  chart        charts of what is in the store
  report       a page with the charts and tables of what is in the store

  --only TEXT       only what has TEXT in its name
  --strategy NAME   bespoke, type-based, dependent, specification or enumerative
  --tool NAME       typed, erased, integrated, external, both, enumerate, quickcheck, proptest,
                    quickcheck-shrinks, proptest-shrinks, a runner: quick_check(), fuzz(), ..., or
                    POOL-ENERGY-FEEDBACK: heap-1000-edges, renewed-100-plain, ...
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
    /// Compacts the store.
    Pack,
    /// Draws the charts.
    Chart,
    /// Writes the results page.
    Report,
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
    pub tool: Tool,
    /// The seed.
    pub seed: u64,
    /// The number of trials, instead of the experiment's own.
    pub trials: Option<u64>,
    /// The time limit, instead of the experiment's own.
    pub timeout: Option<Duration>,
    /// The number of threads.
    pub jobs: usize,
    /// The file with the records.
    pub store: PathBuf,
    /// The folder for charts and the page.
    pub out: PathBuf,
}

impl Options {
    /// Returns the arguments that run only this experiment.
    pub fn again(&self, experiment: &Experiment) -> Vec<OsString> {
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
            tool: Tool::Both,
            seed: 1,
            trials: None,
            timeout: None,
            jobs: 1,
            store: "workloads.jsonl".into(),
            out: "workloads-report".into(),
        };
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Value(word) => words.push(word.string()?),
                Arg::Long("only") => options.only = parser.value()?.string()?,
                Arg::Long("strategy") => options.strategy = strategy(&parser.value()?.string()?)?,
                Arg::Long("tool") => options.tool = tool(&parser.value()?.string()?)?,
                Arg::Long("seed") => options.seed = parser.value()?.parse()?,
                Arg::Long("trials") => options.trials = Some(parser.value()?.parse()?),
                Arg::Long("timeout") => {
                    let seconds: f64 = parser.value()?.parse()?;
                    let timeout = Duration::try_from_secs_f64(seconds);
                    options.timeout = Some(timeout.map_err(|error| error.to_string())?);
                }
                Arg::Long("jobs") => options.jobs = parser.value()?.parse()?,
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
        ["pack"] => Verb::Pack,
        ["chart"] => Verb::Chart,
        ["report"] => Verb::Report,
        [] => return Err("it does not say what to do".into()),
        _ => return Err(format!("`{}` is nothing to do", words.join(" ")).into()),
    })
}

/// Looks up a task, or any other pair of a mutant and a property.
fn task(workload: &str, mutant: &str, property: &str) -> Result<Task, Error> {
    let Some(workload) = Workload::named(workload) else {
        let known: Vec<&str> = WORKLOADS.iter().map(|known| known.name).collect();
        return Err(format!("`{workload}` is no workload; there are {}", known.join(", ")).into());
    };
    let find = |name: &str, names: &'static [&'static str]| {
        let found = names.iter().find(|known| **known == name).copied();
        found.ok_or_else(|| {
            format!("{} has no `{name}`; it has {}", workload.name, names.join(", "))
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

fn strategy(name: &str) -> Result<&'static Strategy, Error> {
    Strategy::named(name).ok_or_else(|| format!("`{name}` is no strategy").into())
}

fn tool(name: &str) -> Result<Tool, Error> {
    Tool::named(name).ok_or_else(|| format!("`{name}` is no tool").into())
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
    fn options_are_understood() {
        let options = parse("run shrink --trials 3 --jobs 2 --timeout 0.5").unwrap();
        assert!(matches!(&options.verb, Verb::Run(all) if all[0].name == "shrink"));
        assert_eq!((options.trials, options.jobs), (Some(3), 2));
        assert_eq!(options.timeout, Some(Duration::from_millis(500)));
        let options = parse("run all").unwrap();
        assert!(matches!(&options.verb, Verb::Run(all) if all.len() == EXPERIMENTS.len()));
        let options = parse("task RBT swap_bc DeletePost --strategy type-based --seed 7").unwrap();
        assert!(matches!(options.verb, Verb::Task(task) if task.minimum == Some(9)));
        assert_eq!((*options.strategy, options.seed), (Strategy::TypeBased, 7));
    }

    #[test]
    fn wrong_usage_is_said() {
        let said = |args| parse(args).unwrap_err();
        assert_eq!(said(""), "it does not say what to do");
        assert_eq!(said("dance"), "`dance` is nothing to do");
        assert_eq!(
            said("task XYZ a b"),
            "`XYZ` is no workload; there are BST, RBT, STLC, FSUB, IFC"
        );
        assert_eq!(
            said("task STLC subst_var_all Post"),
            "STLC has no `Post`; it has SinglePreserve, MultiPreserve"
        );
        assert_eq!(
            said("run fast"),
            "`fast` is no experiment; there are solve, deep, shrink, parallel, runners, enumerate, \
             pools, best, guided and all"
        );
        assert_eq!(said("list --tool hammer"), "`hammer` is no tool");
    }
}
