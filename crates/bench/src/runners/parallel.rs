//! `parallel` on two threads against `quick_check`, by wall time, because CPU time counts both
//! threads. Runs that are too short for a second thread are compared by CPU time, which does not
//! depend on the load of the machine.

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use forall::block::Property;
use forall::domain::{any, just};
use forall::property::forall;
use forall::report::Report;
use forall::runner::{Options as Settings, parallel, quick_check};

use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};
use crate::{clock, ours, problems};

/// The number of threads in the bars.
const THREADS: usize = 2;

/// Compares the speed on two threads to that on one.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, rounds) in [("20 µs", 4), ("200 µs", 40)] {
        let property = forall("x", any::<u64>()).check(move |(x, ())| spin(*x, rounds));
        rows.extend(worth_it(name, &property, options));
    }
    let words = ours::words(problems::addition);
    for tests in [1_000, 100_000, 1_000_000] {
        rows.extend(too_short(&format!("2 ns × {tests}"), &words, tests, options));
    }
    let constant = forall("x", just(())).check(|_| black_box(true));
    rows.extend(too_short("a constant", &constant, 1_000_000, options));
    rows
}

/// Measures a thousand tests that take long enough for a second thread to help.
fn worth_it(name: &str, property: &(impl Property + Sync), options: &Options) -> Option<Row> {
    let tests = 1_000;
    let name = format!("parallel, {name}");
    if !options.wants(&name) {
        return None;
    }
    let wall = speeds(property, tests, wall, options);
    let cpu = speeds(property, tests, clock::own, options);
    let extra = cpu.sequential / cpu.parallel;
    let note = format!("{tests} tests, {THREADS} threads, wall time; {extra:.2} × the CPU time");
    Some(wall.row(name, Bar::AtLeast(1.85), note))
}

/// Measures runs that end before a second thread would have started.
fn too_short(
    name: &str,
    property: &(impl Property + Sync),
    tests: u64,
    options: &Options,
) -> Option<Row> {
    let name = format!("parallel, {name}");
    if !options.wants(&name) {
        return None;
    }
    let speeds = speeds(property, tests, clock::own, options);
    Some(speeds.row(name, Bar::AtLeast(0.98), format!("{tests} tests, CPU time")))
}

/// Median speeds in tests per millisecond.
struct Speeds {
    parallel: f64,
    sequential: f64,
}

impl Speeds {
    fn row(self, name: String, bar: Bar, note: String) -> Row {
        Row {
            name,
            ours: self.parallel,
            theirs: self.sequential,
            bar: Some(bar),
            unit: "tests/ms",
            note,
        }
    }
}

fn wall() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Measures `parallel` and `quick_check` in interleaved rounds.
fn speeds(
    property: &(impl Property + Sync),
    tests: u64,
    clock: fn() -> Duration,
    options: &Options,
) -> Speeds {
    let settings = Settings { tests, ..Settings::default() };
    let two = || parallel(property, &settings, THREADS);
    let one = || quick_check(property, &settings);
    let mut repeat = 1;
    while once(repeat, clock, &one) < MIN_DURATION {
        repeat *= 2;
    }
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for round in 0..if options.quick { 5 } else { 61 } {
        // The order alternates.
        if round % 2 == 0 {
            ours.push(once(repeat, clock, &two));
        }
        theirs.push(once(repeat, clock, &one));
        if round % 2 == 1 {
            ours.push(once(repeat, clock, &two));
        }
    }
    let millis = |times: Vec<Duration>| median(times.iter().map(Duration::as_secs_f64)) * 1e3;
    let speed = |times| (tests * u64::from(repeat)) as f64 / millis(times);
    Speeds { parallel: speed(ours), sequential: speed(theirs) }
}

/// The minimum duration of a measurement.
const MIN_DURATION: Duration = Duration::from_millis(2);

/// Returns the time of this many runs.
fn once(repeat: u32, clock: fn() -> Duration, run: &dyn Fn() -> Report) -> Duration {
    let start = clock();
    for _ in 0..repeat {
        assert!(black_box(run()).passed(), "the properties of the bench hold");
    }
    clock() - start
}

/// Keeps a core busy for about five microseconds per round.
fn spin(x: u64, rounds: u32) -> bool {
    let mut y = x | 1;
    for _ in 0..rounds * 6_000 {
        y = black_box(y.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y >> 29));
    }
    y != 0
}
