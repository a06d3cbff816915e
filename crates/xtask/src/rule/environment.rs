//! Settings reach a runner as arguments: only the harness reads the environment.

use proc_macro2::TokenTree;

use super::Violation;
use super::printing::is_library;
use crate::source::{each_level, is_ident, is_punct, line, tokens};
use crate::workspace::File;

/// Where the environment may be read: the harness, and the crate that starts processes.
const READERS: [&str; 3] =
    ["crates/forall/src/harness", "crates/forall-macros/src/", "crates/forall-sys/src/"];

pub(super) const ADVICE: &str = "take it as an argument: only the harness reads the environment";

pub(super) fn check(file: &File) -> Vec<Violation> {
    if !is_library(file) || READERS.iter().any(|reader| file.path.starts_with(reader)) {
        return Vec::new();
    }
    let mut violations = Vec::new();
    each_level(&tokens(&file.text), &mut |level| {
        for path in level.windows(4) {
            if is_environment(path) {
                violations.push(Violation::at(line(&path[0]), "std::env"));
            }
        }
    });
    violations
}

/// Is this `std::env`?
fn is_environment(path: &[TokenTree]) -> bool {
    is_ident(path.first(), "std") && is_punct(path.get(1), ':') && is_ident(path.get(3), "env")
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn reading_the_environment_is_found() {
        let text = "use std::env;\nfn f() { std::env::var(\"A\"); }\nfn g() { env!(\"A\"); }\n";
        assert_eq!(lines_of(check, "crates/forall-core/src/a.rs", text), [1, 2]);
        assert_eq!(lines_of(check, "crates/forall/src/harness/environment.rs", text), []);
    }
}
