//! Runners and blocks once more, compiled as user code: they use nothing that a user cannot.
#![expect(
    dead_code,
    unreachable_pub,
    reason = "these are compiled here, and called in the library"
)]

#[path = "../../src/runner/backjump.rs"]
mod backjump;
#[path = "../../src/runner/begin.rs"]
mod begin;
#[path = "../../src/runner/budget.rs"]
mod budget;
#[path = "../../src/runner/census.rs"]
mod census;
#[path = "../../src/block/check.rs"]
mod check;
#[path = "../../src/runner/examples.rs"]
mod examples;
#[path = "../../src/runner/collect.rs"]
mod collect;
#[path = "../../src/runner/combinatorial.rs"]
mod combinatorial;
#[path = "../../src/block/conclude.rs"]
mod conclude;
#[path = "../../src/runner/covering.rs"]
mod covering;
#[path = "../../src/runner/enumerate.rs"]
mod enumerate;
#[path = "../../src/runner/found.rs"]
mod found;
#[path = "../../src/runner/fuzz.rs"]
mod fuzz;
#[path = "../../src/block/generate.rs"]
mod generate;
#[path = "../../src/runner/growth.rs"]
mod growth;
#[path = "../../src/runner/guide.rs"]
mod guide;
#[path = "../../src/runner/integrated.rs"]
mod integrated;
#[path = "../../src/block/invert.rs"]
mod invert;
#[path = "../../src/block/mutate.rs"]
mod mutate;
#[path = "../../src/block/observe.rs"]
mod observe;
#[path = "../../src/runner/parallel.rs"]
mod parallel;
#[path = "../../src/runner/portfolio.rs"]
mod portfolio;
#[path = "../../src/block/print.rs"]
mod print;
#[path = "../../src/runner/quick_check.rs"]
mod quick_check;
#[path = "../../src/runner/replay.rs"]
mod replay;
#[path = "../../src/block/run.rs"]
mod run;
#[path = "../../src/runner/search.rs"]
mod search;
#[path = "../../src/runner/target.rs"]
mod target;
#[path = "../../src/runner/sample.rs"]
mod sample;
#[path = "../../src/block/satisfy.rs"]
mod satisfy;
#[path = "../../src/block/shrink.rs"]
mod shrink;
#[path = "../../src/runner/thorough.rs"]
mod thorough;
#[path = "../../src/runner/unguarded.rs"]
mod unguarded;

/// A file that is not listed above is not held to anything.
#[test]
fn every_block_and_runner_is_compiled_here() {
    let listed = include_str!("user_space.rs");
    for folder in ["block", "runner"] {
        let path = format!("{}/src/{folder}", env!("CARGO_MANIFEST_DIR"));
        for file in std::fs::read_dir(path).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            assert!(listed.contains(&format!("{folder}/{name}")), "{folder}/{name} is not listed");
        }
    }
}
