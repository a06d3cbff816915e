//! What a run without a failure is evidence for.

use forall::domain::{Domain, any};
use forall::property::{forall, property};
use forall::report::text::{ReportContext, Style, render};
use forall::report::{Progress, Report, SeenOnce};
use forall::runner::{self, Options};

fn verbose(report: &Report) -> String {
    let context = ReportContext { verbose: true, ..ReportContext::default() };
    render(report, &context, Style::Plain)
}

#[test]
fn independent_tests_bound_the_share_of_failures() {
    let property = property! { forall x: u64; check x == x };
    let text = "passed: 1,000 tests\n  no failure in 1,000 independent tests: \
                with 95 % confidence, fewer than 0.3 % of such inputs fail\n";
    let options = Options::default();
    assert_eq!(verbose(&runner::quick_check(&property, &options)), text);
    assert_eq!(verbose(&runner::integrated(&property, &options)), text);
    assert_eq!(verbose(&runner::parallel(&property, &options, 2)), text);
    assert_eq!(verbose(&runner::auto(&property, &options)), text);
    assert_eq!(runner::quick_check(&property, &options).to_string(), "passed: 1,000 tests\n");
}

#[test]
fn discarded_tests_are_no_evidence() {
    let odd = property! { forall x: u64; implies x % 2 == 1; check x % 2 == 1 };
    let report = runner::quick_check(&odd, &Options { tests: 100, ..Options::default() });
    assert!(report.tally.discarded > 0);
    let text = verbose(&report);
    assert!(
        text.contains("in 100 independent tests: with 95 % confidence, fewer than 3 %"),
        "{text}"
    );
}

#[test]
fn other_runs_claim_nothing_about_the_share_of_failures() {
    let property = property! { forall x: u8; check x == x };
    let reports = [
        runner::fuzz(&property, &Options::default()),
        runner::backjump(&property, &Options::default()),
        runner::enumerate(&property, &Options::default()),
        runner::quick_check(&property! { forall x: u8; check *x < 9 }, &Options::default()),
    ];
    for report in reports {
        assert!(!verbose(&report).contains("confidence"), "{report}");
    }
}

/// The bound is right: if a share of inputs fails that is as large as the bound, a run without a failure has a
/// probability of 5 %. Of 4,000 runs, 200 pass then, with a standard deviation of 14.
#[test]
fn the_bound_is_wrong_in_one_of_twenty_runs() {
    let options = Options { tests: 20, ..Options::default() };
    let uniform = || any::<u64>().without_edge_cases();
    let bound = runner::quick_check(&forall("x", uniform()).check(|_| true), &options);
    let bound = bound.failure_bound(0.95).expect("all tests pass");
    let limit = (bound * u64::MAX as f64) as u64;
    let fails = forall("x", uniform()).check(move |(x, ())| *x >= limit);
    let passed = (0..4_000).filter(|seed| {
        runner::quick_check(&fails, &Options { seed: *seed, max_shrinks: 0, ..options.clone() })
            .passed()
    });
    let passed = passed.count();
    assert!((140..260).contains(&passed), "{passed}");
}

#[test]
fn a_guided_run_estimates_the_chance_of_new_code() {
    let property = forall("x", any::<u64>()).check(|(x, ())| {
        forall::feedback::probe_id(*x % 512);
        true
    });
    let report = runner::fuzz(&property, &Options { estimate: true, ..Options::default() });
    let seen = report.progress.as_ref().and_then(|progress| progress.seen_once);
    assert!(seen.is_some_and(|seen| seen.count > 0 && seen.tests <= 1_000), "{seen:?}");
    assert!(
        verbose(&report).contains("estimated chance that the next test reaches new code: about ")
    );
    let silent = runner::fuzz(&property, &Options::default());
    assert_eq!(silent.progress.and_then(|progress| progress.seen_once), None);
}

#[test]
fn an_estimate_names_its_reason() {
    let property = property! { forall x: u8; check x == x };
    let text = |count| {
        let progress =
            Progress { seen_once: Some(SeenOnce { count, tests: 2_000 }), ..Progress::default() };
        let report = runner::fuzz(&property, &Options::default());
        verbose(&Report { progress: Some(progress), hints: Vec::new(), ..report })
    };
    let line = "passed: 1,000 tests\n  estimated chance that the next test reaches new code:";
    assert_eq!(
        text(0),
        format!(
            "{line} less than 0.05 % (none of 2,000 tests was the only one to reach an edge or a probe)\n"
        )
    );
    assert_eq!(
        text(1),
        format!(
            "{line} about 0.05 % (1 of 2,000 tests was the only one to reach some edge or probe)\n"
        )
    );
    assert_eq!(
        text(1_200),
        format!(
            "{line} about 60 % (1,200 of 2,000 tests were each the only one to reach some edge or probe)\n"
        )
    );
}
