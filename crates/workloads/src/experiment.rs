//! Experiments: which trials to run.

use crate::pools;
use crate::record::Key;
use crate::strategy::Strategy;
use crate::tool::Tool;
use crate::workload::{Task, WORKLOADS, Workload};

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
    /// Also under the properties that are no tasks of ETNA?
    pub more: bool,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "solve",
        question: "Are all tasks solved, and how fast?",
        workloads: &["BST", "RBT", "STLC", "FSUB", "IFC"],
        strategies: &[Strategy::Bespoke],
        tools: &[Tool::Erased],
        more: false,
    },
    Experiment {
        name: "deep",
        question: "What does it cost that a property is a value?",
        workloads: &["BST", "RBT", "STLC"],
        strategies: &[Strategy::Bespoke, Strategy::Specification, Strategy::TypeBased],
        tools: &[Tool::Typed, Tool::Erased, Tool::Quickcheck, Tool::Proptest],
        more: false,
    },
    Experiment {
        name: "shrink",
        question: "How small do counterexamples become?",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        strategies: &[Strategy::Bespoke],
        tools: &[Tool::Integrated, Tool::External, Tool::Both],
        more: false,
    },
    Experiment {
        name: "enumerate",
        question: "What does going through all small inputs find?",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        strategies: &[Strategy::Enumerative],
        tools: &[Tool::Enumerate],
        more: false,
    },
    Experiment {
        name: "pools",
        question: "Which input should a fuzzer change next, and how often?",
        workloads: &["IFC"],
        strategies: &[Strategy::TypeBased],
        tools: pools::POOLS,
        more: true,
    },
    Experiment {
        name: "best",
        question: "What does a fuzzer find that may use all that the language gives it?",
        workloads: &["IFC"],
        strategies: &[Strategy::Dependent],
        tools: pools::BEST,
        more: true,
    },
    Experiment {
        name: "guided",
        question: "How many tests does feedback save, if types are all that is known?",
        workloads: &["BST", "RBT", "STLC", "FSUB", "IFC"],
        strategies: &[Strategy::TypeBased],
        tools: pools::GUIDED,
        more: false,
    },
];

impl Experiment {
    /// The experiment of this name.
    pub fn named(name: &str) -> Option<&'static Experiment> {
        EXPERIMENTS.iter().find(|experiment| experiment.name == name)
    }

    /// Its trials. What is deterministic is tried once.
    pub fn jobs(&'static self, trials: u64) -> Vec<Job> {
        let mut jobs = Vec::new();
        let workloads = WORKLOADS.iter().filter(|known| self.workloads.contains(&known.name));
        let tasks = |workload: &'static Workload| -> Vec<Task> {
            if self.more { workload.more_tasks().collect() } else { workload.tasks().collect() }
        };
        for task in workloads.flat_map(tasks) {
            for strategy in self.strategies {
                for tool in self.tools {
                    let trials = if *tool == Tool::Enumerate { 1 } else { trials };
                    jobs.extend((0..trials).map(|trial| Job {
                        experiment: self.name,
                        task,
                        strategy,
                        tool: *tool,
                        trial,
                    }));
                }
            }
        }
        jobs
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
