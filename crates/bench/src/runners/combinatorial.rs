//! `combinatorial`: executions until a failure that needs two conditions together, and the cost of
//! choosing inputs.

use forall::block::Property;
use forall::domain::{BoxedDomain, Domain, any, frequency, just, one_of, recursive};
use forall::property::forall;
use forall::report::Report;
use forall::runner::{
    Combinations, Options as Settings, combinatorial, covering_array, quick_check,
};

use crate::clock;
use crate::measure::median;
use crate::options::Options;
use crate::problems::Expression;
use crate::row::{Bar, Row};

/// The limit of the bookkeeping cost of a candidate, in nanoseconds.
const MAX_BOOKKEEPING: f64 = 2_000.0;

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
    let name = format!("combinatorial, {name}");
    let chosen = |settings: &Settings| combinatorial(property, settings, Combinations::default());
    let any = |settings: &Settings| quick_check(property, settings);
    compare(name, [&chosen, &any], Some(Bar::Firm(1.0 / 3.0)), options)
}

/// Compares covering arrays to chosen inputs.
fn rare(name: &str, property: &impl Property, options: &Options) -> Option<Row> {
    let name = format!("covering_array, {name}");
    let planned = |settings: &Settings| covering_array(property, settings, Combinations::default());
    let chosen = |settings: &Settings| combinatorial(property, settings, Combinations::default());
    compare(name, [&planned, &chosen], None, options)
}

/// Compares means over seeds. The number of executions until a failure varies as much as its mean,
/// many seeds are needed.
fn compare(
    name: String,
    runners: [&dyn Fn(&Settings) -> Report; 2],
    bar: Option<Bar>,
    options: &Options,
) -> Option<Row> {
    let seeds = if options.quick { 60 } else { 100 };
    if !options.wants(&name) {
        return None;
    }
    let [ours, theirs] = runners.map(|run| {
        let executed = (0..seeds).map(|seed| {
            let few = Settings { seed, tests: 50_000, max_shrinks: 0, ..Settings::default() };
            run(&few).tally.passed + 1
        });
        executed.sum::<u64>() as f64 / seeds as f64
    });
    let note = format!("mean of {seeds} seeds");
    Some(Row { name, ours, theirs, bar, unit: "tests", note })
}

fn cost(name: &str, domain: impl Domain, options: &Options) -> Option<Row> {
    let name = format!("combinatorial, a candidate of {name}");
    if !options.wants(&name) {
        return None;
    }
    let property = forall("x", domain).check(|_| true);
    let tests = 40;
    let combinations = Combinations::default();
    // One input in four runs without a choice.
    let made = tests * (1 + 3 * combinations.candidates) / 4;
    let mut costs = Vec::new();
    for seed in 0..if options.quick { 21 } else { 201 } {
        let few = Settings { seed, tests, ..Settings::default() };
        let many = Settings { tests: made, ..few.clone() };
        let ours = timed(|| combinatorial(&property, &few, combinations));
        let theirs = timed(|| quick_check(&property, &many));
        costs.push((ours - theirs) / made as f64);
    }
    Some(Row {
        name,
        ours: median(costs),
        theirs: MAX_BOOKKEEPING,
        bar: Some(Bar::AtMost(1.0)),
        unit: "ns",
        note: "in addition to generating it".to_owned(),
    })
}

fn timed(run: impl FnOnce() -> Report) -> f64 {
    let start = clock::own();
    assert!(run().passed(), "the properties of the bench hold");
    (clock::own() - start).as_nanos() as f64
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
        let patterns = Patterns::of(expression);
        !(patterns.negative_product && patterns.zero_sum)
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

/// The patterns that an expression contains.
struct Patterns {
    /// The negative of a product.
    negative_product: bool,
    /// A sum of 0 and something.
    zero_sum: bool,
}

impl Patterns {
    fn of(expression: &Expression) -> Patterns {
        match expression {
            Expression::Number(_) => Patterns { negative_product: false, zero_sum: false },
            Expression::Negative(e) => {
                let inner = Patterns::of(e);
                let is_product = matches!(**e, Expression::Product(..));
                Patterns { negative_product: is_product || inner.negative_product, ..inner }
            }
            Expression::Sum(a, b) => {
                let inner = Patterns::of(a).or(Patterns::of(b));
                let is_zero = matches!(**a, Expression::Number(0));
                Patterns { zero_sum: is_zero || inner.zero_sum, ..inner }
            }
            Expression::Product(a, b) => Patterns::of(a).or(Patterns::of(b)),
        }
    }

    fn or(self, other: Patterns) -> Patterns {
        Patterns {
            negative_product: self.negative_product || other.negative_product,
            zero_sum: self.zero_sum || other.zero_sum,
        }
    }
}
