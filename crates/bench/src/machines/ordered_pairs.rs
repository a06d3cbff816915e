//! Ordered pairs of operations: how many tests until each operation has come after each other one.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use forall::machine::{Machine, steps};
use forall::property::{Erased, forall};
use forall::report::Report;
use forall::runner::{self, Combinations, combinatorial, covering_array, quick_check};

use crate::options::Options;
use crate::row::{Bar, Row};

#[forall::machine(model = Nothing)]
trait Six {
    fn a(&mut self);
    fn b(&mut self);
    fn c(&mut self);
    fn d(&mut self);
    fn e(&mut self);
    fn f(&mut self);
}

#[derive(Default, Hash)]
struct Nothing;

impl Six for Nothing {
    fn a(&mut self) {}
    fn b(&mut self) {}
    fn c(&mut self) {}
    fn d(&mut self) {}
    fn e(&mut self) {}
    fn f(&mut self) {}
}

/// The number of operations.
const OPERATIONS: usize = 6;
/// The number of steps in the longest list.
const MAX_STEPS: usize = 6;
/// A list of n steps has n (n - 1) / 2 ordered pairs, and there are 36.
const LEAST_TESTS: f64 = (OPERATIONS * OPERATIONS).div_ceil(MAX_STEPS * (MAX_STEPS - 1) / 2) as f64;

type Runner = fn(&Erased, &runner::Options) -> Report;

const RUNNERS: [(&str, Runner, Option<Bar>); 3] = [
    ("pairs: quick_check", |p, o| quick_check(p, o), None),
    ("pairs: combinatorial", |p, o| combinatorial(p, o, Combinations::default()), None),
    (
        "pairs: covering_array",
        |p, o| covering_array(p, o, Combinations::default()),
        Some(Bar::Firm(2.0)),
    ),
];

/// Counts the tests until all ordered pairs have occurred.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let wanted = RUNNERS.iter().filter(|(name, ..)| options.wants(name));
    let rows = wanted.map(|(name, run, bar)| Row {
        name: (*name).to_owned(),
        ours: tests_until_all(*run) as f64,
        theirs: LEAST_TESTS,
        bar: *bar,
        unit: "tests",
        note: format!("all 36 ordered pairs in lists of at most {MAX_STEPS} steps"),
    });
    rows.collect()
}

thread_local! {
    static LAST: Cell<u64> = const { Cell::new(u64::MAX) };
    static RUNS: Cell<u64> = const { Cell::new(0) };
    static SEEN: RefCell<BTreeSet<(usize, usize)>> = const { RefCell::new(BTreeSet::new()) };
}

/// Returns the number of tests until the last pair has occurred.
fn tests_until_all(run: Runner) -> u64 {
    RUNS.set(0);
    SEEN.take();
    let property = forall("steps", steps::<Nothing>().at_most(MAX_STEPS)).check(|(steps, ())| {
        RUNS.set(RUNS.get() + 1);
        let operations: Vec<usize> = steps.steps.iter().map(Nothing::operation).collect();
        SEEN.with_borrow_mut(|seen| {
            for (at, first) in operations.iter().enumerate() {
                seen.extend(operations[at + 1..].iter().map(|second| (*first, *second)));
            }
            let are_all_seen = seen.len() == OPERATIONS * OPERATIONS;
            // Later runs of the last test do not count.
            if are_all_seen {
                LAST.set(LAST.get().min(RUNS.get()));
            }
            !are_all_seen
        })
    });
    let options = runner::Options { tests: 10_000, max_shrinks: 0, ..runner::Options::default() };
    LAST.set(u64::MAX);
    run(&Erased::new(property), &options);
    LAST.get()
}
