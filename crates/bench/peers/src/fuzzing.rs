//! Fuzzing: our guided loop against LibAFL's, on a trivial target.

use forall_bench::measure::{Case, measure};
use forall_bench::options::Options;
use forall_bench::ours;
use forall_bench::row::{Bar, Row};

use crate::libafl;

/// The limit of our time relative to LibAFL's.
const BAR: Bar = Bar::AtMost(0.5);

/// Measures both loops, if `options` select the row.
pub fn fuzzing(options: &Options) -> Option<Row> {
    let name = "fuzzing one u64, LibAFL".to_owned();
    if !options.wants(&name) {
        return None;
    }
    let cases: [Case; 2] = [ours::fuzz_words, libafl::fuzz_words];
    let figures = measure(&cases, options.effort());
    let ours = figures[0].nanos;
    let theirs = figures[1].nanos;
    let millions = |nanos: f64| 1_000.0 / nanos;
    let note =
        format!("{:.2} and {:.2} million tests per second", millions(ours), millions(theirs));
    Some(Row { name, ours, theirs, bar: Some(BAR), unit: "ns/test", note })
}
