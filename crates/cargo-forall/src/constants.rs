//! The constants of the code under test: literals in the sources of a package, with which guided runs mutate inputs.
//!
//! Parsers compare their input to keywords and magic numbers that random inputs hardly ever contain. Traced comparisons
//! reveal those that a run reaches; the sources have all of them.

mod literals;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use forall_format::{ChoiceSequence, ChoiceValue};

use self::literals::{Literal, literals};
use crate::build::Binary;
use crate::error::Error;
use crate::sources::source_files;

/// The greatest number of constants of a package.
const MAX_CONSTANTS: usize = 2_000;
/// The greatest number of characters of a text. Longer ones are messages.
const MAX_CHARS: usize = 40;

/// Writes the constants of each package with test binaries to a file of its name in `folder`.
pub(crate) fn write(binaries: &[Binary], folder: &Path) -> Result<(), Error> {
    let packages: BTreeSet<(&str, &Path)> =
        binaries.iter().map(|binary| (&*binary.package, &*binary.folder)).collect();
    fs::create_dir_all(folder).map_err(Error::cannot("create a folder for constants"))?;
    for (package, sources) in packages {
        let constants = ChoiceSequence(constants(&sources.join("src")));
        fs::write(folder.join(package), constants.to_string())
            .map_err(Error::cannot("write the constants of a package"))?;
    }
    Ok(())
}

/// Returns the constants in all source files of a folder. Files that cannot be read have none.
fn constants(folder: &Path) -> Vec<ChoiceValue> {
    let mut texts = BTreeSet::new();
    let mut integers = BTreeSet::new();
    for path in source_files(folder) {
        let source = fs::read_to_string(path).unwrap_or_default();
        for literal in literals(&source) {
            match literal {
                Literal::Text(text) if is_telling(&text) => drop(texts.insert(text)),
                Literal::Integer(integer) if integer > 2 => drop(integers.insert(integer)),
                _ => {}
            }
        }
    }
    let texts = texts.into_iter().take(MAX_CONSTANTS / 2).map(ChoiceValue::String);
    texts.chain(integers.into_iter().take(MAX_CONSTANTS / 2).map(ChoiceValue::Integer)).collect()
}

/// Returns whether an input may contain the text: messages are long, or have placeholders.
fn is_telling(text: &str) -> bool {
    let is_message = text.split(' ').count() > 3 || text.contains("{}") || text.contains("{:");
    !text.is_empty() && text.chars().count() <= MAX_CHARS && !is_message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_come_from_all_source_files_once() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("src/lib.rs", r#"const MAGIC: u32 = 0xCAFE; mod parser; fn f() -> i32 { 1 }"#);
        write("src/parser/words.rs", r#"x == "if" || x == "if" || error("expected `{}`")"#);
        write("src/notes.txt", r#""not this""#);
        let expected = [ChoiceValue::String("if".into()), ChoiceValue::Integer(0xcafe)];
        assert_eq!(constants(&folder.path().join("src")), expected);
        assert_eq!(constants(&folder.path().join("nothing")), []);
    }
}
