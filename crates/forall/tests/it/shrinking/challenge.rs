//! The shrinking challenge: known problems with thirty seeds each, and the number of calls that they take.
//!
//! `cargo test --test it challenge -- --nocapture` prints a table; `forall-bench -- shrinking` prints
//! one that compares it with other libraries.

mod problems;
pub(crate) mod solve;

use std::time::Instant;

use forall::block::Property;
use forall::report::PassStats;

use self::problems::Problem;
use forall::source::Campaign;

use self::solve::{Solved, challenge_inputs, solve};

/// The number of seeds for each problem.
const SEEDS: u64 = 30;

/// The maximum number of calls for one seed.
const MAX_CALLS_PER_SEED: u64 = 150;

#[test]
fn list_problems_shrink_to_the_ideal() {
    solve_all(problems::lists::all());
}

#[test]
fn expression_problems_shrink_to_the_ideal() {
    solve_all(problems::expressions::all());
}

#[test]
fn number_problems_shrink_to_the_ideal() {
    solve_all(problems::numbers::all());
}

#[test]
fn heap_problems_shrink_to_the_ideal() {
    solve_all(problems::heap::all());
}

/// Inputs with a theme have other local minima: values are equal, or follow each other.
#[test]
fn default_inputs_shrink_to_the_ideal() {
    for Problem { name, property, ideal, .. } in problems::all() {
        let is_ideal = |inputs: &str| ideal.contains(&inputs);
        let start = Instant::now();
        let solved = solve(&property, Campaign::from_seed, is_ideal, SEEDS, || start.elapsed());
        assert_eq!(solved.ideal, SEEDS, "{name}: {:?}", solved.others);
    }
}

#[test]
fn problem_names_are_unique() {
    let mut names: Vec<String> = problems::all().into_iter().map(|problem| problem.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}

/// What the seeds of a problem must achieve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The minimum number of seeds that shrink to an ideal counterexample.
    pub(crate) ideal_seeds: u64,
    /// The maximum mean number of calls, without the finish.
    pub(crate) mean_calls: f64,
}

impl Goal {
    /// All seeds are ideal, with a mean of at most 150 calls without the finish.
    pub(crate) const DEFAULT: Goal = Goal { ideal_seeds: SEEDS, mean_calls: 150.0 };
}

/// Solves each problem with all seeds, with no more calls than the best other engine takes.
fn solve_all(problems: Vec<Problem>) {
    for Problem { name, property, ideal, calls } in problems {
        let solved = check(&name, &property, ideal, Goal { mean_calls: calls, ..Goal::DEFAULT });
        // All calls count here, also those of an enumeration.
        let mean = solved.mean();
        let most = solved.most();
        assert!(mean <= calls, "{name}: {mean} calls");
        assert!(most <= MAX_CALLS_PER_SEED, "{name}: {most} calls in one seed");
    }
}

/// Shrinks the first failure of each seed, and checks that the goal is met. The shrunk inputs of a seed, joined
/// by `; `, are ideal if they are one of `ideal`.
#[expect(clippy::print_stdout, reason = "it prints a table for people who run it")]
pub(crate) fn check<P: Property>(name: &str, property: &P, ideal: &[&str], goal: Goal) -> Solved {
    let start = Instant::now();
    let is_ideal = |inputs: &str| ideal.contains(&inputs);
    let solved = solve(property, challenge_inputs, is_ideal, SEEDS, || start.elapsed());
    let mean = solved.mean() - finishing(&solved.passes) / SEEDS as f64;
    let most = solved.most();
    println!(
        "{name:28} ideal {:2}/{SEEDS}  calls {mean:5.1} (at most {most:3})  {:5} µs  {}",
        solved.ideal,
        solved.time.as_micros() / u128::from(SEEDS),
        busiest(&solved.passes),
    );
    assert!(
        solved.ideal >= goal.ideal_seeds,
        "{name}: ideal in {}, otherwise {:?}",
        solved.ideal,
        solved.others
    );
    assert!(mean <= goal.mean_calls, "{name}: {mean} calls");
    solved
}

/// The passes that run if a case still does not look minimal. Their number of calls is limited by the budget.
pub(crate) const ENUMERATIONS: [&str; 7] = [
    "enumerate by digits",
    "random lists",
    "enumerate values",
    "enumerate parts",
    "random inputs",
    "move by small steps",
    "random search",
];

/// The passes that run before these.
const LAST_PASSES: [&str; 18] = [
    "swap values",
    "divide numbers",
    "divide differences",
    "lowest pair",
    "move factors",
    "clear bits",
    "hand on bits",
    "carry value to simpler variant",
    "lower lengths and indices",
    "lower number in text",
    "delete shared letters",
    "exchange letters",
    "lower shared letters",
    "lower two letters",
    "sort letters",
    "texts that differ in a letter",
    "delete and swap",
    "greater values",
];

/// Returns the number of calls of the finish.
fn finishing(passes: &[PassStats]) -> f64 {
    let is_last = |pass: &&str| ENUMERATIONS.contains(pass) || LAST_PASSES.contains(pass);
    let last = passes.iter().filter(|stats| is_last(&stats.pass));
    last.map(|stats| stats.tried).sum::<u64>() as f64
}

/// Formats the passes with the most tries, and how many of them were accepted.
fn busiest(all: &[PassStats]) -> String {
    let mut passes: Vec<PassStats> = Vec::new();
    for stats in all {
        match passes.iter_mut().find(|pass| pass.pass == stats.pass) {
            Some(pass) => {
                pass.tried += stats.tried;
                pass.accepted += stats.accepted;
            }
            None => passes.push(stats.clone()),
        }
    }
    passes.sort_by_key(|pass| std::cmp::Reverse(pass.tried));
    let shown = passes.iter().take(4);
    let shown =
        shown.map(|PassStats { pass, tried, accepted }| format!("{pass} {accepted}/{tried}"));
    shown.collect::<Vec<_>>().join(", ")
}
