//! Shrinking: how often it ends at the ideal, and what that takes, beside the figures of others.

mod others;
#[path = "../../forall/tests/it/shrinking/challenge/problems.rs"]
mod problems;
#[path = "../../forall/tests/it/shrinking/challenge/solve.rs"]
mod solve;
mod table;

pub use self::table::{json, table};

use self::others::{OTHERS, Other};
use self::problems::Problem;
use self::solve::{Solved, solve};
use crate::clock;
use crate::options::Options;

/// No seed may take more calls than this.
pub const MOST: u64 = 150;

/// What a row may take in the mean, in microseconds. A debug build takes longer.
pub const MICROS: f64 = 1000.0;

/// What one problem took.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// Which problem.
    pub row: String,
    /// With how many seeds it was tried.
    pub seeds: u64,
    /// In how many of them the end was ideal.
    pub ideal: u64,
    /// How often the property ran after the first failure, in the mean.
    pub calls: f64,
    /// How often it ran in the worst seed.
    pub most: u64,
    /// How much CPU time that took in the mean, in microseconds.
    pub micros: f64,
    /// How many calls the best other engine takes in the mean.
    pub bar: f64,
    /// What others take.
    pub others: Other,
}

/// What a bar is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// Some seeds did not end at the ideal.
    Ideal,
    /// Another engine takes fewer calls.
    Calls,
    /// A seed took very many calls.
    Most,
    /// It took long.
    Time,
}

impl Shrunk {
    /// The bars that are missed. Times are not looked at where they mean nothing.
    pub fn misses(&self, timed: bool) -> Vec<Miss> {
        let bars = [
            (Miss::Ideal, self.ideal < self.seeds),
            (Miss::Calls, self.calls > self.bar),
            (Miss::Most, self.most > MOST),
            (Miss::Time, timed && self.micros > MICROS),
        ];
        bars.into_iter().filter(|(_, missed)| *missed).map(|(miss, _)| miss).collect()
    }

    /// Did all seeds end at the ideal, and none of them after very many calls? This is what does not
    /// depend on how many seeds there are.
    pub fn holds(&self) -> bool {
        let misses = self.misses(false);
        !misses.contains(&Miss::Ideal) && !misses.contains(&Miss::Most)
    }
}

/// Solves all that `options` ask for.
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
