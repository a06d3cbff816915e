//! Every file of a product says what it is for.

use super::Violation;
use crate::workspace::File;

pub(super) const ADVICE: &str = "start the file with a `//!` comment that says what it is for";

pub(super) fn check(file: &File) -> Vec<Violation> {
    let is_checked = file.extension() == "rs" && file.is_product();
    if !is_checked || file.text.starts_with("//!") {
        return Vec::new();
    }
    vec![Violation::at(1, "no module documentation")]
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn files_without_a_module_doc_are_found() {
        assert_eq!(lines_of(check, "crates/forall/src/a.rs", "//! A.\n\nuse b;\n"), []);
        assert_eq!(lines_of(check, "crates/forall/src/a.rs", "use b;\n"), [1]);
        assert_eq!(lines_of(check, "crates/forall/tests/a.rs", "use b;\n"), []);
    }
}
