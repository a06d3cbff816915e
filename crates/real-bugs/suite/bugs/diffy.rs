//! Patches as text.

use diffy::Patch;

use crate::bug::Bug;
use crate::input::input;

input! {
    /// A file and replacements of its lines. A byte stands for a line.
    struct Files { old: Vec<u8>, changes: Vec<(u8, u8)> }
}

/// Writes a file whose lines repeat.
fn text(lines: &[u8]) -> String {
    lines.iter().map(|line| format!("line {}\n", line % 8)).collect()
}

pub(crate) static ADJACENT_HUNKS: Bug<Files> = Bug {
    name: "diffy_adjacent_hunks",
    package: "diffy",
    law: "a patch that is written can be read again, and turns the old file into the new one",
    link: "https://github.com/bmwill/diffy/issues/16",
    check: |files| {
        let old = text(&files.old);
        let mut lines = files.old.clone();
        for (at, line) in &files.changes {
            if let Some(old) = lines.get_mut(usize::from(*at)) {
                *old = *line;
            }
        }
        let new = text(&lines);
        let written = diffy::create_patch(&old, &new).to_string();
        let read = Patch::from_str(&written).expect("the text was written as a patch");
        assert_eq!(diffy::apply(&old, &read).ok(), Some(new));
    },
    known_failure: || Files { old: vec![1; 7], changes: vec![(0, 0)] },
};
