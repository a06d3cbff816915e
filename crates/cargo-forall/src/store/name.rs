//! The names of folders and entries in a store.

use std::fmt;

use forall_format::hash::fnv1a;
use forall_format::state_path::PropertyName;

/// What entries are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Inputs of guided runs. They are valid for every build, and each worker judges them by its own coverage.
    Corpus,
    /// Inputs that fail.
    Failures,
}

/// The folder for the entries of one property: `corpus/words/starts_otherwise`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreFolder(String);

impl StoreFolder {
    /// Returns the folder for the property with this full name.
    pub(crate) fn new(kind: Kind, property: &str) -> StoreFolder {
        let (module, name) = property.rsplit_once("::").unwrap_or(("", property));
        let file = PropertyName { module, name }.file_name("");
        let kind = match kind {
            Kind::Corpus => "corpus",
            Kind::Failures => "failures",
        };
        StoreFolder(format!("{kind}/{}", file.trim_end_matches('.')))
    }
}

impl fmt::Display for StoreFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the name of an entry with this content: a hash of 128 bits. Two hashes in opposite directions do not collide
/// together by accident.
pub(super) fn entry_name(content: &str) -> String {
    let reversed: Vec<u8> = content.bytes().rev().collect();
    format!("{:016x}{:016x}", fnv1a(content.as_bytes()), fnv1a(&reversed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_depend_on_the_content_only() {
        assert_eq!(entry_name("t.ebe146\n"), entry_name("t.ebe146\n"));
        let names: std::collections::HashSet<String> =
            (0..10_000).map(|n| entry_name(&n.to_string())).collect();
        assert_eq!(names.len(), 10_000);
        assert!(names.iter().all(|name| name.len() == 32));
    }

    #[test]
    fn each_property_has_a_folder() {
        let folder = |kind| StoreFolder::new(kind, "words::r#box::starts").to_string();
        assert_eq!(folder(Kind::Corpus), "corpus/words/box/starts");
        assert_eq!(folder(Kind::Failures), "failures/words/box/starts");
    }
}
