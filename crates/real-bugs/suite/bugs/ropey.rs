//! Texts that are stored in pieces.

use ropey::Rope;

use crate::bug::Bug;
use crate::input::input;

input! {
    /// A text, and a part of it by the numbers of its first and last characters.
    struct Part { lines: Vec<String>, is_from_windows: bool, start: u16, end: u16 }
}

pub(crate) static SLICE_LINES: Bug<Part> = Bug {
    name: "ropey_slice_lines",
    package: "ropey",
    law: "a slice of a rope has the text and the lines of the same slice of a string",
    link: "https://github.com/cessen/ropey/blob/master/CHANGELOG.md",
    check: |part| {
        let text = part.lines.join(if part.is_from_windows { "\r\n" } else { "\n" });
        let rope = Rope::from_str(&text);
        let end = usize::from(part.end) % (text.chars().count() + 1);
        let start = usize::from(part.start) % (end + 1);
        let slice = rope.slice(start..end);
        let expected: String = text.chars().take(end).skip(start).collect();
        assert_eq!(slice.to_string(), expected);
        assert_eq!(slice.len_lines(), Rope::from_str(&expected).len_lines());
    },
    known_failure: || Part {
        lines: vec![String::new(); 2_000],
        is_from_windows: true,
        start: 0,
        end: 3_001,
    },
};
