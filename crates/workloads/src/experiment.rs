//! Experiments: which trials to run.

use std::time::Duration;

use crate::pools;
use crate::record::Key;
use crate::strategy::Strategy;
use crate::test_loop::TestLoop;
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
    pub test_loop: TestLoop,
    /// The number of the trial.
    pub trial: u64,
    /// Is the trial needed if another one did not solve the task?
    pub all_trials: bool,
}

/// A question, and the test loops to compare for an answer.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// The name on the command line and in the store.
    pub name: &'static str,
    /// The question.
    pub question: &'static str,
    /// The conditions that a reader must know to interpret the results.
    pub notes: &'static str,
    /// The names of the workloads.
    pub workloads: &'static [&'static str],
    /// The sources of inputs.
    pub strategies: &'static [Strategy],
    /// The test loops.
    pub loops: &'static [TestLoop],
    /// The default number of trials.
    pub trials: u64,
    /// The default time limit of a trial.
    pub timeout: Duration,
    /// Does it measure wall time? Then nothing else may run at the same time.
    pub exclusive: bool,
    /// Does it include the properties that are not tasks of ETNA?
    pub extra_properties: bool,
    /// Does it need all trials of a task that one trial did not solve? Otherwise a task that is not solved has fewer.
    pub all_trials: bool,
}

/// All workloads.
const ALL: &[&str] = &["BST", "RBT", "STLC", "FSUB", "IFC"];

