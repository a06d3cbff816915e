//! All runners agree on the same properties.

use std::collections::BTreeSet;

use forall::domain::{any, elements, vec};
use forall::property::dynamic::{self, Dynamic};
use forall::property::{Erased, property};
use forall::report::{Outcome, Report};
use forall::runner::{self, Combinations, Options};

type Runner<P> = fn(&P, &Options) -> Report;

/// Lists all runners with their names.
macro_rules! runners {
    () => {
        [
            ("quick_check", |p, o| runner::quick_check(p, o)),
            ("integrated", |p, o| runner::integrated(p, o)),
            ("parallel on 1", |p, o| runner::parallel(p, o, 1)),
            ("parallel on 3", |p, o| runner::parallel(p, o, 3)),
            ("enumerate", |p, o| runner::enumerate(p, o)),
            ("backjump", |p, o| runner::backjump(p, o)),
            ("skip_premises", |p, o| runner::skip_premises(p, o)),
            ("find_all", |p, o| runner::find_all(p, o)),
            ("combinatorial", |p, o| {
                without_hints(runner::combinatorial(p, o, Combinations::default()))
            }),
            ("covering_array", |p, o| {
                without_hints(runner::covering_array(p, o, Combinations::default()))
            }),
            ("auto", |p, o| runner::auto(p, o)),
            ("portfolio", |p, o| {
                let thin = |p: &_, o: &_| {
                    without_hints(runner::combinatorial(p, o, Combinations::default()))
                };
                let all: [runner::PortfolioRunner<'_, _>; 4] =
                    [&runner::quick_check, &runner::backjump, &runner::enumerate, &thin];
                runner::portfolio(p, o, &all)
            }),
        ]
    };
}

const ERASED: [(&str, Runner<Erased>); 12] = runners!();
const DYNAMIC: [(&str, Runner<Dynamic>); 12] = runners!();

/// Removes the hints, which depend on the speed of the machine.
fn without_hints(report: Report) -> Report {
    Report { hints: Vec::new(), ..report }
}

fn options() -> Options {
    Options { seed: 5, tests: 400, ..Options::default() }
}

/// Checks that all runners have this outcome, and that each is deterministic.
#[track_caller]
fn check(property: Erased, expected: &str) {
    for (name, run) in ERASED {
        let report = run(&property, &options());
        assert_eq!(outcome(&report), expected, "{name} on {property}: {report}");
        assert_eq!(run(&property, &options()), report, "{name} on {property}: not deterministic");
    }
}

fn outcome(report: &Report) -> String {
    match &report.outcome {
        Outcome::Passed | Outcome::Proved => "passed".to_owned(),
        Outcome::Falsified(found) => {
            let values: Vec<&str> = found.shrunk.iter().map(|input| &*input.value).collect();
            format!("falsified by {}", values.join(", "))
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn all_runners_pass_a_true_property() {
    check(Erased::new(property! { forall x: i64; check x.wrapping_add(1) != *x }), "passed");
    check(
        Erased::new(
            property! { forall a: u8; forall b: bool; check u16::from(*a) + u16::from(*b) < 257 },
        ),
        "passed",
    );
    check(
        Erased::new(property! {
            forall xs: Vec<u16>;
            check { let mut ys = xs.clone(); ys.reverse(); ys.reverse(); ys == *xs }
        }),
        "passed",
    );
}

#[test]
fn all_runners_agree_on_a_false_property() {
    check(Erased::new(property! { forall x: u32; check *x < 77 }), "falsified by 77");
    check(
        Erased::new(
            property! { forall xs: Vec<i32>; forall x: i8; check xs.is_empty() || *x <= 3 },
        ),
        "falsified by [0], 4",
    );
}

#[test]
fn all_runners_agree_on_a_panicking_property() {
    check(Erased::new(property! { forall xs: Vec<u8>; check xs[0] == xs[0] }), "falsified by []");
    check(
        Erased::new(property! { forall x in 0..500_u32; check assert_ne!(x / 10, 7, "lucky") }),
        "falsified by 70",
    );
}

#[test]
fn all_runners_agree_on_dependent_variables() {
    check(
        Erased::new(property! {
            forall xs in vec(0..50_u8, 1..=4);
            forall x in elements(xs.clone());
            check *x < 20
        }),
        "falsified by [20], 20",
    );
    check(
        Erased::new(property! {
            forall n in 0..20_usize;
            forall i in 0..=*n;
            check i <= n
        }),
        "passed",
    );
}

#[test]
fn all_runners_agree_on_discarded_tests() {
    check(Erased::new(property! { forall x: u8; implies x % 3 == 1; check x % 3 == 1 }), "passed");
    check(
        Erased::new(property! {
            forall x in 0..40_u8;
            forall y in 0..40_u8;
            implies x < y;
            check *y < x + 9
        }),
        "falsified by 0, 9",
    );
    // A domain that relies on the premise before it.
    check(
        Erased::new(property! {
            forall xs in vec(0..9_u8, 0..=3);
            implies !xs.is_empty();
            forall i in 0..=xs.len() - 1;
            check xs[*i] < 5
        }),
        "falsified by [5], 0",
    );
}

/// `skip_premises` is the exception, because it does not check premises.
#[test]
fn all_runners_but_one_report_a_vacuous_run() {
    let property = Erased::new(property! { forall x: u8; implies *x != *x; check *x > 0 });
    for (name, run) in ERASED.into_iter().filter(|(name, _)| *name != "skip_premises") {
        let report = run(&property, &options());
        assert_eq!(report.outcome, Outcome::Vacuous, "{name}: {report}");
        assert_eq!(report.tally.passed, 0);
    }
    check(
        Erased::new(property! { forall x in elements(Vec::<u8>::new()); check *x > 0 }),
        "Vacuous",
    );
}

#[test]
fn all_runners_agree_on_insufficient_coverage() {
    check(
        Erased::new(property! {
            forall x in 0..100_000_u32;
            cover 50.0 "huge": *x > 99_000;
            check *x < 100_000
        }),
        "InsufficientCoverage",
    );
}

/// Runners do not depend on the form of a property.
#[test]
fn erased_and_dynamic_forms_agree_with_every_runner() {
    let erased = || {
        Erased::new(property! {
            forall xs: Vec<i64>;
            forall x: i64;
            implies !xs.is_empty();
            check xs.len() < 2 || *x < 2
        })
    };
    let dynamic = dynamic::property()
        .forall("xs", any::<Vec<i64>>())
        .forall("x", any::<i64>())
        .implies("!xs.is_empty()", |env| !env.get::<Vec<i64>>("xs").is_empty())
        .check("xs.len() < 2 || *x < 2", |env| {
            env.get::<Vec<i64>>("xs").len() < 2 || *env.get::<i64>("x") < 2
        });
    let mut texts = BTreeSet::new();
    for ((name, erased_run), (_, dynamic_run)) in ERASED.into_iter().zip(DYNAMIC) {
        let left = erased_run(&erased(), &options());
        let right = dynamic_run(&dynamic, &options());
        assert_eq!(outcome(&left), outcome(&right), "{name}");
        if !["backjump", "portfolio"].contains(&name) {
            // The dynamic form does not know which variables a premise mentions.
            assert_eq!(left.to_string(), right.to_string(), "{name}");
        }
        texts.insert(outcome(&left));
    }
    assert_eq!(texts.into_iter().collect::<Vec<_>>(), ["falsified by [0, 0], 2"]);
}
