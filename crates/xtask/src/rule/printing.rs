//! Libraries return reports; only the harness shows them.

use super::Violation;
use crate::source::{each_level, is_ident, is_punct, line, tokens};
use crate::workspace::File;

const MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// The libraries that users link.
pub(super) const LIBRARIES: [&str; 6] =
    ["forall", "forall-core", "forall-format", "forall-macros", "forall-runners", "forall-sys"];

/// The one file that prints.
const OUTPUT: &str = "crates/forall/src/harness/output.rs";

pub(super) const ADVICE: &str = "return a report: only crates/forall/src/harness/output.rs prints";

pub(super) fn check(file: &File) -> Vec<Violation> {
    if !is_library(file) || file.path == OUTPUT {
        return Vec::new();
    }
    let mut violations = Vec::new();
    each_level(&tokens(&file.text), &mut |level| {
        for pair in level.windows(2) {
            let prints = MACROS.iter().find(|name| is_ident(Some(&pair[0]), name));
            if let Some(name) = prints.filter(|_| is_punct(pair.get(1), '!')) {
                violations.push(Violation::at(line(&pair[0]), format!("{name}!")));
            }
        }
    });
    violations
}

/// Is this a source of a library that users link?
pub(super) fn is_library(file: &File) -> bool {
    let folder = file.crate_folder().unwrap_or_default();
    file.extension() == "rs" && file.is_product() && LIBRARIES.contains(&folder)
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    #[test]
    fn printing_is_found_in_libraries() {
        let text = "fn f() {\n    // println!(\"a\")\n    println!(\"print!(b)\");\n}\n";
        assert_eq!(lines_of(check, "crates/forall-core/src/a.rs", text), [3]);
        assert_eq!(lines_of(check, "crates/cargo-forall/src/a.rs", text), []);
        assert_eq!(lines_of(check, "crates/forall/tests/it/a.rs", text), []);
        assert_eq!(lines_of(check, OUTPUT, text), []);
    }
}
