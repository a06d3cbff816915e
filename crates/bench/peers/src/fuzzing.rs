//! Fuzzing: our guided loop against that of an engine, on a target that does next to nothing.

use forall_bench::measure::{Case, measure};
use forall_bench::options::Options;
use forall_bench::ours;
use forall_bench::row::{Bar, Row};

use crate::libafl;

/// How our time may compare to that of the engine.
const BAR: Bar = Bar::AtMost(0.5);

/// Measures both loops, if `options` ask for that.
pub fn fuzzing(options: &Options) -> Option<Row> {
    let row = "fuzzing one u64, LibAFL".to_owned();
    if !options.wants(&row) {
        return None;
    }
    let cases: [Case; 2] = [ours::fuzz_words, libafl::fuzz_words];
    let figures = measure(&cases, options.effort());
    let (ours, theirs) = (figures[0].nanos, figures[1].nanos);
    let millions = |nanos: f64| 1_000.0 / nanos;
    let note = format!("{:.2} and {:.2} million tests a second", millions(ours), millions(theirs));
    Some(Row { row, ours, theirs, bar: Some(BAR), unit: "ns/test", note })
}
