//! Panic messages that compare two values: those of `ensure!(left == right)` and `assert_eq!`.

use super::diff::{DiffLine, Side, diff};
use super::layout::{self, Items};
use super::writer::{GREEN, RED, Writer};

/// The two values of a failed comparison.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FailedComparison<'m> {
    /// The first line of the message.
    pub(super) claim: &'m str,
    pub(super) left: &'m str,
    pub(super) right: &'m str,
    /// The names of the two values.
    names: [&'static str; 2],
}

/// How the two values are introduced: by `ensure!`, by `assert_eq!`, and by a state machine.
const LABELS: [Labels; 3] = [
    Labels { left: "\n   left: ", right: "\n  right: ", names: ["left", "right"] },
    Labels { left: "\n  left: ", right: "\n right: ", names: ["left", "right"] },
    Labels { left: "\n   model: ", right: "\n  system: ", names: ["model", "system"] },
];

/// The text before each of two values, and their names.
struct Labels {
    left: &'static str,
    right: &'static str,
    names: [&'static str; 2],
}

/// The number of columns to which compared values are laid out.
const COLUMNS: usize = 80;

/// The minimum length of a value that is worth a diff.
const MIN_DIFF_LENGTH: usize = 60;

/// The number of equal lines that are printed before and after those that differ.
const CONTEXT: usize = 2;

/// The maximum number of lines of a diff.
const MAX_DIFF_LINES: usize = 40;

/// The maximum length of a line in a diff.
const MAX_LINE_LENGTH: usize = 100;

impl<'m> FailedComparison<'m> {
    /// Finds the two values in a message.
    pub(super) fn parse(message: &'m str) -> Option<FailedComparison<'m>> {
        LABELS.iter().find_map(|labels| {
            let (claim, values) = message.split_once(labels.left)?;
            let (left, right) = values.split_once(labels.right)?;
            let names = labels.names;
            (!claim.contains('\n')).then_some(FailedComparison { claim, left, right, names })
        })
    }

    /// Returns whether the values should be equal and are too long to be compared by eye.
    fn wants_diff(&self) -> bool {
        let is_long = self.left.len().max(self.right.len()) >= MIN_DIFF_LENGTH;
        let says_equal = self.claim.contains(" == ") || self.names == ["model", "system"];
        is_long && says_equal && self.left != self.right
    }
}

impl Writer {
    /// Writes the two values, or where they differ if they are long.
    pub(super) fn comparison(&mut self, comparison: &FailedComparison<'_>) {
        if comparison.wants_diff() {
            return self.diff(comparison);
        }
        let [left_name, right_name] = comparison.names;
        let columns = right_name.len();
        let left = self.value(comparison.left, "  : ".len() + columns);
        self.line(format_args!("  {left_name:>columns$}: {left}"));
        let right = self.value(comparison.right, "  : ".len() + columns);
        self.line(format_args!("  {right_name}: {right}"));
    }

    fn diff(&mut self, comparison: &FailedComparison<'_>) {
        let left = layout::lines(comparison.left, COLUMNS, Items::OnePerLine);
        let right = layout::lines(comparison.right, COLUMNS, Items::OnePerLine);
        let mut lines = diff(&left, &right);
        let mut omitted = 0;
        if !self.verbose {
            lines = near_changes(&lines);
            focus_long_lines(&mut lines);
            omitted = lines.len().saturating_sub(MAX_DIFF_LINES);
            lines.truncate(MAX_DIFF_LINES);
        }
        let [left_name, right_name] = comparison.names;
        let minus = self.paint(RED, &format!("- {left_name}"));
        let plus = self.paint(GREEN, &format!("+ {right_name}"));
        self.line(format_args!("  {minus}"));
        self.line(format_args!("  {plus}"));
        for DiffLine { side, text } in lines {
            match side {
                Side::Both => self.line(format_args!("    {text}")),
                Side::Left => self.painted_line(RED, &format!("  - {text}")),
                Side::Right => self.painted_line(GREEN, &format!("  + {text}")),
            }
        }
        if omitted > 0 {
            self.line(format_args!("    … {omitted} more lines; `verbose` prints all"));
        }
    }

    fn painted_line(&mut self, colour: &str, line: &str) {
        let line = self.paint(colour, line);
        self.line(format_args!("{line}"));
    }
}

/// Replaces equal lines that are far from those that differ with `…`.
fn near_changes(lines: &[DiffLine]) -> Vec<DiffLine> {
    let is_near = |at: usize| {
        let near = &lines[at.saturating_sub(CONTEXT)..lines.len().min(at + CONTEXT + 1)];
        near.iter().any(|line| line.side != Side::Both)
    };
    let mut shown: Vec<DiffLine> = Vec::new();
    let mut omits = false;
    for (at, line) in lines.iter().enumerate() {
        if is_near(at) {
            shown.push(line.clone());
        } else if !omits {
            let indent: String = line.text.chars().take_while(|c| *c == ' ').collect();
            shown.push(DiffLine { side: Side::Both, text: format!("{indent}…") });
        }
        omits = !is_near(at);
    }
    shown
}

/// Shortens long lines. A line that replaces another keeps the part in which the two differ.
fn focus_long_lines(lines: &mut [DiffLine]) {
    for at in 0..lines.len() {
        let is_pair = lines[at].side == Side::Left
            && lines.get(at + 1).is_some_and(|next| next.side == Side::Right);
        if is_pair {
            let pairs = lines[at].text.chars().zip(lines[at + 1].text.chars());
            let same = pairs.take_while(|(left, right)| left == right).count();
            focus(&mut lines[at].text, same);
            focus(&mut lines[at + 1].text, same);
        }
        focus(&mut lines[at].text, 0);
    }
}

/// Shortens a long text to the part around the character with index `at`.
fn focus(text: &mut String, at: usize) {
    let length = text.chars().count();
    if length <= MAX_LINE_LENGTH {
        return;
    }
    let start = at.min(length - MAX_LINE_LENGTH / 2).saturating_sub(MAX_LINE_LENGTH / 4);
    let window: String = text.chars().skip(start).take(MAX_LINE_LENGTH - 2).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start + MAX_LINE_LENGTH - 2 < length { "…" } else { "" };
    *text = format!("{before}{window}{after}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_messages_are_parsed() {
        let ensured = FailedComparison::parse("`a == b` does not hold\n   left: 1\n  right: 2");
        let expected = FailedComparison {
            claim: "`a == b` does not hold",
            left: "1",
            right: "2",
            names: ["left", "right"],
        };
        assert_eq!(ensured, Some(expected));
        let caught = std::panic::catch_unwind(|| assert_eq!([1, 2], [1, 3], "after {} steps", 3));
        let message = caught.expect_err("the lists differ");
        let message = message.downcast_ref::<String>().expect("it is formatted");
        let asserted = FailedComparison::parse(message).expect("it compares two values");
        assert_eq!(asserted.claim, "assertion `left == right` failed: after 3 steps");
        assert_eq!([asserted.left, asserted.right], ["[1, 2]", "[1, 3]"]);
        assert_eq!(FailedComparison::parse("index out of bounds"), None);
    }

    #[test]
    fn a_long_line_keeps_the_part_that_differs() {
        let text = |middle: &str| format!("{}{middle}{}", "a".repeat(500), "b".repeat(500));
        let mut lines = diff(&[text("left")], &[text("right")]);
        focus_long_lines(&mut lines);
        assert!(lines[0].text.contains("aaleftbb") && lines[1].text.contains("aarightbb"));
        assert!(lines.iter().all(|line| line.text.chars().count() == MAX_LINE_LENGTH));
    }
}
