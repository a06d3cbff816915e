//! The `Debug` text of a value, cut off if it is too long to be read or saved.

use std::fmt::{self, Debug, Write};

/// The maximum number of bytes of a printed value.
const MAX_LENGTH: usize = 1 << 20;

/// Formats `value` with `{:?}`. Formatting ends after 1 MiB.
pub(super) fn debug_text(value: &dyn Debug) -> String {
    let mut writer = LimitedWriter { text: String::new(), is_full: false };
    let written = write!(writer, "{value:?}");
    if writer.is_full {
        writer.text.push_str(" … (cut off)");
    } else if written.is_err() {
        writer.text.push_str(" … (its Debug implementation returned an error)");
    }
    writer.text
}

struct LimitedWriter {
    text: String,
    is_full: bool,
}

impl Write for LimitedWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let left = MAX_LENGTH.saturating_sub(self.text.len());
        let ends = (0..=left.min(text.len())).rev();
        let end = ends.into_iter().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        self.text.push_str(&text[..end]);
        self.is_full |= end < text.len();
        if self.is_full { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_is_cut_off_at_a_character() {
        assert_eq!(debug_text(&"ßß"), "\"ßß\"");
        let text = debug_text(&"ß".repeat(1_000_000));
        assert_eq!(text.len(), MAX_LENGTH - 1 + " … (cut off)".len());
        assert!(text.ends_with("ß … (cut off)"));
    }
}
