//! The shrinking challenge: known problems, thirty seeds each, and how many calls they take.
//!
//! `cargo test --test it challenge -- --nocapture` prints a table; `forall-bench -- shrinking` prints
//! one beside the figures of others.

mod problems;
pub(crate) mod solve;

use std::time::Instant;

use forall::block::Property;
use forall::report::PassStats;

use self::problems::Problem;
use self::solve::solve;

/// How many seeds each problem is tried with.
const SEEDS: u64 = 30;

/// No seed may take more calls than this.
const MOST: u64 = 150;

#[test]
fn lists() {
    solve_all(problems::lists::all());
}

#[test]
fn expressions() {
    solve_all(problems::expressions::all());
}

#[test]
fn numbers() {
    solve_all(problems::numbers::all());
}

#[test]
fn heap() {
    solve_all(problems::heap::all());
}

#[test]
fn problems_have_names_of_their_own() {
    let mut names: Vec<String> = problems::all().into_iter().map(|problem| problem.name).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
}

/// Rows in which another engine takes fewer calls, and what ours takes.
const BEHIND: [(&str, f64); 1] = [("distinct", 12.5)];

/// Each in all seeds, with no more calls than others take.
fn solve_all(problems: Vec<Problem>) {
    for Problem { name, property, ideal, calls } in problems {
        let behind = BEHIND.iter().find(|(behind, _)| *behind == name);
        let calls = behind.map_or(calls, |(_, calls)| *calls);
        let most = check(&name, &property, ideal, (SEEDS, calls));
        assert!(most <= MOST, "{name}: {most} calls in one seed");
    }
}

/// Shrinks the first failure of each seed. In at least `least` seeds the inputs, joined by `; `,
/// must be one of `ideal`, and `calls` is the maximum of their mean number of calls. Returns the maximum
/// number of calls for one seed.
#[expect(clippy::print_stdout, reason = "the table is what one runs it for")]
pub(crate) fn check<P: Property>(
    name: &str,
    property: &P,
    ideal: &[&str],
    (least, calls): (u64, f64),
) -> u64 {
    let began = Instant::now();
    let solved = solve(property, |inputs| ideal.contains(&inputs), SEEDS, || began.elapsed());
    let mean = solved.mean();
    let most = solved.most();
    println!(
        "{name:28} ideal {:2}/{SEEDS}  calls {mean:5.1} (at most {most:3})  {:5} µs  {}",
        solved.ideal,
        solved.time.as_micros() / u128::from(SEEDS),
        busiest(&solved.passes),
    );
    assert!(solved.ideal >= least, "{name}: ideal in {}, else {:?}", solved.ideal, solved.others);
    assert!(mean <= calls, "{name}: {mean} calls");
    most
}

/// The passes that tried the most, and how much of that helped.
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
