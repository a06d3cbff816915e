//! The promises of the smaller runners.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use forall::domain::{Domain, any, frequency, just};
use forall::observe;
use forall::property::property;
use forall::report::{Outcome, Report};
use forall::runner::{
    Combinations, Options, PortfolioRunner, backjump, combinatorial, enumerate, find_all,
    portfolio, quick_check, sample, skip_premises,
};
use forall::source::{Campaign, Provenance, Sizes};

fn options(tests: u64) -> Options {
    Options { seed: 7, tests, ..Options::default() }
}

#[test]
fn find_all_reports_one_failure_per_origin() {
    let property = property! {
        forall x in 0..1_000_u32;
        check {
            assert!(*x < 700, "large");
            *x < 300
        }
    };
    let report = find_all(&property, &options(1_000));
    assert_eq!(report.other_failures.len(), 1);
    let text = report.to_string();
    for line in ["falsified\n", "also falsified\n", "  x = 300\n", "  x = 700\n", ": large\n"] {
        assert!(text.contains(line), "{text}");
    }
    assert!(report.tally.passed > 200, "too few tests after the failure: {}", report.tally.passed);
}

#[test]
fn find_all_terminates_if_every_test_fails() {
    let report = find_all(&property! { forall x: u8; check *x != *x }, &options(100));
    assert_eq!((report.tally.passed, report.other_failures.len()), (0, 0));
    assert!(report.counterexample().is_some());
}

#[test]
fn sampled_inputs_satisfy_the_premises() {
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
    assert!(text.ends_with(" discarded\n"), "{text}");
}

#[test]
fn skip_premises_checks_premises_of_failures_only() {
    let checked = AtomicU64::new(0);
    let property = property! {
        forall x in 0..100_u32;
        implies { checked.fetch_add(1, Ordering::Relaxed); *x > 5 };
        check *x > 5
    };
    let report = skip_premises(&property, &options(1_000));
    // Premises run only for failing inputs, which are then discarded.
    assert_eq!(checked.load(Ordering::Relaxed), report.tally.discarded);
    assert!(report.passed() && report.tally.discarded > 0, "{report}");
}

#[test]
fn combinatorial_finds_rare_combinations_sooner() {
    let rare = || frequency([(15, just(0_u8)), (1, just(1))]);
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
    let combined = mean(&|options| combinatorial(&property, options, Combinations::default()));
    let plain = mean(&|options| quick_check(&property, options));
    assert!(3 * combined < plain, "{combined} and {plain}");
}

#[test]
fn a_hint_says_if_combinatorial_costs_more_than_testing() {
    let combinations = Combinations { strength: 2, candidates: 4 };
    let quick = property! { forall xs: Vec<u8>; check xs.len() < 100_000 };
    let text = combinatorial(&quick, &options(50), combinations).to_string();
    let expected = "passed: 50 tests\nnote: tests run faster than inputs can be selected: \
                    `quick_check` would cover more in the same time\n";
    assert_eq!(text, expected);
    let slow = property! {
        forall x: u8;
        check { std::thread::sleep(Duration::from_millis(20)); x == x }
    };
    let report = combinatorial(&slow, &options(5), combinations);
    assert!(report.passed() && report.hints.is_empty(), "{report}");
}

#[test]
fn any_number_of_candidates_is_allowed() {
    let quick = property! { forall x: u8; check x == x };
    for candidates in [0, 1, u64::MAX] {
        let report = combinatorial(&quick, &options(3), Combinations { strength: 1, candidates });
        assert_eq!(report.tally.passed, 3);
    }
}

#[test]
fn a_failure_of_combinatorial_replays_from_its_test_number() {
    let property = property! { forall a: u32; forall b: u32; check *a != 0 || *b != 0 };
    let report = combinatorial(&property, &options(5_000), Combinations::default());
    let found = report.counterexample().unwrap();
    assert_eq!(found.provenance, Provenance::Fresh);
    let campaign = Campaign { sizes: Sizes::Fixed(found.size), ..Campaign::from_seed(7) };
    let mut source = campaign.source(found.number);
    assert!(matches!(forall::block::run(&property, &mut source), forall::report::Verdict::Fail(_)));
}

