//! Rendering the figures as text or as JSON.

use std::fmt::Write;

use super::{GeneralityRow, MIN_SHARE};
use crate::render::{number, quoted};

/// The number of other results that are shown.
const SHOWN_RESULTS: usize = 2;

/// Renders one row as text.
pub fn line(row: &GeneralityRow) -> String {
    let mark = if row.share() < MIN_SHARE { "MISSED" } else { "holds" };
    let mut text = format!(
        "{:34} {:>3}/{:<3} calls {:7.1} (at most {:5}) {:8.1} ms  {mark:6}  {}\n",
        row.problem, row.ideal, row.seeds, row.calls, row.max_calls, row.max_millis, row.minimum,
    );
    for other in row.others.iter().take(SHOWN_RESULTS) {
        let _ = writeln!(text, "    otherwise {}", other.chars().take(150).collect::<String>());
    }
    text
}

/// Renders the means of all rows.
pub fn summary(rows: &[GeneralityRow]) -> String {
    let shares = rows.iter().map(GeneralityRow::share);
    let count = rows.len().max(1) as f64;
    let holding = rows.iter().filter(|row| row.share() >= MIN_SHARE).count();
    let mean = shares.sum::<f64>() / count;
    let calls = rows.iter().map(|row| row.calls).sum::<f64>() / count;
    format!(
        "{holding} of {} problems hold; mean share {:.1} %, mean calls {calls:.1}\n",
        rows.len(),
        100.0 * mean
    )
}

/// Renders one row as a JSON object.
pub fn json(row: &GeneralityRow) -> String {
    format!(
        concat!(
            r#"{{"row":{},"kind":{},"minimum":{},"seeds":{},"ideal":{},"calls":{},"max_calls":{}}}"#,
            "\n"
        ),
        quoted(row.problem),
        quoted(row.kind),
        quoted(&row.minimum),
        row.seeds,
        row.ideal,
        number(Some(row.calls)),
        row.max_calls,
    )
}
