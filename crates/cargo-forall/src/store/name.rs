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
    /// How far the search of each worker is.
    Workers,
}

/// The folder for the entries of one property: `corpus/dictionary/words/starts_otherwise`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreFolder(String);

impl StoreFolder {
    /// Returns the folder for a property of this package.
    pub(crate) fn new(kind: Kind, package: &str, property: PropertyName<'_>) -> StoreFolder {
        let file = property.file_name_in_package(Some(package), "");
        let kind = match kind {
            Kind::Corpus => "corpus",
            Kind::Failures => "failures",
            Kind::Workers => "workers",
        };
        StoreFolder(format!("{kind}/{}", file.trim_end_matches('.')))
    }
}

impl fmt::Display for StoreFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number of digits of the name of an entry.
const NAME_LENGTH: usize = 32;

/// The name of an entry: a hash of its content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EntryName(String);

impl EntryName {
    /// Returns the name of an entry with this content: a hash of 128 bits. Two hashes in opposite directions do not
    /// collide together by accident.
    pub(super) fn of(content: &[u8]) -> EntryName {
        let reversed: Vec<u8> = content.iter().rev().copied().collect();
        EntryName(format!("{:016x}{:016x}", fnv1a(content), fnv1a(&reversed)))
    }

    /// Returns the name if it can be that of an entry. Other programs put files of their own into a folder.
    pub(super) fn parse(name: &str) -> Option<EntryName> {
        let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        (name.len() == NAME_LENGTH && name.bytes().all(is_digit))
            .then(|| EntryName(name.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EntryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_depend_on_the_content_only() {
        assert_eq!(EntryName::of(b"t.ebe146\n"), EntryName::of(b"t.ebe146\n"));
        let names: std::collections::HashSet<EntryName> =
            (0..10_000).map(|n| EntryName::of(n.to_string().as_bytes())).collect();
        assert_eq!(names.len(), 10_000);
        assert!(names.iter().all(|name| EntryName::parse(name.as_str()).as_ref() == Some(name)));
    }

    #[test]
    fn other_files_have_no_name_of_an_entry() {
        let upper_case = "0123456789ABCDEF0123456789ABCDEF";
        for name in ["", ".DS_Store", ".nfs000000000123456700000001", upper_case] {
            assert_eq!(EntryName::parse(name), None, "{name}");
        }
    }

    #[test]
    fn each_property_has_a_folder() {
        let property = PropertyName { module: "words::r#box", name: "starts" };
        let folder = |kind| StoreFolder::new(kind, "dictionary", property).to_string();
        assert_eq!(folder(Kind::Corpus), "corpus/dictionary/words/box/starts");
        assert_eq!(folder(Kind::Failures), "failures/dictionary/words/box/starts");
    }
}