#[test]
fn a_portfolio_gives_more_tests_to_the_successful_runner() {
    let property = property! {
        forall a in 0..300_u32;
        forall b in 0..300_u32;
        implies a == b, restrict = false;
        forall c in 0..300_u32;
        implies b == c, restrict = false;
        check a == c
    };
    let passed = [Cell::new(0), Cell::new(0)];
    let counted = |at: usize, report: Report| {
        passed[at].set(passed[at].get() + report.tally.passed);
        report
    };
    let plain = |p: &_, o: &Options| counted(0, quick_check(p, o));
    let jumps = |p: &_, o: &Options| counted(1, backjump(p, o));
    let runners: [PortfolioRunner<'_, _>; 2] = [&plain, &jumps];
    let report = portfolio(&property, &options(2_000), &runners);
    assert_eq!(report.outcome, Outcome::Passed, "{report}");
    assert!(passed[1].get() > 20 * passed[0].get(), "{passed:?}");
    assert_eq!(portfolio(&property, &options(2_000), &runners), report);
}

#[test]
fn a_portfolio_adds_up_observations() {
    let property = property! {
        forall x in 0..1_000_u32;
        classify "even": x % 2 == 0;
        check {
            if x % 100 == 9 {
                observe::label("nine");
            }
            *x < 1_000
        }
    };
    let seen = [Cell::new(0), Cell::new(0)];
    let counted = |report: Report| {
        let held = report.observed.iter().map(|one| one.held);
        seen.iter().zip(held).for_each(|(seen, held)| seen.set(seen.get() + held));
        report
    };
    let plain = |p: &_, o: &Options| counted(quick_check(p, o));
    let jumps = |p: &_, o: &Options| counted(backjump(p, o));
    let report = portfolio(&property, &options(1_000), &[&plain, &jumps]);
    let [even, nine] = &report.observed[..] else { panic!("{report}") };
    assert_eq!((even.tests, nine.tests), (report.tally.passed, report.tally.passed));
    assert_eq!((even.held, nine.held), (seen[0].get(), seen[1].get()));
}

/// A portfolio runs in slices. Slices without observations count as tests too.
#[test]
fn slices_without_observations_count() {
    let property = property! {
        forall x in 0..1_000_000_u32;
        check { if *x > 990_000 { observe::label("huge"); } *x < 1_000_000 }
    };
    for seed in 0..10 {
        let options = Options { seed, ..options(1_000) };
        let report = portfolio(&property, &options, &[&quick_check, &backjump]);
        let huge = report.observed.first().expect("some inputs are huge");
        assert_eq!((huge.tests, report.tally.passed), (1_000, 1_000), "{report}");
    }
}

#[test]
fn a_portfolio_checks_coverage_over_all_slices() {
    let property = property! {
        forall x in 0..100_000_u32;
        cover 30.0 "large": *x >= 1_000;
        check *x < 100_000
    };
    let rare = Cell::new(0);
    let small = |p: &_, o: &Options| {
        let report = enumerate(p, o);
        rare.set(rare.get() + u32::from(report.outcome == Outcome::InsufficientCoverage));
        report
    };
    let report = portfolio(&property, &options(700), &[&quick_check, &small]);
    assert!(rare.get() > 0 && report.outcome == Outcome::Passed, "{report}");
}

#[test]
fn a_proof_ends_a_portfolio() {
    let property = property! { forall a in any::<u8>().filtered(|a| a % 2 == 0); check a % 2 == 0 };
    let report = portfolio(&property, &options(5_000), &[&quick_check, &enumerate]);
    assert_eq!(report.outcome, Outcome::Proved);
}

#[test]
fn a_portfolio_without_runners_is_vacuous() {
    let property = property! { forall a: u8; check *a < 1 };
    assert_eq!(portfolio(&property, &options(10), &[]).outcome, Outcome::Vacuous);
}

#[cfg(feature = "registry")]
mod registered {
    use forall::harness::{Settings, Test};
    use forall::property::Erased;
    use forall::report::Report;
    use forall::runner::{Options, quick_check};

    fn shouting(property: &Erased, options: &Options) -> Report {
        let mut report = quick_check(property, options);
        report.hints.push("HELLO".into());
        report
    }

    forall::runner! { "shouting" => shouting }

    #[test]
    fn a_user_defined_runner_can_be_registered_by_name() {
        let settings =
            |name: &'static str| Settings { runner: Some(name.into()), ..Settings::NONE };
        let property = Erased::new(forall::property::forall("x", 0..9).check(|(x, ())| *x < 9));
        Test::new("other_runners", "named").check(&property, &settings("shouting"));
        let wrong = || Test::new("other_runners", "named").check(&property, &settings("shout"));
        let wrong = std::panic::catch_unwind(std::panic::AssertUnwindSafe(wrong)).unwrap_err();
        let message = wrong.downcast::<String>().unwrap();
        assert!(message.starts_with("forall: there is no runner `shout`; the runners are auto,"));
        assert!(message.contains(", shouting\n"), "{message}");
    }
}
