//! Every runner limits large tests that take too long, and shrinks the inputs that failed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use forall::block::{generate, print};
use forall::domain::any;
use forall::property::{Erased, forall};
use forall::report::Report;
use forall::runner::{
    Combinations, Options, combinatorial, parallel, portfolio, quick_check, skip_premises,
};
use forall::source::{Campaign, Sizes};

/// More elements than other than large tests have.
const MANY: usize = 600;

/// A name and a runner.
type NamedRunner = (&'static str, fn(&Erased, &Options) -> Report);

/// Runs a property whose large tests are slow, and returns how many of them ran.
fn slow_tests(run: impl Fn(&Erased, &Options) -> Report) -> u64 {
    let slow = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&slow);
    let property = forall("xs", any::<Vec<u8>>()).check(move |(xs, ())| {
        if xs.len() > MANY {
            counter.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(80));
        }
        true
    });
    assert!(run(&Erased::new(property), &Options::default()).passed());
    slow.load(Ordering::Relaxed)
}

#[test]
fn slow_large_tests_are_limited_under_every_runner() {
    let runners: [NamedRunner; 5] = [
        ("quick_check", |property, options| quick_check(property, options)),
        ("skip_premises", |property, options| skip_premises(property, options)),
        ("parallel", |property, options| parallel(property, options, 3)),
        ("combinatorial", |property, options| {
            combinatorial(
                property,
                options,
                Combinations { candidates: 4, ..Combinations::default() },
            )
        }),
        ("portfolio", |property, options| {
            portfolio(property, options, &[&quick_check, &skip_premises])
        }),
    ];
    for (name, run) in runners {
        let slow = slow_tests(run);
        assert!((1..=6).contains(&slow), "{name} ran {slow} slow tests");
    }
}

#[test]
fn runs_that_are_never_large_do_not_depend_on_the_time_of_tests() {
    let never = |options: &Options| Options { sizes: Sizes::NEVER_LARGE, ..options.clone() };
    assert_eq!(slow_tests(|property, options| quick_check(property, &never(options))), 0);
}

#[test]
fn a_failure_after_the_limit_is_shrunk_from_the_inputs_that_failed() {
    for seed in 0..6 {
        let property = forall("xs", any::<Vec<u8>>()).check(|(xs, ())| {
            if xs.len() > MANY {
                thread::sleep(Duration::from_millis(40));
            }
            !(120..MANY).contains(&xs.len()) || xs[0] < 200
        });
        let options = Options { seed, max_shrinks: 10, ..Options::default() };
        let reports = [
            parallel(&property, &options, 3),
            combinatorial(&property, &options, Combinations::default()),
            portfolio(&property, &options, &[&quick_check]),
        ];
        for report in reports {
            let found = report.counterexample().expect("such lists are frequent");
            let campaign =
                Campaign { seed: report.seed, sizes: report.sizes, ..options.campaign() };
            let inputs = generate(&property, &mut campaign.source(found.number)).unwrap();
            assert_eq!(print(&property, &inputs), found.original);
            assert!((120..MANY).contains(&inputs.0.len()) && inputs.0[0] >= 200);
        }
    }
}
