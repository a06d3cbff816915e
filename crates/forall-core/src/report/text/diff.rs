//! The difference between two lists of lines.

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DiffLine {
    pub(super) side: Side,
    pub(super) text: String,
}

/// Which of the two lists have a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    Left,
    Right,
}

/// The maximum size of the table that finds the longest common subsequence.
const MAX_CELLS: usize = 1_000_000;

/// Returns the lines of both lists in order, with as many in common as possible. Large regions that differ are not
/// compared line by line.
pub(super) fn diff(left: &[String], right: &[String]) -> Vec<DiffLine> {
    let prefix = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let (start, left) = left.split_at(prefix);
    let right = &right[prefix..];
    let pairs = left.iter().rev().zip(right.iter().rev());
    let suffix = pairs.take_while(|(left, right)| left == right).count();
    let (left, end) = left.split_at(left.len() - suffix);
    let right = &right[..right.len() - suffix];

    let mut lines = Lines(Vec::new());
    lines.extend(Side::Both, start);
    if left.len().saturating_mul(right.len()) <= MAX_CELLS {
        lines.compare(left, right);
    } else {
        lines.extend(Side::Left, left);
        lines.extend(Side::Right, right);
    }
    lines.extend(Side::Both, end);
    lines.0
}

struct Lines(Vec<DiffLine>);

impl Lines {
    fn push(&mut self, side: Side, text: &str) {
        self.0.push(DiffLine { side, text: text.to_owned() });
    }

    fn extend(&mut self, side: Side, texts: &[String]) {
        texts.iter().for_each(|text| self.push(side, text));
    }

    /// Adds the lines of both lists. Those of the longest common subsequence are in both.
    fn compare(&mut self, left: &[String], right: &[String]) {
        let lengths = CommonLengths::new(left, right);
        let mut i = 0;
        let mut j = 0;
        while i < left.len() && j < right.len() {
            if left[i] == right[j] {
                self.push(Side::Both, &left[i]);
                i += 1;
                j += 1;
            } else if lengths.at(i + 1, j) >= lengths.at(i, j + 1) {
                self.push(Side::Left, &left[i]);
                i += 1;
            } else {
                self.push(Side::Right, &right[j]);
                j += 1;
            }
        }
        self.extend(Side::Left, &left[i..]);
        self.extend(Side::Right, &right[j..]);
    }
}

/// The lengths of the longest common subsequences of all pairs of suffixes, by dynamic programming.
struct CommonLengths {
    lengths: Vec<u32>,
    columns: usize,
}

impl CommonLengths {
    fn new(left: &[String], right: &[String]) -> CommonLengths {
        let columns = right.len() + 1;
        let mut table = CommonLengths { lengths: vec![0; (left.len() + 1) * columns], columns };
        for i in (0..left.len()).rev() {
            for j in (0..right.len()).rev() {
                table.lengths[i * columns + j] = if left[i] == right[j] {
                    table.at(i + 1, j + 1) + 1
                } else {
                    table.at(i + 1, j).max(table.at(i, j + 1))
                };
            }
        }
        table
    }

    /// Returns the length for the lines from `i` on the left and from `j` on the right.
    fn at(&self, i: usize, j: usize) -> u32 {
        self.lengths[i * self.columns + j]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.chars().map(String::from).collect()
    }

    fn side(lines: &[DiffLine], side: Side) -> String {
        lines
            .iter()
            .filter(|line| [Side::Both, side].contains(&line.side))
            .map(|line| &*line.text)
            .collect()
    }

    #[test]
    fn a_diff_contains_both_sides_and_what_they_share() {
        for (left, right, shared) in [
            ("", "", 0),
            ("abc", "", 0),
            ("abc", "abc", 3),
            ("axbyc", "abzc", 3),
            ("xay", "bac", 1),
        ] {
            let diff = diff(&lines(left), &lines(right));
            assert_eq!(side(&diff, Side::Left), left);
            assert_eq!(side(&diff, Side::Right), right);
            assert_eq!(
                diff.iter().filter(|line| line.side == Side::Both).count(),
                shared,
                "{left} {right}"
            );
        }
    }
}
