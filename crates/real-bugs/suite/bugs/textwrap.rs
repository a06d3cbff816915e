//! Wrapping text.

use crate::bug::Bug;
use crate::input::input;

input! {
    struct Paragraph { text: String, width: u8 }
}

fn without_whitespace(text: &str) -> String {
    text.split_whitespace().collect()
}

pub(crate) static WRAP: Bug<Paragraph> = Bug {
    name: "textwrap_wrap",
    package: "textwrap",
    law: "wrapping keeps all characters except whitespace",
    link: "https://github.com/mgeisler/textwrap/issues/391",
    check: |Paragraph { text, width }| {
        let lines = textwrap::wrap(text, usize::from(*width));
        assert_eq!(without_whitespace(&lines.concat()), without_whitespace(text));
    },
    known_failure: || Paragraph { text: "\u{1b}!\u{3ff}".into(), width: 5 },
};
