//! Nothing unfinished lands.

use super::Violation;
use crate::workspace::File;

/// Marks of unfinished work, in halves: this file must not contain them.
const MARKS: [[&str; 2]; 4] = [["FIX", "ME"], ["TO", "DO"], ["todo", "!("], ["XX", "X"]];

pub(super) const ADVICE: &str = "finish it, or open an issue";

pub(super) fn check(file: &File) -> Vec<Violation> {
    if file.extension() != "rs" {
        return Vec::new();
    }
    let marks = MARKS.map(|halves| halves.concat());
    let marked = |line: &str| marks.iter().find(|mark| line.contains(&***mark)).cloned();
    let lines = file.text.lines().enumerate();
    lines.filter_map(|(at, line)| Some(Violation::at(at + 1, marked(line)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn every_mark_is_found() {
        for mark in MARKS {
            let text = format!("fn f() {{\n    // {} later\n}}\n", mark.concat());
            assert_eq!(lines_of(check, "a.rs", &text), [2], "{text}");
        }
        assert_eq!(lines_of(check, "a.rs", "fn to_do() {}\n"), []);
    }
}
