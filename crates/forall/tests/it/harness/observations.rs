//! Observations of properties and of the code under test, with every runner that collects them.

use std::cell::Cell;
use std::panic::{catch_unwind, resume_unwind};

use forall::block::Property;
use forall::domain::{any, vec};
use forall::observe;
use forall::pool::{HillClimbing, Static};
use forall::property::{Erased, forall, property};
use forall::report::{Observed, Outcome, Report};
use forall::runner::{Options, fuzz, integrated, quick_check, target, target_with};

fn run<P: Property>(property: &P) -> Report {
    let report = quick_check(property, &Options::default());
    assert_eq!(integrated(property, &Options::default()).observed, report.observed);
    report
}

fn only(report: &Report) -> &Observed {
    assert_eq!(report.observed.len(), 1, "{report}");
    &report.observed[0]
}

#[test]
fn shares_are_reported() {
    let property = property! {
        forall x in 0..1_000_u32;
        implies *x != 7;
        classify "even": x % 2 == 0;
        cover 5.0 "small": *x < 100;
        check *x < 1_000
    };
    let report = run(&property);
    assert!(report.passed());
    let [even, small] = &report.observed[..] else { panic!("{report}") };
    assert!((0.45..0.55).contains(&even.share()) && (0.05..0.25).contains(&small.share()));
    assert_eq!(even.tests, report.tally.passed, "discarded tests are not counted");
    let text = report.to_string();
    assert!(text.contains(" % even\n") && text.contains(" % small\n"), "{text}");
}

#[test]
fn insufficient_coverage_fails() {
    let property = property! {
        forall x in 0..1_000_u32;
        cover 50.0 "small": *x < 10;
        check *x < 1_000
    };
    let report = run(&property);
    assert_eq!(report.outcome, Outcome::InsufficientCoverage);
    assert!(!report.passed() && only(&report).is_too_rare());
    let text = report.to_string();
    assert!(text.starts_with("insufficient coverage\n"), "{text}");
    assert!(text.contains(" tests are `small`, not 50 %\n"), "{text}");
    assert!(text.ends_with("hint: use a domain that generates these cases more often\n"), "{text}");
}

#[test]
fn sufficient_coverage_passes_for_every_seed() {
    let property = property! {
        forall x in 0..10_u32;
        cover 5.0 "three": *x == 3;
        check *x < 10
    };
    for seed in 0..50 {
        assert!(quick_check(&property, &Options { seed, ..Options::default() }).passed());
    }
}

#[test]
fn collected_values_are_counted() {
    let lengths = property! {
        forall xs in vec(any::<u8>(), 0..5);
        collect "length": xs.len();
        check xs.len() < 5
    };
    let report = run(&lengths);
    let counted = only(&report);
    assert_eq!(counted.values.iter().map(|(_, count)| count).sum::<u64>(), report.tally.passed);
    assert!(counted.values.is_sorted_by(|(_, more), (_, less)| more >= less));
    assert_eq!(counted.values.len(), 5);
    assert!(report.to_string().contains("\n  length\n"), "{report}");

    let elements = property! {
        forall xs in vec(0..30_u8, 3);
        tabulate "element": xs.iter().map(|x| x % 15);
        check xs.len() == 3
    };
    let report = run(&elements);
    let all: u64 = only(&report).values.iter().map(|(_, count)| count).sum();
    assert_eq!(all, 3 * report.tally.passed);
    assert!(report.to_string().contains(" 5 other values\n"), "{report}");
}

#[test]
fn the_code_under_test_can_record_observations() {
    fn length(xs: &[u8]) -> usize {
        observe::classify("empty", xs.is_empty());
        observe::collect("first", xs.first().map_or(0, |x| x % 3));
        observe::tabulate("bits", xs.iter().map(|x| x.count_ones() % 2));
        observe::label("checked");
        observe::cover(1.0, "long", xs.len() > 3);
        xs.len()
    }
    let property = property! { forall xs: Vec<u8>; check length(xs) < 1_000 };
    let report = run(&property);
    let names: Vec<&str> = report.observed.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["empty", "first", "bits", "checked", "long"]);
    assert_eq!(report.observed[3].held, report.tally.passed);
    let erased = Erased::new(forall("xs", any::<Vec<u8>>()).check(|(xs, ())| length(xs) < 1_000));
    assert_eq!(quick_check(&erased, &Options::default()).observed, report.observed);
}

