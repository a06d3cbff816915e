//! Experiments: which trials to run.

use std::time::Duration;

use crate::pools;
use crate::record::Key;
use crate::strategy::Strategy;
use crate::tool::Tool;
use crate::workload::{Task, WORKLOADS};

/// A trial to run.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The name of the experiment.
    pub experiment: &'static str,
    /// The task.
    pub task: Task,
    /// The source of inputs.
    pub strategy: &'static Strategy,
    /// The test loop.
    pub tool: Tool,
    /// The number of the trial.
    pub trial: u64,
}

/// A question, and the test loops to compare for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name on the command line and in the store.
    pub name: &'static str,
    /// The question.
    pub question: &'static str,
    /// The names of the workloads.
    pub workloads: &'static [&'static str],
    /// The sources of inputs.
    pub strategies: &'static [Strategy],
    /// The test loops.
    pub tools: &'static [Tool],
    /// The default number of trials.
    pub trials: u64,
    /// The default time limit of a trial.
    pub timeout: Duration,
    /// Does it measure wall time? Then nothing else may run at the same time.
    pub alone: bool,
    /// Does it include the properties that are not tasks of ETNA?
    pub more: bool,
}

/// All workloads.
const ALL: &[&str] = &["BST", "RBT", "STLC", "FSUB", "IFC"];

/// What most experiments have in common.
const USUAL: Experiment = Experiment {
    name: "",
    question: "",
    workloads: ALL,
    strategies: &[Strategy::Bespoke],
    tools: &[],
    trials: 10,
    timeout: Duration::from_secs(60),
    alone: false,
    more: false,
};

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "solve",
        question: "Are all tasks solved, and how fast?",
        tools: &[Tool::Erased],
        ..USUAL
    },
    Experiment {
        name: "deep",
        question: "What does it cost that a property is a value?",
        workloads: &["BST", "RBT", "STLC"],
        strategies: &[Strategy::Bespoke, Strategy::Specification, Strategy::TypeBased],
        tools: &[Tool::Typed, Tool::Erased, Tool::Quickcheck, Tool::Proptest],
        // No test loop solves half of the type-based tasks. With a limit of 60 s, they alone would
        // take two hours.
        timeout: Duration::from_secs(5),
        ..USUAL
    },
    Experiment {
        name: "shrink",
        question: "How small do counterexamples become?",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        tools: &[
            Tool::Integrated,
            Tool::External,
            Tool::Both,
            Tool::QuickcheckShrinks,
            Tool::ProptestShrinks,
        ],
        ..USUAL
    },
    Experiment {
        name: "parallel",
        question: "When are several threads worth it?",
        workloads: &["BST", "RBT", "STLC"],
        strategies: &[Strategy::Bespoke, Strategy::Specification],
        tools: &[Tool::Runner("quick_check"), Tool::Runner("parallel")],
        timeout: Duration::from_secs(10),
        alone: true,
        ..USUAL
    },
    Experiment {
        name: "runners",
        question: "Which runner finds what?",
        strategies: &[Strategy::Bespoke, Strategy::TypeBased, Strategy::Enumerative],
        tools: &[
            Tool::Runner("quick_check"),
            Tool::Runner("integrated"),
            Tool::Runner("parallel"),
            Tool::Runner("unguarded"),
            Tool::Runner("backjump"),
            Tool::Runner("combinatorial"),
            Tool::Runner("enumerate"),
            Tool::Runner("portfolio"),
            Tool::Runner("fuzz"),
            Tool::Runner("target"),
        ],
        trials: 1,
        timeout: Duration::from_millis(500),
        ..USUAL
    },
    Experiment {
        name: "enumerate",
        question: "What does going through all small inputs find?",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        strategies: &[Strategy::Enumerative],
        tools: &[Tool::Enumerate],
        ..USUAL
    },
    Experiment {
        name: "pools",
        question: "Which input should a fuzzer change next, and how often?",
        workloads: &["IFC"],
        strategies: &[Strategy::TypeBased],
        tools: pools::POOLS,
        trials: 1,
        // At most 2,667 trials, so at most an hour and a half on one thread.
        timeout: Duration::from_secs(2),
        more: true,
        ..USUAL
    },
    Experiment {
        name: "best",
        question: "What does a fuzzer find that may use all that the language gives it?",
        workloads: &["IFC"],
        strategies: &[Strategy::Dependent],
        tools: pools::BEST,
        trials: 1,
        timeout: Duration::from_secs(10),
        more: true,
        ..USUAL
    },
    Experiment {
        name: "guided",
        question: "How many tests does feedback save, if types are all that is known?",
        strategies: &[Strategy::TypeBased],
        tools: pools::GUIDED,
        trials: 3,
        ..USUAL
    },
];

impl Experiment {
    /// Looks up an experiment by name.
    pub fn named(name: &str) -> Option<&'static Experiment> {
        EXPERIMENTS.iter().find(|experiment| experiment.name == name)
    }

    /// Looks up experiments by name; `all` stands for all of them.
    pub fn all_named(names: &[&str]) -> Result<Vec<&'static Experiment>, String> {
        if names == ["all"] {
            return Ok(EXPERIMENTS.iter().collect());
        }
        let find = |name: &&str| {
            Experiment::named(name).ok_or_else(|| {
                let known: Vec<&str> = EXPERIMENTS.iter().map(|known| known.name).collect();
                format!("`{name}` is no experiment; there are {} and all", known.join(", "))
            })
        };
        names.iter().map(find).collect()
    }

    /// Returns the trials, task by task. Each round runs one trial of every loop and starts with a
    /// different loop, because the first one finds cold caches. Deterministic loops run once.
    pub fn jobs(&'static self, trials: u64) -> Vec<Job> {
        let workloads = WORKLOADS.iter().filter(|workload| self.workloads.contains(&workload.name));
        let tasks = workloads.flat_map(|workload| workload.more_tasks(self.more));
        let rounds = tasks.flat_map(|task| (0..trials).map(move |trial| (task, trial)));
        rounds.flat_map(|(task, trial)| self.round(task, trial)).collect()
    }

    fn round(&'static self, task: Task, trial: u64) -> impl Iterator<Item = Job> {
        let known = move |strategy: &&Strategy| task.workload.strategies.contains(strategy);
        self.strategies.iter().filter(known).flat_map(move |strategy| {
            let fits = move |tool: &&Tool| {
                tool.takes(*strategy) && (trial == 0 || !tool.is_deterministic())
            };
            let job = move |tool: &Tool| {
                let (experiment, tool) = (self.name, *tool);
                Job { experiment, task, strategy, tool, trial }
            };
            let (later, sooner) = self.tools.split_at(trial as usize % self.tools.len());
            sooner.iter().chain(later).filter(fits).map(job)
        })
    }
}

impl Job {
    /// Returns the key of this trial in the store.
    pub fn key(&self) -> Key {
        Key::new(self.experiment, &self.task, *self.strategy, self.tool, self.trial)
    }

    /// Returns the seed: different for each trial, the same for all test loops.
    pub fn seed(&self) -> u64 {
        self.trial + 1
    }
}
