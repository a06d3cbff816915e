//! Shrinking: how often it ends at the ideal counterexample, and the number of calls, compared to
//! other libraries.

mod others;
#[path = "../../forall/tests/it/shrinking/challenge/problems.rs"]
mod problems;
#[path = "../../forall/tests/it/shrinking/challenge/solve.rs"]
mod solve;
mod table;

pub use self::table::{json, table};

use self::others::{PEER_FIGURES, PeerFigures};
use self::problems::Problem;
use self::solve::{Solved, challenge_inputs, solve};
use crate::clock;
use crate::options::Options;

/// The limit on calls for a seed.
pub const MAX_CALLS: u64 = 150;

/// The limit of the mean time of a row, in microseconds. A debug build takes longer.
pub const MAX_MEAN_MICROS: f64 = 1000.0;

/// The figures of one problem.
#[derive(Clone, Debug)]
pub struct ShrinkRow {
    /// The problem.
    pub problem: String,
    /// The number of seeds.
    pub seeds: u64,
    /// The number of seeds that ended at the ideal.
    pub ideal: u64,
    /// The mean number of calls of the property after the first failure.
    pub calls: f64,
    /// The largest number of calls for a seed.
    pub max_calls: u64,
    /// The mean CPU time, in microseconds.
    pub micros: f64,
    /// The mean number of calls of the best other library.
    pub bar: f64,
    /// The figures of other libraries.
    pub others: PeerFigures,
}

/// A missed bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// Some seeds did not end at the ideal.
    Ideal,
    /// Another library takes fewer calls.
    Calls,
    /// A seed took too many calls.
    MaxCalls,
    /// It took too long.
    Time,
}

impl ShrinkRow {
    /// Returns the missed bars. Times only count if `timed`.
    pub fn misses(&self, timed: bool) -> Vec<Miss> {
        let bars = [
            (Miss::Ideal, self.ideal < self.seeds),
            (Miss::Calls, self.calls > self.bar),
            (Miss::MaxCalls, self.max_calls > MAX_CALLS),
            (Miss::Time, timed && self.micros > MAX_MEAN_MICROS),
        ];
        bars.into_iter().filter(|(_, missed)| *missed).map(|(miss, _)| miss).collect()
    }

    /// Returns whether all seeds ended at the ideal within the limit on calls. These bars do not
    /// depend on the number of seeds.
    pub fn holds(&self) -> bool {
        let misses = self.misses(false);
        !misses.contains(&Miss::Ideal) && !misses.contains(&Miss::MaxCalls)
    }
}

/// Solves all problems that `options` select.
pub fn shrinking(options: &Options) -> Vec<ShrinkRow> {
    let wanted = problems::all().into_iter().filter(|problem| options.wants(&problem.name));
    wanted.map(|problem| shrunk(problem, options.seeds())).collect()
}

fn shrunk(problem: Problem, seeds: u64) -> ShrinkRow {
    let Problem { name, property, ideal, calls } = problem;
    let is_ideal = |inputs: &str| ideal.contains(&inputs);
    let solved: Solved = solve(&property, challenge_inputs, is_ideal, seeds, clock::own);
    let others = PEER_FIGURES.iter().find(|other| other.problem == name);
    ShrinkRow {
        seeds,
        ideal: solved.ideal,
        calls: solved.mean(),
        max_calls: solved.most(),
        micros: solved.time.as_secs_f64() * 1e6 / seeds as f64,
        bar: calls,
        others: others.copied().unwrap_or_default(),
        problem: name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_peer_figure_belongs_to_a_problem() {
        let problems: Vec<String> = problems::all().into_iter().map(|each| each.name).collect();
        let lost =
            PEER_FIGURES.iter().find(|other| problems.iter().all(|name| name != other.problem));
        assert!(lost.is_none(), "{lost:?}");
    }

    #[test]
    fn each_missed_bar_is_reported() {
        let others = PeerFigures::default();
        let shrunk = ShrinkRow {
            problem: "r".into(),
            seeds: 30,
            ideal: 30,
            calls: 10.0,
            max_calls: 150,
            micros: 2000.0,
            bar: 10.0,
            others,
        };
        assert_eq!(shrunk.misses(false), []);
        assert_eq!(shrunk.misses(true), [Miss::Time]);
        let worse = ShrinkRow { ideal: 29, calls: 10.5, max_calls: 151, ..shrunk };
        assert_eq!(worse.misses(false), [Miss::Ideal, Miss::Calls, Miss::MaxCalls]);
        assert!(!worse.holds());
    }

    #[test]
    fn a_problem_is_solved() {
        let args = "shrinking --seeds 2 --only reverse".split(' ').map(Into::into);
        let rows = shrinking(&Options::parse(args).unwrap());
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].seeds, rows[0].ideal), (2, 2));
    }
}
