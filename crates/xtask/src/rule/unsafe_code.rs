//! `unsafe` stands in one crate.

use super::Violation;
use crate::source::{each_level, is_ident, line, tokens};
use crate::workspace::File;

const HOME: &str = "crates/forall-sys/";

pub(super) const ADVICE: &str = "move it to crates/forall-sys, which has all the unsafe code";

pub(super) fn check(file: &File) -> Vec<Violation> {
    if file.extension() != "rs" || file.path.starts_with(HOME) {
        return Vec::new();
    }
    let mut violations = Vec::new();
    each_level(&tokens(&file.text), &mut |level| {
        let found = level.iter().filter(|tree| is_ident(Some(tree), "unsafe"));
        violations.extend(found.map(|tree| Violation::at(line(tree), "unsafe")));
    });
    violations
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn unsafe_is_found_outside_of_its_crate() {
        let text = "#![forbid(unsafe_code)]\n// unsafe\nfn f() {\n    unsafe { g() }\n}\n";
        assert_eq!(lines_of(check, "crates/forall/src/a.rs", text), [4]);
        assert_eq!(lines_of(check, "crates/forall-sys/src/a.rs", text), []);
    }
}
