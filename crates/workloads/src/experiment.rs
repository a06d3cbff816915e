//! Experiments: which trials to run.

use std::time::Duration;

use crate::pools;
use crate::record::Key;
use crate::strategy::Strategy;
use crate::tool::Tool;
use crate::workload::{Task, WORKLOADS};

/// A trial to be run.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// For which experiment.
    pub experiment: &'static str,
    /// On what.
    pub task: Task,
    /// Where inputs come from.
    pub strategy: &'static Strategy,
    /// The loop.
    pub tool: Tool,
    /// Which trial.
    pub trial: u64,
}

/// A question, and the loops that are compared to answer it.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// What it is called.
    pub name: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// On which workloads.
    pub workloads: &'static [&'static str],
    /// With inputs from where.
    pub strategies: &'static [Strategy],
    /// The loops.
    pub tools: &'static [Tool],
    /// How often, if nobody says otherwise.
    pub trials: u64,
    /// How long each may take, if nobody says otherwise.
    pub timeout: Duration,
    /// Is the time that of the wall? Then nothing else may run meanwhile.
    pub alone: bool,
    /// Also under the properties that are no tasks of ETNA?
    pub more: bool,
}

/// All there are, for those experiments that are on all.
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
        // Half of the type-based tasks are solved by no loop; with 60 s, to say so would take two hours.
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
            Tool::Runner("skip_premises"),
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
        // There are 2,667 of them, so this is an hour and a half of one thread at most.
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
    /// The experiment of this name.
    pub fn named(name: &str) -> Option<&'static Experiment> {
        EXPERIMENTS.iter().find(|experiment| experiment.name == name)
    }

    /// Those of these names, or all.
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

    /// Its trials: task by task, and for each the first trial of all tools, then the second of all, where
    /// another tool comes first: that one finds the caches cold. What is deterministic is tried once.
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
    /// Its name in the store.
    pub fn key(&self) -> Key {
        Key::new(self.experiment, &self.task, *self.strategy, self.tool, self.trial)
    }

    /// The seed of the trial: another for each, the same for each tool.
    pub fn seed(&self) -> u64 {
        self.trial + 1
    }
}
