//! Two threads against one, by the wall clock: CPU time would count both.

use std::hint::black_box;
use std::time::{Duration, Instant};

use forall::block::Property;
use forall::domain::any;
use forall::property::forall;
use forall::report::Report;
use forall::runner::{Options as Settings, parallel, quick_check};

use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};
use crate::{clock, ours, problems};

/// As many as the bars speak of.
const THREADS: usize = 2;

/// The speed on two threads for each of that on one.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, rounds) in [("20 µs", 4), ("200 µs", 40)] {
        let property = forall("x", any::<u64>()).check(move |(x, ())| spin(*x, rounds));
        rows.extend(row(name, &property, 1_000, Bar::AtLeast(1.85), options));
    }
    let words = ours::words(problems::addition);
    for tests in [1_000, 100_000, 1_000_000] {
        rows.extend(row(&format!("2 ns × {tests}"), &words, tests, Bar::AtLeast(0.98), options));
    }
    rows
}

fn row(
    name: &str,
    property: &(impl Property + Sync),
    tests: u64,
    bar: Bar,
    options: &Options,
) -> Option<Row> {
    let name = format!("parallel, {name}");
    if !options.wants(&name) {
        return None;
    }
    let settings = Settings { tests, ..Settings::default() };
    let two = || parallel(property, &settings, THREADS);
    let one = || quick_check(property, &settings);
    let [ours, theirs] = speeds(tests, if options.quick { 5 } else { 61 }, &two, &one);
    let extra = cpu(&two).as_secs_f64() / cpu(&one).as_secs_f64();
    let note = format!("{tests} tests, {THREADS} threads, wall clock; {extra:.2} × the CPU time");
    Some(Row { row: name, ours, theirs, bar: Some(bar), unit: "tests/ms", note })
}

/// The medians of tests in a millisecond, of rounds that alternate.
fn speeds(
    tests: u64,
    rounds: usize,
    ours: &dyn Fn() -> Report,
    theirs: &dyn Fn() -> Report,
) -> [f64; 2] {
    let (mut our, mut their) = (Vec::new(), Vec::new());
    let mut repeat = 1;
    while once(tests, repeat, theirs).0 < 1.0 {
        repeat *= 2;
    }
    for round in 0..rounds {
        if round % 2 == 0 {
            our.push(once(tests, repeat, ours).1);
            their.push(once(tests, repeat, theirs).1);
        } else {
            their.push(once(tests, repeat, theirs).1);
            our.push(once(tests, repeat, ours).1);
        }
    }
    [median(our), median(their)]
}

/// How many milliseconds it takes, and how many tests that is in each.
fn once(tests: u64, repeat: u32, run: &dyn Fn() -> Report) -> (f64, f64) {
    let began = Instant::now();
    for _ in 0..repeat {
        assert!(black_box(run()).passed(), "the properties of the bench hold");
    }
    let millis = began.elapsed().as_secs_f64() * 1e3;
    (millis, (tests * u64::from(repeat)) as f64 / millis)
}

/// What it takes on all cores together: this says what the wall clock would on an idle machine.
fn cpu(run: &dyn Fn() -> Report) -> Duration {
    let began = clock::own();
    (0..3).for_each(|_| drop(black_box(run())));
    clock::own() - began
}

/// Keeps a core busy for about five microseconds a round.
fn spin(x: u64, rounds: u32) -> bool {
    let mut y = x | 1;
    for _ in 0..rounds * 6_000 {
        y = black_box(y.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y >> 29));
    }
    y != 0
}
