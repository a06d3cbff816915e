//! What each of the smaller runners promises.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use forall::domain::{Domain, any, just, weighted};
use forall::property::property;
use forall::report::{Found, Outcome, Report};
use forall::runner::{
    Options, Runner, Thinning, backjump, collect, combinatorial, enumerate, portfolio, quick_check,
    sample, unguarded,
};

fn options(tests: u64) -> Options {
    Options { seed: 7, tests, ..Options::default() }
}

#[test]
fn all_origins_are_collected_and_each_is_told() {
    let property = property! {
        forall x in 0..1_000_u32;
        check {
            assert!(*x < 700, "large");
            *x < 300
        }
    };
    let report = collect(&property, &options(1_000));
    assert_eq!(report.also.len(), 1);
    let text = report.to_string();
    for line in ["falsified\n", "also falsified\n", "  x = 300\n", "  x = 700\n", "  large\n"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(report.tally.passed > 200, "it goes on after a failure: {}", report.tally.passed);
}

#[test]
fn a_property_that_always_fails_is_not_collected_for_ever() {
    let report = collect(&property! { forall x: u8; check *x != *x }, &options(100));
    assert_eq!((report.tally.passed, report.also.len()), (0, 0));
    assert!(report.counterexample().is_some());
}

#[test]
fn samples_satisfy_the_premises() {
    let property = property! {
        forall x in 0..10_u8;
        forall y in 0..10_u8;
        implies x < y;
        check x < y
    };
    let samples = sample(&property, &options(3));
    let text = samples.to_string();
    assert_eq!(samples.inputs.len(), 3);
    assert!(samples.inputs.iter().all(|(_, inputs)| inputs[0].value < inputs[1].value), "{text}");
    assert!(text.starts_with("test ") && text.contains("\n  x = "), "{text}");
    assert!(text.ends_with(" turned away\n"), "{text}");
}

#[test]
fn premises_are_skipped_until_something_fails() {
    let asked = AtomicU64::new(0);
    let property = property! {
        forall x in 0..100_u32;
        implies { asked.fetch_add(1, Ordering::Relaxed); *x > 5 };
        check *x > 5
    };
    let report = unguarded(&property, &options(1_000));
    // What fails is asked, and turned away then.
    assert_eq!(asked.load(Ordering::Relaxed), report.tally.discarded);
    assert!(report.passed() && report.tally.discarded > 0, "{report}");
}

#[test]
fn what_comes_together_seldom_is_run_soon() {
    let rare = || weighted([(15, just(0_u8).boxed()), (1, just(1).boxed())]);
    let property = property! {
        forall a in (rare(), rare(), rare());
        forall b in (rare(), rare(), rare());
        check a.1 == 0 || b.2 == 0
    };
    let executed = |report: Report| report.tally.passed + 1;
    let mean = |run: &dyn Fn(&Options) -> Report| {
        let runs = (0..20).map(|seed| executed(run(&Options { seed, ..options(5_000) })));
        runs.sum::<u64>() / 20
    };
    let thinned = mean(&|options| combinatorial(&property, options, Thinning::default()));
    let plain = mean(&|options| quick_check(&property, options));
    assert!(3 * thinned < plain, "{thinned} and {plain}");
}

#[test]
fn thinning_says_when_it_does_not_pay() {
    let thinning = Thinning { ways: 2, candidates: 4 };
    let quick = property! { forall xs: Vec<u8>; check xs.len() < 1_000 };
    let text = combinatorial(&quick, &options(50), thinning).to_string();
    let expected = "passed: 50 tests\nnote: a test takes less time than to make ten inputs: \
                    quick_check would do more in the same time\n";
    assert_eq!(text, expected);
    let slow = property! {
        forall x: u8;
        check { std::thread::sleep(Duration::from_millis(20)); x == x }
    };
    let report = combinatorial(&slow, &options(5), thinning);
    assert!(report.passed() && report.remarks.is_empty(), "{report}");
}

#[test]
fn a_thinned_failure_is_replayed_by_its_number() {
    let property = property! { forall a: u32; forall b: u32; check *a != 0 || *b != 0 };
    let report = combinatorial(&property, &options(5_000), Thinning::default());
    let found = report.counterexample().unwrap();
    let Found::Test { number, size } = found.found else { panic!("{found:?}") };
    let mut source = forall::source::Source::of_test(7, number, size);
    assert!(matches!(forall::block::run(&property, &mut source), forall::report::Verdict::Fail(_)));
}

#[test]
fn the_runner_that_makes_progress_gets_more() {
    let property = property! {
        forall a in 0..300_u32;
        forall b in 0..300_u32;
        implies a == b;
        forall c in 0..300_u32;
        implies b == c;
        check a == c
    };
    let passed = [Cell::new(0), Cell::new(0)];
    let counted = |at: usize, report: Report| {
        passed[at].set(passed[at].get() + report.tally.passed);
        report
    };
    let plain = |p: &_, o: &Options| counted(0, quick_check(p, o));
    let jumps = |p: &_, o: &Options| counted(1, backjump(p, o));
    let runners: [Runner<'_, _>; 2] = [&plain, &jumps];
    let report = portfolio(&property, &options(2_000), &runners);
    assert_eq!(report.outcome, Outcome::Passed, "{report}");
    assert!(passed[1].get() > 50 * passed[0].get(), "{passed:?}");
    assert_eq!(portfolio(&property, &options(2_000), &runners), report);
}

#[test]
fn a_proof_ends_a_portfolio() {
    let property = property! { forall a in any::<u8>().filtered(|a| a % 2 == 0); check a % 2 == 0 };
    let report = portfolio(&property, &options(5_000), &[&quick_check, &enumerate]);
    assert_eq!(report.outcome, Outcome::Exhausted);
}

#[test]
fn a_portfolio_of_nothing_tests_nothing() {
    let property = property! { forall a: u8; check *a < 1 };
    assert_eq!(portfolio(&property, &options(10), &[]).outcome, Outcome::Vacuous);
}
