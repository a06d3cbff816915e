//! Searches for the bugs of this build and prints the results as lines of JSON, for the program that measures.

mod bug;
mod bugs;
mod campaign;
mod input;
#[expect(dead_code, reason = "`forall-bench` also measures sizes, and a number of tests")]
mod meter;
mod search;

use std::panic;
use std::process::ExitCode;
use std::time::Duration;

use serde_json::{Value, json};

use bug::AnyBug;
use campaign::{Campaign, Measured};
use search::{Search, SearchResult, Tool};

const USAGE: &str = "\
Usage: list
       search BUG TOOL SEED TESTS MILLISECONDS
       campaign BUG TOOL SEED MILLISECONDS
       verify BUG TESTS";

fn main() -> ExitCode {
    panic::set_hook(Box::new(|_| ()));
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&args) {
        Some(lines) => {
            lines.iter().for_each(|line| println!("{line}"));
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Returns the output, or `None` if the arguments are wrong.
fn run(args: &[&str]) -> Option<Vec<Value>> {
    match *args {
        ["list"] => Some(bugs::ALL.iter().map(|bug| describe(*bug)).collect()),
        ["search", bug, tool, seed, tests, time] => {
            let search = Search {
                tool: Tool::named(tool)?,
                seed: seed.parse().ok()?,
                tests: tests.parse().ok()?,
                time: Duration::from_millis(time.parse().ok()?),
            };
            let SearchResult { found, tests, time } = named(bug)?.search(&search);
            let seconds = time.as_secs_f64();
            Some(vec![json!({"found": found, "tests": tests, "seconds": seconds})])
        }
        ["campaign", bug, tool, seed, time] => {
            let edges = match Tool::named(tool)? {
                Tool::Fuzz => false,
                Tool::Edges => true,
                _ => return None,
            };
            let time = Duration::from_millis(time.parse().ok()?);
            let campaign = Campaign { edges, seed: seed.parse().ok()?, time };
            Some(vec![record(&named(bug)?.campaign(&campaign))])
        }
        ["verify", bug, tests] => Some(vec![verify(named(bug)?, tests.parse().ok()?)]),
        _ => None,
    }
}

fn describe(bug: &dyn AnyBug) -> Value {
    let about = bug.description();
    json!({"bug": about.name, "package": about.package, "law": about.law, "link": about.link})
}

fn named(name: &str) -> Option<&'static dyn AnyBug> {
    bugs::ALL.iter().copied().find(|bug| bug.description().name == name)
}

/// Returns the figures of a campaign.
fn record(measured: &Measured) -> Value {
    let Measured { found, edges, speeds, first, last } = measured;
    json!({
        "found": found,
        "edges": edges,
        "speeds": speeds,
        "first_speed": first.median_speed(),
        "last_speed": last.median_speed(),
        "first_size": first.mean_size(),
        "last_size": last.mean_size(),
        "longest": first.longest().max(last.longest()),
    })
}

/// Checks the known failing input, and this number of random inputs.
fn verify(bug: &dyn AnyBug, tests: u64) -> Value {
    let known_failure_fails = bug.known_failure_fails();
    let time = Duration::from_secs(600);
    let random = bug.search(&Search { tool: Tool::QuickCheck, seed: 1, tests, time });
    json!({
        "known_failure_fails": known_failure_fails,
        "random_input_fails": random.found,
        "tests": random.tests,
    })
}
