//! The shrinking challenge: known problems, thirty seeds each, and what is left of the calls.
//!
//! The problems are those of the public collection of that name (jlink/shrinking-challenge), most of
//! which come from MacIver and Donaldson (2020). `cargo test --test it challenge -- --nocapture`
//! prints the table.

mod heap;
mod lists;
mod numbers;
mod expressions;

use std::time::Instant;

use forall::block::{Property, print, retrace, streak};
use forall::report::Verdict;
use forall::shrink::{Integrated, Limits, Shrinker};
use forall::source::{Campaign, Sizes};

/// How many seeds each problem is tried with.
const SEEDS: u64 = 30;

/// What a problem took.
struct Row {
    ideal: u64,
    calls: Vec<u64>,
    micros: u128,
    others: Vec<String>,
}

/// Shrinks the first failure of each seed. The inputs, joined by `; `, must be one of `ideal`.
fn solve<P: Property>(name: &str, property: &P, ideal: &[&str]) -> Row {
    let mut row = Row { ideal: 0, calls: Vec::new(), micros: 0, others: Vec::new() };
    for k in 0..SEEDS {
        let campaign = Campaign { seed: 13 + 7919 * k, sizes: std::env::var("PLUS").map_or(Sizes::default(), |p| Sizes::Log2(p.parse().unwrap())) };
        let mut first = 0;
        let (n, failure) = loop {
            match streak(property, &campaign, first..2_000_000) {
                (n, Verdict::Fail(failure)) => break (n, failure),
                (_, Verdict::Pass) => panic!("{name}: no failure was found"),
                (n, _) => first = n + 1,
            }
        };
        let found = retrace(property, campaign.source(n));
        let began = Instant::now();
        let limits = Limits { tries: 10_000, deadline: None };
        let shrunk = Integrated.shrink(property, found, *failure, limits);
        row.micros += began.elapsed().as_micros();
        // One call is the first of all: does it fail again?
        row.calls.push(1 + shrunk.shrinking.tried);
        let inputs = print(property, &shrunk.inputs);
        let inputs: Vec<String> = inputs.into_iter().map(|binding| binding.value).collect();
        let inputs = inputs.join("; ");
        if ideal.contains(&&*inputs) {
            row.ideal += 1;
        } else if !row.others.contains(&inputs) {
            row.others.push(inputs);
        }
        if std::env::var("TRACE").is_ok_and(|wanted| wanted == name) {
            println!("{k} test {n} {:?}", shrunk.shrinking.efforts);
        }
    }
    row
}

/// The same, and all must be ideal, in so many calls in the mean.
pub(crate) fn check<P: Property>(name: &str, property: &P, ideal: &[&str], calls: f64) {
    let row = solve(name, property, ideal);
    let mean = row.calls.iter().sum::<u64>() as f64 / SEEDS as f64;
    let most = row.calls.iter().max().unwrap();
    println!(
        "{name:24} ideal {:2}/{SEEDS}  calls {mean:6.1} (at most {most:4}; bar {calls:5.1})  {:5} µs  {:?}",
        row.ideal,
        row.micros / u128::from(SEEDS),
        &row.others[..row.others.len().min(4)],
    );
    if std::env::var("SURVEY").is_ok() {
        return;
    }
    assert_eq!(row.ideal, SEEDS, "{name}: {:?}", row.others);
    assert!(mean <= calls, "{name}: {mean} calls");
}
