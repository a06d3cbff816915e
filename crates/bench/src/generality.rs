//! Generality: how often shrinking ends at the true minimum, on problems for which no pass was written.
//!
//! The problems were written before the passes that they measure. A third of them is kept aside for the end
//! of such work: `--unseen` runs those. Their minima are proved by enumeration.

mod problems;
mod proof;
mod table;

use std::time::Instant;

use forall::block::{Property, regenerate, run_batch};
use forall::property::Erased;
use forall::report::{PassStats, Verdict};
use forall::shrink::minimize;
use forall::source::Campaign;

use self::proof::{Reach, minimum, text};
pub use self::table::{json, line, summary};
use crate::options::Options;

/// The greatest number of tests until a failure is found.
const MAX_TESTS: u64 = 5_000_000;

/// The share of seeds that must end at the minimum.
pub const MIN_SHARE: f64 = 0.95;

/// A property that fails.
#[derive(Debug)]
pub(crate) struct Problem {
    name: &'static str,
    kind: &'static str,
    property: Erased,
    reach: Reach,
}

impl Problem {
    fn new(
        kind: &'static str,
        name: &'static str,
        property: impl Property + Send + Sync + 'static,
    ) -> Problem {
        Problem { name, kind, property: Erased::new(property), reach: Reach::SMALL }
    }

    /// Tries more values of each number when it is proved.
    fn numbers(mut self, numbers: u128) -> Problem {
        self.reach.numbers = numbers;
        self
    }

    /// Tries texts of these letters up to this length when it is proved.
    fn texts(mut self, letters: &'static str, length: usize) -> Problem {
        self.reach.letters = letters;
        self.reach.length = length;
        self
    }

    /// Tries these numbers when it is proved.
    fn floats(mut self, floats: &'static [f64]) -> Problem {
        self.reach.floats = floats;
        self
    }

    /// Tries inputs with more choices when it is proved.
    fn choices(mut self, choices: usize) -> Problem {
        self.reach.choices = choices;
        self
    }

    /// Returns whether the problem is kept aside: a third of the names is, by their hash.
    fn is_unseen(&self) -> bool {
        forall_format::hash::fnv1a(self.name.as_bytes()).is_multiple_of(3)
    }
}

/// The figures of one problem.
#[derive(Clone, Debug)]
pub struct GeneralityRow {
    /// The problem.
    pub problem: &'static str,
    /// The kind of problem.
    pub kind: &'static str,
    /// The proved minimum.
    pub minimum: String,
    /// The number of seeds.
    pub seeds: u64,
    /// The number of seeds that ended at the minimum.
    pub ideal: u64,
    /// The mean number of calls of the property after the first failure.
    pub calls: f64,
    /// The greatest number of calls for one seed.
    pub max_calls: u64,
    /// The greatest time for one seed, in milliseconds.
    pub max_millis: f64,
    /// Other results.
    pub others: Vec<String>,
    /// The passes, with the tries of all seeds.
    pub passes: Vec<PassStats>,
}

impl GeneralityRow {
    /// Returns the share of seeds that ended at the minimum.
    pub fn share(&self) -> f64 {
        self.ideal as f64 / self.seeds as f64
    }
}

/// Solves all problems that `options` select: those kept aside if `unseen`, otherwise the others.
pub fn generality(
    options: &Options,
    unseen: bool,
    mut each: impl FnMut(&GeneralityRow),
) -> Vec<GeneralityRow> {
    let all = problems::all().into_iter().filter(|problem| problem.is_unseen() == unseen);
    let wanted = all.filter(|problem| options.wants(problem.name));
    let solved = wanted.map(|problem| solve(&problem, options.seeds()));
    solved.inspect(|row| each(row)).collect()
}

fn solve(problem: &Problem, seeds: u64) -> GeneralityRow {
    let mut row = GeneralityRow {
        problem: problem.name,
        kind: problem.kind,
        minimum: minimum(problem),
        seeds,
        ideal: 0,
        calls: 0.0,
        max_calls: 0,
        max_millis: 0.0,
        others: Vec::new(),
        passes: Vec::new(),
    };
    (0..seeds).for_each(|k| solve_one(problem, 13 + 7919 * k, &mut row));
    row
}

/// Shrinks the first failure of a seed with default options.
fn solve_one(problem: &Problem, seed: u64, row: &mut GeneralityRow) {
    let campaign = Campaign::from_seed(seed);
    let mut first = 0;
    let (n, failure) = loop {
        match run_batch(&problem.property, &campaign, first..MAX_TESTS) {
            (n, Verdict::Fail(failure)) => break (n, failure),
            (_, Verdict::Pass) => panic!("{}: seed {seed} finds no failure", problem.name),
            (n, _) => first = n + 1,
        }
    };
    let found = regenerate(&problem.property, campaign.source(n)).expect("it was generated before");
    let start = Instant::now();
    let options = forall::runner::Options::default();
    let config = options.shrink_config();
    let shrunk =
        minimize(&problem.property, found, *failure, config.shrinker, config.limits.clone());
    row.max_millis = row.max_millis.max(start.elapsed().as_secs_f64() * 1e3);
    let calls: u64 = shrunk.passes.iter().map(|stats| stats.tried).sum();
    row.calls += calls as f64 / row.seeds as f64;
    row.max_calls = row.max_calls.max(calls);
    for stats in shrunk.passes {
        match row.passes.iter_mut().find(|known| known.pass == stats.pass) {
            Some(known) => {
                known.tried += stats.tried;
                known.accepted += stats.accepted;
            }
            None => row.passes.push(stats),
        }
    }
    let result = text(&problem.property, &shrunk.inputs);
    if result == row.minimum {
        row.ideal += 1;
    } else {
        row.others.push(result);
    }
}
