//! Rendering the shrinking figures as a table or as JSON.

use std::fmt::Write;

use super::{Miss, ShrinkRow};
use crate::render::{number, quoted};

const COLUMNS: usize = 12;

const HEAD: [&str; COLUMNS] = [
    "row",
    "ideal",
    "calls",
    "max",
    "µs",
    "bar",
    "",
    "Hypothesis",
    "Hegel",
    "Exhaust",
    "proptest",
    "quickcheck",
];

/// Renders a table; `timed` says whether times are meaningful.
pub fn table(rows: &[ShrinkRow], timed: bool) -> String {
    let lines: Vec<[String; COLUMNS]> = std::iter::once(HEAD.map(str::to_owned))
        .chain(rows.iter().map(|row| cells(row, timed)))
        .collect();
    let mut table = String::new();
    for line in &lines {
        let mut text = String::new();
        for (at, cell) in line.iter().enumerate() {
            let width = lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
            let _ = match at {
                1..=5 => write!(text, "{cell:>width$}  "),
                _ => write!(text, "{cell:<width$}  "),
            };
        }
        table.push_str(text.trim_end());
        table.push('\n');
    }
    table
}

fn cells(row: &ShrinkRow, timed: bool) -> [String; COLUMNS] {
    let others = row.others;
    let known =
        [others.hypothesis, others.hegel, others.exhaust, others.proptest, others.quickcheck];
    let [hypothesis, hegel, exhaust, proptest, quickcheck] = known.map(str::to_owned);
    [
        row.problem.clone(),
        format!("{}/{}", row.ideal, row.seeds),
        format!("{:.1}", row.calls),
        row.max_calls.to_string(),
        format!("{:.0}", row.micros),
        format!("≤ {}", row.bar),
        result(&row.misses(timed)),
        hypothesis,
        hegel,
        exhaust,
        proptest,
        quickcheck,
    ]
}

fn result(misses: &[Miss]) -> String {
    let word = |miss: &Miss| match miss {
        Miss::Ideal => "ideal",
        Miss::Calls => "calls",
        Miss::MaxCalls => "max",
        Miss::Time => "time",
    };
    let words: Vec<&str> = misses.iter().map(word).collect();
    if words.is_empty() { "holds".to_owned() } else { format!("MISSED {}", words.join(", ")) }
}

/// Renders one JSON object per line.
pub fn json(rows: &[ShrinkRow], timed: bool) -> String {
    let mut lines = String::new();
    for row in rows {
        let _ = writeln!(
            lines,
            r#"{{"row":{},"seeds":{},"ideal":{},"calls":{},"max_calls":{},"micros":{},"bar":{},"holds":{}}}"#,
            quoted(&row.problem),
            row.seeds,
            row.ideal,
            number(Some(row.calls)),
            row.max_calls,
            number(Some(row.micros)),
            number(Some(row.bar)),
            row.misses(timed).is_empty(),
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::others::PeerFigures;

    fn row(calls: f64) -> ShrinkRow {
        let others =
            PeerFigures { problem: "r", hypothesis: "9.5", hegel: "229", ..PeerFigures::default() };
        ShrinkRow {
            problem: "reverse".into(),
            seeds: 30,
            ideal: 30,
            calls,
            max_calls: 9,
            micros: 12.0,
            bar: 8.0,
            others,
        }
    }

    #[test]
    fn a_table_shows_missed_bars() {
        let expected = "\
row      ideal  calls  max  µs  bar                Hypothesis  Hegel  Exhaust  proptest  quickcheck
reverse  30/30    6.6    9  12  ≤ 8  holds         9.5         229
reverse  30/30    8.5    9  12  ≤ 8  MISSED calls  9.5         229
";
        assert_eq!(table(&[row(6.6), row(8.5)], true), expected);
    }

    #[test]
    fn json_has_one_object_per_line() {
        let expected = concat!(
            r#"{"row":"reverse","seeds":30,"ideal":30,"calls":8.5,"max_calls":9,"micros":12,"#,
            r#""bar":8,"holds":false}"#,
            "\n",
        );
        assert_eq!(json(&[row(8.5)], true), expected);
    }
}
