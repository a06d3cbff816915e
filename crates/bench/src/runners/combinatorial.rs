//! `combinatorial`: executions until a failure that needs two conditions together, and the cost of
//! choosing inputs.

use forall::block::Property;
use forall::domain::{BoxedDomain, Domain, any, frequency, just, one_of, recursive};
use forall::property::forall;
use forall::report::Report;
use forall::runner::{Options as Settings, Thinning, combinatorial, covering, quick_check};

use crate::clock;
use crate::measure::median;
use crate::options::Options;
use crate::problems::Expression;
use crate::row::{Bar, Row};

/// The limit of the bookkeeping cost of a candidate, in nanoseconds.
const BOOKKEEPING: f64 = 2_000.0;

/// Compares executions, and measures the cost of a candidate.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let mut rows = Vec::new();
    rows.extend(executions("settings", &settings(), options));
    rows.extend(executions("edges", &edges(), options));
    rows.extend(executions("expressions", &expressions(), options));
    rows.extend(rare("settings", &settings(), options));
    rows.extend(rare("edges", &edges(), options));
    rows.extend(rare("expressions", &expressions(), options));
    rows.extend(cost("settings", ten(), options));
    rows.extend(cost("expressions", expression(), options));
    rows
}

/// Compares chosen inputs to random ones.
fn executions(name: &str, property: &impl Property, options: &Options) -> Option<Row> {
    let row = format!("combinatorial, {name}");
    let chosen = |settings: &Settings| combinatorial(property, settings, Thinning::default());
    let any = |settings: &Settings| quick_check(property, settings);
    compared(row, [&chosen, &any], Some(Bar::Firm(1.0 / 3.0)), options)
}

/// Compares covering arrays to chosen inputs.
fn rare(name: &str, property: &impl Property, options: &Options) -> Option<Row> {
    let row = format!("covering, {name}");
    let planned = |settings: &Settings| covering(property, settings, Thinning::default());
    let chosen = |settings: &Settings| combinatorial(property, settings, Thinning::default());
    compared(row, [&planned, &chosen], None, options)
}

/// Compares means over seeds. The number of executions until a failure varies as much as its mean,
/// so many seeds are needed.
fn compared(
    row: String,
    runners: [&dyn Fn(&Settings) -> Report; 2],
    bar: Option<Bar>,
    options: &Options,
) -> Option<Row> {
    let seeds = if options.quick { 60 } else { 100 };
    if !options.wants(&row) {
        return None;
    }
    let [ours, theirs] = runners.map(|run| {
        let executed = (0..seeds).map(|seed| {
            let few = Settings { seed, tests: 50_000, shrinks: 0, ..Settings::default() };
            run(&few).tally.passed + 1
        });
        executed.sum::<u64>() as f64 / seeds as f64
    });
    let note = format!("mean of {seeds} seeds");
    Some(Row { row, ours, theirs, bar, unit: "tests", note })
}

fn cost(name: &str, domain: impl Domain, options: &Options) -> Option<Row> {
    let row = format!("combinatorial, a candidate of {name}");
    if !options.wants(&row) {
        return None;
    }
    let property = forall("x", domain).check(|_| true);
    let (tests, thinning) = (40, Thinning::default());
    // One input in four runs without a choice.
    let made = tests * (1 + 3 * thinning.candidates) / 4;
    let mut costs = Vec::new();
    for seed in 0..if options.quick { 21 } else { 201 } {
        let few = Settings { seed, tests, ..Settings::default() };
        let many = Settings { tests: made, ..few.clone() };
        let ours = timed(|| combinatorial(&property, &few, thinning));
        let theirs = timed(|| quick_check(&property, &many));
        costs.push((ours - theirs) / made as f64);
    }
    let (ours, theirs) = (median(costs), BOOKKEEPING);
    let (bar, note) = (Some(Bar::AtMost(1.0)), "beyond what it takes to make it".to_owned());
    Some(Row { row, ours, theirs, bar, unit: "ns", note })
}

fn timed(run: impl FnOnce() -> Report) -> f64 {
    let began = clock::own();
    assert!(run().passed(), "the properties of the bench hold");
    (clock::own() - began).as_nanos() as f64
}

/// Ten settings that usually have their defaults; two rare values together fail.
fn settings() -> impl Property {
    forall("settings", ten()).check(|((first, second), ())| !(first.1 == 2 && second.3 == 2))
}

type Five = (u8, u8, u8, u8, u8);

fn ten() -> BoxedDomain<(Five, Five)> {
    let one = || frequency([(12, just(0_u8)), (3, just(1)), (1, just(2))]);
    let five = || (one(), one(), one(), one(), one());
    (five(), five()).boxed()
}

/// Four numbers; fails if one is the maximum and another is 0.
fn edges() -> impl Property {
    forall("a", any::<u32>())
        .forall("b", any::<u32>())
        .forall("c", any::<i64>())
        .forall("d", any::<u16>())
        .check(|(d, (_, (_, (a, ()))))| *a != u32::MAX || *d != 0)
}

/// Expressions; fails on the negative of a product together with a sum of 0 and something.
fn expressions() -> impl Property {
    forall("expression", expression()).check(|(expression, ())| {
        let (negative, sum) = nested(expression);
        !(negative && sum)
    })
}

fn expression() -> BoxedDomain<Expression> {
    let numbers = any::<i32>().mapped(Expression::Number);
    let all = recursive(numbers, |inner| {
        let pair = || (inner.clone().mapped(Box::new), inner.clone().mapped(Box::new));
        one_of((
            inner.clone().mapped(|e| Expression::Negative(Box::new(e))),
            pair().mapped(|(a, b)| Expression::Sum(a, b)),
            pair().mapped(|(a, b)| Expression::Product(a, b)),
        ))
    });
    all.boxed()
}

/// Returns whether the expression contains the negative of a product, and a sum of 0 and something.
fn nested(expression: &Expression) -> (bool, bool) {
    let or = |a: (bool, bool), b: (bool, bool)| (a.0 || b.0, a.1 || b.1);
    match expression {
        Expression::Number(_) => (false, false),
        Expression::Negative(e) => or((matches!(**e, Expression::Product(..)), false), nested(e)),
        Expression::Sum(a, b) => {
            let zero = matches!(**a, Expression::Number(0));
            or((false, zero), or(nested(a), nested(b)))
        }
        Expression::Product(a, b) => or(nested(a), nested(b)),
    }
}