/// What most experiments have in common.
const DEFAULTS: Experiment = Experiment {
    name: "",
    question: "",
    notes: "",
    workloads: ALL,
    strategies: &[Strategy::Bespoke],
    loops: &[],
    trials: 10,
    timeout: Duration::from_secs(60),
    exclusive: false,
    extra_properties: false,
    all_trials: false,
};

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "solve",
        question: "Are all tasks solved, and how fast?",
        notes: "Bespoke generators, ten trials of at most 60 s, without shrinking.",
        loops: &[TestLoop::Erased],
        ..DEFAULTS
    },
    Experiment {
        name: "deep",
        question: "What does the deep embedding cost, compared to the loops of other libraries?",
        notes: "The loops of quickcheck and proptest run our generators and our properties, so all \
            loops run the same tests and only the loops differ. The set-up of the other loops is \
            part of their time, that of ours is not; it takes one to four microseconds, which is \
            most of the difference in short tasks. Ten trials of at most 5 s.",
        workloads: &["BST", "RBT", "STLC"],
        strategies: &[Strategy::Bespoke, Strategy::Specification, Strategy::TypeBased],
        loops: &[TestLoop::Typed, TestLoop::Erased, TestLoop::Quickcheck, TestLoop::Proptest],
        // No test loop solves half of the type-based tasks. With a limit of 60 s, they exclusive would
        // take two hours.
        timeout: Duration::from_secs(5),
        ..DEFAULTS
    },
    Experiment {
        name: "shrink",
        question: "How small do counterexamples become?",
        notes: "Default limits: 10,000 candidates and 10 s; quickcheck has no limit, and proptest one \
            of 1,024 candidates. `integrated` needs nothing handwritten, `external` uses handwritten \
            lists of the usual form (the value with one part replaced), and `both` uses choices and \
            lists. quickcheck gets the same lists. proptest shrinks with its strategies, so nothing is \
            handwritten there either.",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        loops: &[
            TestLoop::Integrated,
            TestLoop::External,
            TestLoop::Both,
            TestLoop::QuickcheckShrinks,
            TestLoop::ProptestShrinks,
        ],
        ..DEFAULTS
    },
    Experiment {
        name: "parallel",
        question: "When do two threads pay off?",
        notes: "Wall time on a machine with two cores.",
        workloads: &["BST", "RBT", "STLC"],
        strategies: &[Strategy::Bespoke, Strategy::Specification],
        loops: &[TestLoop::Runner("quick_check"), TestLoop::Runner("parallel")],
        timeout: Duration::from_secs(10),
        exclusive: true,
        ..DEFAULTS
    },
    Experiment {
        name: "runners",
        question: "Which runner finds which bugs?",
        notes: "All runners that look for failures, one trial of at most 0.5 s each. `find_all` goes on \
            after a failure; it counts with the tests before the first one. `target` maximizes the size \
            of the printed inputs, so most of its time is printing; compare tests, not tasks.",
        strategies: &[Strategy::Bespoke, Strategy::TypeBased, Strategy::Enumerative],
        loops: &[
            TestLoop::Runner("auto"),
            TestLoop::Runner("quick_check"),
            TestLoop::Runner("integrated"),
            TestLoop::Runner("parallel"),
            TestLoop::Runner("skip_premises"),
            TestLoop::Runner("backjump"),
            TestLoop::Runner("combinatorial"),
            TestLoop::Runner("covering_array"),
            TestLoop::Runner("enumerate"),
            TestLoop::Runner("portfolio"),
            TestLoop::Runner("find_all"),
            TestLoop::Runner("fuzz"),
            TestLoop::Runner("target"),
        ],
        trials: 1,
        timeout: Duration::from_millis(500),
        ..DEFAULTS
    },
    Experiment {
        name: "enumerate",
        question: "What does exhaustive enumeration of small inputs find?",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        strategies: &[Strategy::Enumerative],
        loops: &[TestLoop::Enumerate],
        ..DEFAULTS
    },
    Experiment {
        name: "pools",
        question: "Which input should a fuzzer mutate next, and how often?",
        notes: "The paper's six pools with its four energies (the static pool has none), and the default \
            pool of `fuzz`; five trials of at most 2 s each, where the paper has a minute. A seed is \
            mutated at most as often as its energy says, and less often the less it reaches. Our \
            mutator can change two variables together, which the paper's cannot.",
        workloads: &["IFC"],
        strategies: &[Strategy::TypeBased],
        loops: pools::POOLS,
        trials: 5,
        // 22 loops on 127 tasks: at most eight hours on one thread.
        timeout: Duration::from_secs(2),
        extra_properties: true,
        all_trials: true,
        ..DEFAULTS
    },
    Experiment {
        name: "best",
        question: "What does a fuzzer find with dependent domains, premises and feedback?",
        notes: "One trial of at most 10 s each.",
        workloads: &["IFC"],
        strategies: &[Strategy::Dependent],
        loops: pools::BEST,
        trials: 1,
        timeout: Duration::from_secs(10),
        extra_properties: true,
        ..DEFAULTS
    },
    Experiment {
        name: "guided",
        question: "How many tests do mutation and feedback save with type-based generators?",
        notes: "The baseline neither keeps nor mutates inputs. `default-100-valid` keeps and mutates all \
            valid inputs without feedback about the code; what the other two save beyond it is the \
            effect of feedback. Three trials of at most 30,000 tests; a trial that does not find \
            the bug counts with the tests it ran.",
        strategies: &[Strategy::TypeBased],
        loops: pools::GUIDED,
        trials: 3,
        all_trials: true,
        ..DEFAULTS
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
                format!("unknown experiment `{name}`; expected one of {}, all", known.join(", "))
            })
        };
        names.iter().map(find).collect()
    }

    /// Returns the trials, task by task. Each round runs one trial of every loop and starts with a
    /// different loop, because the first one finds cold caches. Deterministic loops run once.
    pub fn jobs(&'static self, trials: u64) -> Vec<Job> {
        let workloads = WORKLOADS.iter().filter(|workload| self.workloads.contains(&workload.name));
        let tasks = workloads.flat_map(|workload| workload.tasks_with_extra(self.extra_properties));
        let rounds = tasks.flat_map(|task| (0..trials).map(move |trial| (task, trial)));
        rounds.flat_map(|(task, trial)| self.round(task, trial)).collect()
    }

    /// Returns a few trials, which show that everything runs: one for each loop, on the first task of each workload.
    pub fn quick_jobs(&'static self) -> Vec<Job> {
        let workloads = WORKLOADS.iter().filter(|workload| self.workloads.contains(&workload.name));
        let tasks = workloads.filter_map(|workload| workload.tasks().next());
        tasks.flat_map(|task| self.round(task, 0)).collect()
    }

    fn round(&'static self, task: Task, trial: u64) -> impl Iterator<Item = Job> {
        let known = move |strategy: &&Strategy| task.workload.strategies.contains(strategy);
        self.strategies.iter().filter(known).flat_map(move |strategy| {
            let fits = move |test_loop: &&TestLoop| {
                test_loop.supports(*strategy) && (trial == 0 || !test_loop.is_deterministic())
            };
            let job = move |test_loop: &TestLoop| Job {
                experiment: self.name,
                task,
                strategy,
                test_loop: *test_loop,
                trial,
                all_trials: self.all_trials,
            };
            let (later, sooner) = self.loops.split_at(trial as usize % self.loops.len());
            sooner.iter().chain(later).filter(fits).map(job)
        })
    }
}

impl Job {
    /// Returns the key of this trial in the store.
    pub fn key(&self) -> Key {
        Key::new(self.experiment, &self.task, *self.strategy, self.test_loop, self.trial)
    }

    /// Returns the seed: different for each trial, the same for all test loops.
    pub fn seed(&self) -> u64 {
        self.trial + 1
    }
}
