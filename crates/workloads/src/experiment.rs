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
    /// What the paper or ETNA measured, and how its set-up differs from ours.
    pub paper: &'static str,
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
    paper: "",
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
        paper: "ETNA draws such charts for each language and framework, with ten trials of 60 s on the same mutants. Not all \
            of its generators solve all tasks. Ours are written in another language and draw other distributions, so the \
            charts compare generators as well as loops.",
        loops: &[TestLoop::Erased],
        ..DEFAULTS
    },
    Experiment {
        name: "deep",
        question: "What does the deep embedding cost, compared to the loops of other libraries?",
        notes: "The loops of quickcheck and proptest run our generators and our properties, so all \
            loops run the same tests and only the loops differ. Times begin when a loop is set up; \
            `workloads set-up` measures the set-up apart. A mean of ratios gives every task the same weight, a \
            total is made of the long tasks. Ten trials of at most 5 s.",
        paper: "The paper compares its runners with QuickChick and RackCheck on BST, RBT and STLC, with ten trials of 60 s \
            and four sources of inputs, and finds the same number of tasks solved. Its fourth source is a fuzzer \
            against FuzzChick: see `guided`.",
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
        notes: "Default limits: 10,000 candidates and 10 s of wall time; quickcheck has no limit, and \
            proptest one of 1,024 candidates. Nothing is handwritten for `integrated`, \
            `quickcheck-default` (where only numbers and truth values shrink) and `proptest-shrinks` \
            (which shrinks with its strategies). `external`, `quickcheck-shrinks` and `proptest-lists` \
            use the same handwritten lists of the usual form (the value with one part replaced). `both` \
            uses choices and lists; the other libraries have no such combination.",
        paper: "The paper reports how many times smaller counterexamples of System F become (36 tasks, ten trials): \
            2.66 ± 1.23 with an external shrinker, and 1.04 ± 0.37 with the integrated one of RackCheck. In \
            ETNA, Haskell's tools reach the minimum in 35 % of trials for BST, in 44 % for STLC, and in none for FSUB. \
            Generators differ, so the counterexamples before shrinking are not the same.",
        workloads: &["BST", "RBT", "STLC", "FSUB"],
        loops: &[
            TestLoop::Integrated,
            TestLoop::External,
            TestLoop::Both,
            TestLoop::QuickcheckShrinks,
            TestLoop::QuickcheckDefault,
            TestLoop::ProptestShrinks,
            TestLoop::ProptestLists,
        ],
        ..DEFAULTS
    },
    Experiment {
        name: "parallel",
        question: "When do several threads pay off?",
        notes: "Wall time of `parallel` on 1, 2, 4 and 8 threads, beside `quick_check`. The head of this page names the \
            number of cores: more threads than cores can only cost. Ten trials of at most 10 s.",
        paper: "The paper runs its parallel runner in Racket on four threads, on 131 tasks: × 1.2 over the 49 tasks that \
            differ by more than 1 ms, and × 0.33 over the 10 that differ by more than 0.1 s. Ours has also specification \
            inputs, and its report is the same on any number of threads.",
        workloads: &["BST", "RBT", "STLC"],
        strategies: &[Strategy::Bespoke, Strategy::Specification],
        loops: &[
            TestLoop::Runner("quick_check"),
            TestLoop::Runner("parallel_1"),
            TestLoop::Runner("parallel_2"),
            TestLoop::Runner("parallel_4"),
            TestLoop::Runner("parallel_8"),
        ],
        timeout: Duration::from_secs(10),
        exclusive: true,
        ..DEFAULTS
    },
    Experiment {
        name: "runners",
        question: "Which runner finds which bugs?",
        notes: "All runners that look for failures, one trial of at most 0.5 s each. `find_all` goes on \
            after a failure; it counts with the tests before the first one. `target` has a score for each \
            workload: keys that occur in several inputs of search trees, nodes of red-black trees, redexes of \
            terms, and different instructions and labels of machine states. It reads them from the printed \
            inputs, so most of its time is printing; compare tests, not tasks.",
        paper: "The paper shows its runners one by one, and has no such table.",
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
        paper: "ETNA enumerates with SmallCheck and LeanCheck in Haskell, at most 60 s for each task. Ours enumerates \
            values that are valid by construction.",
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
            mutated at most as often as its energy says, and less often the less it reaches. The last two \
            loops are the default pool and the same with a queue in place of its heap.",
        paper: "The paper runs six pools with four energies on 65 mutants of this machine, in five trials of a minute: all \
            configurations together solve 31 tasks in some trial, and only the heap is consistent over trials. There, \
            feedback is an energy by coverage that is hill-climbed, and a mutation changes one variable. Our mutator \
            can change two variables together, and new coverage is always kept, so the figures compare more than pools. \
            Our trials are 30 times shorter.",
        workloads: &["IFC"],
        strategies: &[Strategy::TypeBased],
        loops: pools::POOLS,
        trials: 5,
        // 23 loops on 127 tasks: at most 8.1 hours on one thread.
        timeout: Duration::from_secs(2),
        extra_properties: true,
        all_trials: true,
        ..DEFAULTS
    },
    Experiment {
        name: "best",
        question: "What does a fuzzer find with dependent domains, premises and feedback?",
        notes: "One trial of at most 10 s each.",
        paper: "The paper has no such experiment: its fuzzer generates all states by type.",
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
            effect of feedback. `warmfifo` is the default pool with a queue in place of its heap, and `twoqueues` \
            prefers valid seeds and keeps the coverage of valid inputs apart. `crabcheck` is the guided loop of that \
            library over our inputs, mutator and feedback. Three trials of at most 30,000 tests; a \
            trial that does not find the bug counts with the tests it ran.",
        paper: "The paper compares a fuzzer with FuzzChick on BST, RBT and STLC, in trials of 60 s, and finds the same number \
            of tasks solved. `crabcheck`, by the same authors, has such a loop for Rust; it shares everything with ours but \
            the loop and the pool.",
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

    /// Returns a few trials, which show that everything runs: one for each loop, on the first task of each workload. Loops
    /// that need edge counters run without edges.
    pub fn quick_jobs(&'static self) -> Vec<Job> {
        let workloads = WORKLOADS.iter().filter(|workload| self.workloads.contains(&workload.name));
        let tasks = workloads.filter_map(|workload| workload.tasks().next());
        let jobs = tasks.flat_map(|task| self.round(task, 0));
        jobs.map(|job| Job { test_loop: job.test_loop.without_edges(), ..job }).collect()
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
