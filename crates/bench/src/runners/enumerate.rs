//! Memory of an enumeration, which shall not grow with the number of tests.

use forall::domain::any;
use forall::property::forall;
use forall::runner::{Options as Settings, enumerate};

use crate::memory;
use crate::options::Options;
use crate::row::{Bar, Row};

const NAME: &str = "enumerate, peak";
const FEW: u64 = 2_000;

/// The peak after many tests for each KiB of that after few. It goes first: a peak stays.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    if !options.wants(NAME) {
        return Vec::new();
    }
    let many = if options.quick { 20_000 } else { 500_000 };
    let property = forall("xs", any::<Vec<u16>>())
        .forall("y", any::<i64>())
        .check(|(y, (xs, ()))| xs.len() < 1_000 || *y != 0);
    let peak = |tests| {
        let report = enumerate(&property, &Settings { tests, ..Settings::default() });
        assert!(report.passed(), "there are more, and they all pass: {report}");
        memory::highest().map_or(1.0, |peak| peak as f64)
    };
    let (theirs, ours) = (peak(FEW), peak(many));
    let (bar, note) = (Some(Bar::Firm(1.05)), format!("{many} tests and {FEW}"));
    vec![Row { row: NAME.to_owned(), ours, theirs, bar, unit: "KiB", note }]
}
