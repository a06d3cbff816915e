//! A file can be read in one sitting.

use super::Violation;
use crate::workspace::File;

const MAX_LINES: usize = 500;

pub(super) const ADVICE: &str = "split this file by ideas: it has more than 500 lines";

pub(super) fn check(file: &File) -> Vec<Violation> {
    let count = file.text.lines().count();
    if file.extension() != "rs" || count <= MAX_LINES {
        return Vec::new();
    }
    vec![Violation::at(count, format!("{count} lines"))]
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn long_files_are_found() {
        assert_eq!(lines_of(check, "a.rs", &"\n".repeat(MAX_LINES)), []);
        assert_eq!(lines_of(check, "a.rs", &"\n".repeat(MAX_LINES + 1)), [MAX_LINES + 1]);
        assert_eq!(lines_of(check, "a.md", &"\n".repeat(MAX_LINES + 1)), []);
    }
}
