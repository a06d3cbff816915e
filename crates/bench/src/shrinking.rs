//! Shrinking: how often it ends at the ideal counterexample, and the number of calls, compared to
//! other libraries.

mod others;
#[path = "../../forall/tests/it/challenge/problems.rs"]
mod problems;
#[path = "../../forall/tests/it/challenge/solve.rs"]
mod solve;
mod table;

pub use self::table::{json, table};

use self::others::{OTHERS, Other};
use self::problems::Problem;
use self::solve::{Solved, solve};
use crate::clock;
use crate::options::Options;

/// The limit on calls for a seed.
pub const MOST: u64 = 150;

/// The limit of the mean time of a row, in microseconds. A debug build takes longer.
pub const MICROS: f64 = 1000.0;

/// The figures of one problem.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The problem.
    pub row: String,
    /// The number of seeds.
    pub seeds: u64,
    /// The number of seeds that ended at the ideal.
    pub ideal: u64,
    /// The mean number of calls of the property after the first failure.
    pub calls: f64,
    /// The largest number of calls for a seed.
    pub most: u64,
    /// The mean CPU time, in microseconds.
    pub micros: f64,
    /// The mean number of calls of the best other library.
    pub bar: f64,
    /// The figures of other libraries.
    pub others: Other,
}

/// A missed bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// Some seeds did not end at the ideal.
    Ideal,
    /// Another library takes fewer calls.
    Calls,
    /// A seed took too many calls.
    Most,
    /// It took too long.
    Time,
}

impl Shrunk {
    /// Returns the missed bars. Times only count if `timed`.
    pub fn misses(&self, timed: bool) -> Vec<Miss> {
        let bars = [
            (Miss::Ideal, self.ideal < self.seeds),
            (Miss::Calls, self.calls > self.bar),
            (Miss::Most, self.most > MOST),
            (Miss::Time, timed && self.micros > MICROS),
        ];
        bars.into_iter().filter(|(_, missed)| *missed).map(|(miss, _)| miss).collect()
    }

    /// Returns whether all seeds ended at the ideal within the limit on calls. These bars do not
    /// depend on the number of seeds.
    pub fn holds(&self) -> bool {
        let misses = self.misses(false);
        !misses.contains(&Miss::Ideal) && !misses.contains(&Miss::Most)
    }
}

/// Solves all problems that `options` select.
pub fn shrinking(options: &Options) -> Vec<Shrunk> {
    let wanted = problems::all().into_iter().filter(|problem| options.wants(&problem.name));
    wanted.map(|problem| shrunk(problem, options.seeds())).collect()
}

fn shrunk(problem: Problem, seeds: u64) -> Shrunk {
    let Problem { name, property, ideal, calls } = problem;
    let solved: Solved = solve(&property, |inputs| ideal.contains(&inputs), seeds, clock::own);
    let others = OTHERS.iter().find(|other| other.row == name);
    Shrunk {
        seeds,
        ideal: solved.ideal,
        calls: solved.mean(),
        most: solved.most(),
        micros: solved.time.as_secs_f64() * 1e6 / seeds as f64,
        bar: calls,
        others: others.copied().unwrap_or_default(),
        row: name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_problem() {
        let problems: Vec<String> = problems::all().into_iter().map(|each| each.name).collect();
        let lost = OTHERS.iter().find(|other| problems.iter().all(|name| name != other.row));
        assert!(lost.is_none(), "{lost:?}");
    }

    #[test]
    fn bars_are_about_what_they_say() {
        let others = Other::default();
        let shrunk = Shrunk {
            row: "r".into(),
            seeds: 30,
            ideal: 30,
            calls: 10.0,
            most: 150,
            micros: 2000.0,
            bar: 10.0,
            others,
        };
        assert_eq!(shrunk.misses(false), []);
        assert_eq!(shrunk.misses(true), [Miss::Time]);
        let worse = Shrunk { ideal: 29, calls: 10.5, most: 151, ..shrunk };
        assert_eq!(worse.misses(false), [Miss::Ideal, Miss::Calls, Miss::Most]);
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
