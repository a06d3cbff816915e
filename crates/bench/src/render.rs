//! Rendering rows as a table or as JSON.

use std::fmt::Write;
use std::process::ExitCode;

use crate::options::Options;
use crate::row::{Row, SLACK};

/// Renders the rows in the format that `options` select.
pub fn rows(rows: &[Row], options: &Options) -> String {
    if options.json { json(rows) } else { table(rows, options.quick) }
}

/// Returns the exit code: failure if a bar is missed. A short run has slack.
pub fn exit(rows: &[Row], options: &Options) -> ExitCode {
    let held = rows.iter().all(|row| row.holds() || options.quick && row.holds_with_slack());
    ExitCode::from(u8::from(!held))
}

/// Renders a table. In a short run, it marks the misses that are within the slack.
pub fn table(rows: &[Row], quick: bool) -> String {
    let head = ["row", "ours", "theirs", "ratio", "bar", "", ""].map(str::to_owned);
    let lines: Vec<[String; 7]> =
        std::iter::once(head).chain(rows.iter().map(|row| cells(row, quick))).collect();
    let widths: [usize; 7] = std::array::from_fn(|at| {
        lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0)
    });
    let mut table = String::new();
    for line in &lines {
        table.push_str(aligned(line, &widths).trim_end());
        table.push('\n');
    }
    if quick {
        let _ =
            writeln!(table, "Short run: timing bars have a slack of {SLACK} times their limit.");
    }
    table
}

/// Renders one JSON object per line.
pub fn json(rows: &[Row]) -> String {
    let mut lines = String::new();
    for row in rows {
        let _ = writeln!(
            lines,
            r#"{{"row":{},"ours":{},"theirs":{},"ratio":{},"bar":{},"holds":{},"unit":{},"note":{}}}"#,
            quoted(&row.name),
            number(Some(row.ours)),
            number(Some(row.theirs)),
            number(Some(row.ratio())),
            number(row.bar.map(|bar| bar.limit())),
            row.holds(),
            quoted(row.unit),
            quoted(&row.note),
        );
    }
    lines
}

fn cells(row: &Row, quick: bool) -> [String; 7] {
    let limit = row.bar.map_or(String::new(), |bar| bar.to_string());
    let result = match row.bar {
        None => "",
        Some(_) if row.holds() => "holds",
        Some(_) if quick && row.holds_with_slack() => "missed, within slack",
        Some(_) => "MISSED",
    };
    let figure = |figure: f64| format!("{} {}", short(figure), row.unit);
    [
        row.name.clone(),
        figure(row.ours),
        figure(row.theirs),
        format!("{:.3}", row.ratio()),
        limit,
        result.to_owned(),
        row.note.clone(),
    ]
}

/// Aligns text to the left and figures to the right.
fn aligned(line: &[String; 7], widths: &[usize; 7]) -> String {
    let mut text = String::new();
    for (at, (cell, width)) in line.iter().zip(widths).enumerate() {
        let _ = match at {
            1..=4 => write!(text, "{cell:>width$}  "),
            _ => write!(text, "{cell:<width$}  "),
        };
    }
    text
}

fn short(figure: f64) -> String {
    let digits = if figure < 10.0 { 2 } else { usize::from(figure < 1000.0) };
    format!("{figure:.digits$}")
}

/// Formats a number, or `null`: JSON has no NaN or infinity.
pub(crate) fn number(number: Option<f64>) -> String {
    match number {
        Some(number) if number.is_finite() => number.to_string(),
        _ => "null".to_owned(),
    }
}

pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_ascii_control() => {
                let _ = write!(quoted, "\\u{:04x}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Bar;

    fn rows() -> [Row; 3] {
        let row = |row: &str, ours, bar| {
            let note = "5.0 keys".to_owned();
            Row { name: row.into(), ours, theirs: 2.0, bar, unit: "ns", note }
        };
        [
            row("fast", 1.0, Some(Bar::Below(1.0))),
            row("slow", 2.5, Some(Bar::AtMost(1.05))),
            row("extra", 2000.0, None),
        ]
    }

    #[test]
    fn a_table_shows_missed_bars() {
        let expected = "\
row       ours   theirs     ratio     bar
fast   1.00 ns  2.00 ns     0.500  < 1.00  holds   5.0 keys
slow   2.50 ns  2.00 ns     1.250  ≤ 1.05  MISSED  5.0 keys
extra  2000 ns  2.00 ns  1000.000                  5.0 keys
";
        assert_eq!(table(&rows(), false), expected);
    }

    #[test]
    fn a_short_run_has_slack() {
        let table = table(&rows(), true);
        assert!(table.contains("missed, within slack"), "{table}");
        assert!(table.ends_with("a slack of 1.5 times their limit.\n"), "{table}");
    }

    #[test]
    fn json_has_one_object_per_line() {
        let expected = concat!(
            r#"{"row":"slow","ours":2.5,"theirs":2,"ratio":1.25,"bar":1.05,"holds":false,"#,
            r#""unit":"ns","note":"5.0 keys"}"#,
        );
        let json = json(&rows());
        assert_eq!(json.lines().count(), 3);
        assert_eq!(json.lines().nth(1), Some(expected));
        assert!(json.lines().nth(2).unwrap().contains(r#""bar":null,"holds":true"#));
    }

    #[test]
    fn json_strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\n"), r#""a\"b\\c\u000a""#);
        assert_eq!(number(Some(f64::NAN)), "null");
    }
}
