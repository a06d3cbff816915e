//! The shrinking challenge: known problems, thirty seeds each, and how many calls they take.
//!
//! The problems are those of the public collection of that name (jlink/shrinking-challenge), most
//! of which come from MacIver and Donaldson (2020). `cargo test --test it challenge -- --nocapture`
//! prints the table.

mod expressions;
mod heap;
mod lists;
mod numbers;

use std::time::Instant;

use forall::block::{Property, print, retrace, streak};
use forall::report::{Effort, Verdict};
use forall::shrink::{Integrated, smallest};
use forall::source::{Campaign, Sizes};

/// How many seeds each problem is tried with.
const SEEDS: u64 = 30;

/// What a problem took.
struct Row {
    /// In how many seeds the end was ideal.
    ideal: u64,
    /// The other ends.
    others: Vec<String>,
    /// How often the property ran after the first failure, by seed.
    calls: Vec<u64>,
    /// How long that took, in microseconds.
    time: u128,
    /// What the passes did, all seeds together.
    efforts: Vec<Effort>,
}

/// Shrinks the first failure of each seed.
fn solve<P: Property>(name: &str, property: &P, ideal: &[&str]) -> Row {
    let (others, calls, efforts) = (Vec::new(), Vec::new(), Vec::new());
    let mut row = Row { ideal: 0, others, calls, time: 0, efforts };
    for k in 0..SEEDS {
        let campaign = Campaign { seed: 13 + 7919 * k, sizes: Sizes::default() };
        let mut first = 0;
        let (n, failure) = loop {
            match streak(property, &campaign, first..2_000_000) {
                (n, Verdict::Fail(failure)) => break (n, failure),
                (_, Verdict::Pass) => panic!("{name}: no failure was found"),
                (n, _) => first = n + 1,
            }
        };
        let found = retrace(property, campaign.source(n)).expect("it was made before");
        let began = Instant::now();
        let shrunk = smallest(property, found, *failure, &Integrated, 10_000);
        row.time += began.elapsed().as_micros();
        // One call is the first of all: does it fail again?
        row.calls.push(1 + shrunk.efforts.iter().map(|effort| effort.tried).sum::<u64>());
        row.efforts.extend(shrunk.efforts);
        let inputs = print(property, &shrunk.inputs);
        let inputs: Vec<String> = inputs.into_iter().map(|binding| binding.value).collect();
        let inputs = inputs.join("; ");
        if ideal.contains(&&*inputs) {
            row.ideal += 1;
        } else if !row.others.contains(&inputs) {
            row.others.push(inputs);
        }
    }
    row
}

/// Shrinks the first failure of each seed. In at least `least` seeds the inputs, joined by `; `,
/// must be one of `ideal`, and `calls` is the most they may take in the mean.
#[expect(clippy::print_stdout, reason = "the table is what one runs it for")]
pub(crate) fn check<P: Property>(
    name: &str,
    property: &P,
    ideal: &[&str],
    (least, calls): (u64, f64),
) {
    let row = solve(name, property, ideal);
    let mean = row.calls.iter().sum::<u64>() as f64 / SEEDS as f64;
    println!(
        "{name:28} ideal {:2}/{SEEDS}  calls {mean:5.1} (at most {:3})  {:5} µs  {}",
        row.ideal,
        row.calls.iter().max().unwrap_or(&0),
        row.time / u128::from(SEEDS),
        busiest(&row.efforts),
    );
    assert!(row.ideal >= least, "{name}: ideal in {}, else {:?}", row.ideal, row.others);
    assert!(mean <= calls, "{name}: {mean} calls");
}

/// The passes that tried the most, and how much of that helped.
fn busiest(efforts: &[Effort]) -> String {
    let mut passes: Vec<Effort> = Vec::new();
    for effort in efforts {
        match passes.iter_mut().find(|pass| pass.pass == effort.pass) {
            Some(pass) => {
                pass.tried += effort.tried;
                pass.accepted += effort.accepted;
            }
            None => passes.push(effort.clone()),
        }
    }
    passes.sort_by_key(|pass| std::cmp::Reverse(pass.tried));
    let shown = passes.iter().take(4);
    let shown = shown.map(|Effort { pass, tried, accepted }| format!("{pass} {accepted}/{tried}"));
    shown.collect::<Vec<_>>().join(", ")
}
