//! Pools: tests until a guided run finds a bug that random inputs do not find, by pool and energy;
//! and the cost of a guided test.

use forall::block::Attempt;
use forall::feedback::Feedback;
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, Filo, Heap, Monotonic, Recycling, Resetting, SeedPool, Static};
use forall::property::{Erased, ErasedInputs};
use forall::runner::{self, fuzz, fuzz_with};

use crate::measure::{measure, median};
use crate::options::Options;
use crate::row::{Bar, Row};
use crate::{ours, targets};

type Pool = Box<dyn SeedPool<Attempt<ErasedInputs>, Feedback>>;

/// A planted bug, and the limit on tests to find it.
struct Target {
    name: &'static str,
    property: fn() -> Erased,
    max_tests: u64,
}

const TARGETS: [Target; 5] = [
    Target { name: "four letters", property: targets::magic, max_tests: 100_000 },
    // One or two of 100 seeds take more than 100,000 tests.
    Target { name: "four bytes", property: targets::magic_bytes, max_tests: 200_000 },
    Target { name: "record, compared", property: targets::record, max_tests: 5_000 },
    Target { name: "doors, compared", property: targets::doors_compared, max_tests: 5_000 },
    Target { name: "eight doors", property: || targets::doors(6_000), max_tests: 5_000_000 },
];

/// The number of targets for the pools and energies of the paper.
const POOL_TARGETS: usize = 4;

const ENERGIES: [u64; 4] = [1, 10, 100, 1_000];

/// The limit for a guided test in nanoseconds: two million tests per second.
const MAX_GUIDED_NANOS: f64 = 500.0;

/// Measures all rows that `options` select.
pub fn pools(options: &Options) -> Vec<Row> {
    let mut rows: Vec<Row> = throughput(options).into_iter().collect();
    for target in &TARGETS {
        let name = format!("{}, default pool", target.name);
        let bar = Some(Bar::Firm(1.0));
        let run = |options: &runner::Options| fuzz(&(target.property)(), options);
        rows.extend(row(name, target, bar, options, run));
    }
    for target in &TARGETS[..POOL_TARGETS] {
        for (pool, make) in POOLS {
            let energies = if pool == "static" { &ENERGIES[..1] } else { &ENERGIES };
            for energy in energies {
                let name = format!("{}, {pool} {energy}", target.name);
                let run = |options: &runner::Options| {
                    let mut guidance = Guidance::new(make(Energy::Fixed(*energy)));
                    fuzz_with(&(target.property)(), &mut guidance, options)
                };
                rows.extend(row(name, target, None, options, run));
            }
        }
    }
    rows
}

/// Creates a pool whose seeds get this energy.
type Make = fn(Energy) -> Pool;

const POOLS: [(&str, Make); 7] = [
    ("fifo", |energy| Box::new(Fifo::new(energy))),
    ("filo", |energy| Box::new(Filo::new(energy))),
    ("heap", |energy| Box::new(Heap::new(energy))),
    ("static", |_| Box::new(Static::new())),
    ("monotonic", |energy| Box::new(Monotonic::new(energy))),
    ("resetting", |energy| Box::new(Resetting::new(energy))),
    ("recycling heap", |energy| Box::new(Recycling::new(Heap::new(energy)))),
];

/// Compares the tests of the slowest seed to the limit. A seed that found nothing counts as twice
/// the limit.
fn row(
    name: String,
    target: &Target,
    bar: Option<Bar>,
    options: &Options,
    run: impl Fn(&runner::Options) -> forall::report::Report,
) -> Option<Row> {
    if !options.wants(&name) {
        return None;
    }
    // Rows without a bar need fewer seeds.
    let default = if options.quick {
        3
    } else if bar.is_some() {
        20
    } else {
        5
    };
    let seeds = options.seeds.unwrap_or(default);
    let tests_by_seed: Vec<f64> = (1..=seeds)
        .map(|seed| {
            let options = runner::Options {
                seed,
                tests: target.max_tests,
                max_shrinks: 0,
                ..runner::Options::default()
            };
            let report = run(&options);
            let tests = report.tally.tests() + 1;
            match report.counterexample() {
                Some(_) => tests as f64,
                None => 2.0 * target.max_tests as f64,
            }
        })
        .collect();
    let theirs = target.max_tests as f64;
    let found = tests_by_seed.iter().filter(|tests| **tests <= theirs).count();
    let median = median(tests_by_seed.iter().copied());
    let note = format!("{found} of {seeds} seeds, median {median:.0}");
    let ours = tests_by_seed.into_iter().fold(0.0, f64::max);
    Some(Row { name, ours, theirs, bar, unit: "tests", note })
}

/// Measures guided tests per second on a trivial target.
fn throughput(options: &Options) -> Option<Row> {
    let name = "throughput, one u64".to_owned();
    if !options.wants(&name) {
        return None;
    }
    let ours = measure(&[ours::fuzz_words], options.effort())[0].nanos;
    let note = format!("{:.1} million tests per second", 1_000.0 / ours);
    Some(Row {
        name,
        ours,
        theirs: MAX_GUIDED_NANOS,
        bar: Some(Bar::AtMost(1.0)),
        unit: "ns",
        note,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Verb;
    use crate::render;

    #[test]
    fn a_short_run_has_a_line_for_each_pool() {
        let only = "record, compared, heap 100".to_owned();
        let options = Options {
            verb: Verb::Pools,
            json: true,
            quick: true,
            only,
            seeds: None,
            seed: 1,
            seconds: None,
            unseen: false,
        };
        let json = render::json(&pools(&options));
        assert_eq!(json.lines().count(), 2, "{json}");
        assert!(json.starts_with(r#"{"row":"record, compared, heap 100","ours":"#), "{json}");
    }
}