/// Runs `target` on a property without a score.
fn without_score<P: Property>(property: &P, options: &Options) -> Report {
    target_with(property, |_| 0.0, &mut HillClimbing, &mut Static::new(), options)
}

#[test]
fn a_property_without_observations_runs_once_per_test() {
    let calls = Cell::new(0);
    let property = property! {
        forall x: u8;
        check { calls.set(calls.get() + 1); u16::from(*x) < 256 }
    };
    for run in [quick_check, without_score] {
        calls.set(0);
        let report = run(&property, &Options::default());
        assert_eq!((calls.get(), report.observed.len()), (1_000, 0));
    }
}

#[test]
fn a_failing_run_reports_its_observations() {
    let property = property! {
        forall x in 0..100_u32;
        classify "odd": x % 2 == 1;
        check *x < 98
    };
    let report = run(&property);
    assert!(report.counterexample().is_some() && only(&report).tests == report.tally.passed);
}

/// The label is too rare in the first tests, and frequent enough in the end.
#[test]
fn coverage_is_checked_over_the_whole_run() {
    let calls = Cell::new(0);
    let property = property! {
        forall x in 0..1_000_u32;
        cover 80.0 "late": { calls.set(calls.get() + 1); calls.get() > 150 };
        check *x < 1_000
    };
    let report = quick_check(&property, &Options::default());
    assert_eq!((only(&report).held, only(&report).tests), (850, 1_000));
    assert_eq!(report.outcome, Outcome::Passed, "{report}");
}

#[test]
fn shares_are_relative_to_all_passed_tests() {
    let property = property! {
        forall x in 0..1_000_u32;
        implies x % 3 != 1;
        check {
            if x % 70 == 9 {
                observe::label("nine");
            }
            *x < 1_000
        }
    };
    for seed in 0..20 {
        let options = Options { seed, ..Options::default() };
        for run in [quick_check, integrated, fuzz, without_score] {
            let report = run(&property, &options);
            assert_eq!((only(&report).tests, report.tally.passed), (1_000, 1_000));
        }
    }
}

#[test]
fn guided_runners_check_coverage_too() {
    let property = property! {
        forall x in 0..1_000_u32;
        classify "even": x % 2 == 0;
        cover 99.9 "small": *x < 500;
        minimize f64::from(x.abs_diff(500));
        check *x < 1_000
    };
    for run in [fuzz, target] {
        let report = run(&property, &Options::default());
        assert_eq!((&report.outcome, report.tally.passed), (&Outcome::InsufficientCoverage, 1_000));
        let even = &report.observed[0];
        assert!(even.tests == 1_000 && (100..900).contains(&even.held), "{report}");
    }
}

#[test]
fn an_observed_value_can_record_observations_itself() {
    let property = property! {
        forall x: u8;
        check {
            observe::tabulate("parts", (0..3).inspect(|_| observe::label("part")));
            u16::from(*x) < 256
        }
    };
    let report = run(&property);
    let [part, parts] = &report.observed[..] else { panic!("{report}") };
    assert_eq!((&*part.name, part.held), ("part", 3_000));
    assert_eq!((&*parts.name, parts.values.len()), ("parts", 3));
}

#[test]
fn a_panic_ends_only_the_innermost_capture() {
    let ((), captured) = observe::capture(|| {
        observe::label("before");
        let inner = catch_unwind(|| {
            observe::capture(|| {
                observe::label("inside");
                resume_unwind(Box::new(()))
            })
        });
        assert!(inner.is_err());
        observe::label("after");
    });
    let names: Vec<&str> = captured.iter().map(|observation| &*observation.name).collect();
    assert_eq!(names, ["before", "after"]);
}

#[test]
fn names_and_values_are_printed_on_one_line() {
    let property = property! {
        forall x: u8;
        check {
            observe::collect("two\nlines", "a\r\nb");
            observe::label("of\ntext");
            u16::from(*x) < 256
        }
    };
    let report = run(&property);
    let [lines, text] = &report.observed[..] else { panic!("{report}") };
    assert_eq!((&*lines.name, &*text.name), ("two lines", "of text"));
    assert_eq!(lines.values, [("a  b".to_owned(), 1_000)]);
}
