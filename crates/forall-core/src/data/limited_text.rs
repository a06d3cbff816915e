//! Text of values, cut off if it is too long to be read or saved.

use std::fmt::{self, Debug, Write};
use std::iter;

/// The maximum number of bytes of a printed value, without the note that it was cut off.
pub(crate) const MAX_LENGTH: usize = 1 << 20;

/// Ends a text that was cut off.
const CUT_OFF: &str = " … (cut off)";

/// Text of at most 1 MiB.
#[derive(Debug, Default)]
pub(crate) struct LimitedText {
    text: String,
    is_full: bool,
}

impl LimitedText {
    /// Appends as much of `text` as fits.
    pub(crate) fn push(&mut self, text: &str) {
        let left = MAX_LENGTH.saturating_sub(self.text.len());
        let mut ends = (0..=left.min(text.len())).rev();
        let end = ends.find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        self.text.push_str(&text[..end]);
        self.is_full |= end < text.len();
    }

    /// Returns the text, and says so if it was cut off.
    pub(crate) fn finish(mut self) -> String {
        if self.is_full {
            self.text.push_str(CUT_OFF);
        }
        self.text
    }
}

/// Ends formatting when the text is full.
impl Write for LimitedText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push(text);
        if self.is_full { Err(fmt::Error) } else { Ok(()) }
    }
}

/// Formats `value` with `{:?}`. Formatting ends after 1 MiB.
pub(crate) fn debug_text(value: &dyn Debug) -> String {
    let mut text = LimitedText::default();
    let written = write!(text, "{value:?}");
    if written.is_err() && !text.is_full {
        text.push(" … (its Debug implementation returned an error)");
    }
    text.finish()
}

/// Cuts text off after 1 MiB.
pub(crate) fn cut_off(text: String) -> String {
    if text.len() <= MAX_LENGTH + CUT_OFF.len() {
        return text;
    }
    let mut limited = LimitedText::default();
    limited.push(&text);
    limited.finish()
}

/// Returns parts of a text until they are as long as the limit. Does not print those after it.
fn up_to_limit(mut parts: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let mut length = 0;
    iter::from_fn(move || {
        let part = if length < MAX_LENGTH { parts.next() } else { None }?;
        length += part.len();
        Some(part)
    })
}

/// Separates `parts` by commas, between `open` and `close`. No part is printed after 1 MiB.
pub(crate) fn join(open: &str, parts: impl IntoIterator<Item = String>, close: &str) -> String {
    let mut text = LimitedText::default();
    let mut separator = open;
    for part in up_to_limit(parts.into_iter()) {
        text.push(separator);
        text.push(&part);
        separator = ", ";
    }
    if separator == open {
        text.push(open);
    }
    text.push(close);
    text.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_is_cut_off_at_a_character() {
        assert_eq!(debug_text(&"ßß"), "\"ßß\"");
        let text = debug_text(&"ß".repeat(1_000_000));
        assert_eq!(text.len(), MAX_LENGTH - 1 + CUT_OFF.len());
        assert!(text.ends_with("ß … (cut off)"));
        assert_eq!(cut_off(text.clone()), text);
        assert_eq!(cut_off("x".repeat(MAX_LENGTH * 2)).len(), MAX_LENGTH + CUT_OFF.len());
    }

    #[test]
    fn parts_are_not_printed_after_the_limit() {
        let words = |count| (0..count).map(|number: u32| number.to_string());
        assert_eq!(["[]", "[0]", "[0, 1]"], [0, 1, 2].map(|count| join("[", words(count), "]")));
        let mut printed = 0;
        let long = (0..1_000).map(|_| {
            printed += 1;
            "x".repeat(MAX_LENGTH / 2)
        });
        let text = join("{", long, "}");
        assert_eq!((text.len(), printed), (MAX_LENGTH + CUT_OFF.len(), 2));
    }
}
