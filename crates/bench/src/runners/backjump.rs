//! `backjump`, where each of two premises holds for one test in a hundred.

use forall::block::Property;
use forall::domain::integers;
use forall::property::{NodeInfo, NodeKind, forall};
use forall::report::Report;
use forall::runner::{Options as Settings, backjump, quick_check};

use crate::clock;
use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};

const NAME: &str = "backjump, 1 % × 1 %";

/// Compares the passed tests per millisecond to those of `quick_check`.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    if !options.wants(NAME) {
        return Vec::new();
    }
    let property = two_premises();
    let mut speeds = [Vec::new(), Vec::new()];
    for seed in 0..if options.quick { 5 } else { 61 } {
        // With themes, equal values are frequent.
        let settings = |tests| Settings {
            seed,
            tests,
            max_discard_ratio: 1_000_000,
            themes: false,
            ..Settings::default()
        };
        speeds[0].push(speed(|| backjump(&property, &settings(2_000))));
        speeds[1].push(speed(|| quick_check(&property, &settings(20))));
    }
    let [ours, theirs] = speeds.map(median);
    vec![Row {
        name: NAME.to_owned(),
        ours,
        theirs,
        bar: Some(Bar::AtLeast(50.0)),
        unit: "tests/ms",
        note: "passed tests only".to_owned(),
    }]
}

/// Returns `∀ a b c d. p(a, b) ⇒ q(c, d) ⇒ …` with the nodes of the macro, which list the variables
/// of each premise.
fn two_premises() -> impl Property {
    let premise =
        |text, names| NodeInfo::written(NodeKind::Implies, ["", "", text], ("", 0, 0), names);
    let percent = || integers(0, 99_u32);
    forall("a", percent())
        .forall("b", percent())
        .forall("c", percent())
        .forall("d", percent())
        .guard(premise("a == b", &["a", "b"]), |(_, (_, (b, (a, ()))))| a == b)
        .guard(premise("c == d", &["c", "d"]), |(d, (c, _))| c == d)
        .check(|(d, (c, (b, (a, ()))))| a == b && c == d)
}

fn speed(run: impl FnOnce() -> Report) -> f64 {
    let start = clock::own();
    let report = run();
    assert!(report.passed(), "the budget is too small: {report}");
    report.tally.passed as f64 / ((clock::own() - start).as_secs_f64() * 1e3)
}
