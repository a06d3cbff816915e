//! Sorted maps and sets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use forall::Arbitrary;

use super::{Question, Size, Small, rank};

#[derive(Arbitrary, Clone, Debug)]
struct Entry {
    weight: i16,
    old: bool,
}

#[derive(Arbitrary, Clone, Debug)]
struct Index {
    entries: BTreeMap<u8, Entry>,
    tags: BTreeSet<u8>,
}

impl Index {
    fn size(&self) -> Size {
        let entries = self
            .entries
            .iter()
            .flat_map(|(key, entry)| [u64::from(*key), rank(entry.weight), u64::from(entry.old)]);
        let tags = self.tags.iter().map(|tag| u64::from(*tag));
        (self.entries.len() + self.tags.len(), entries.chain(tags).collect())
    }

    fn weights(&self) -> Vec<i16> {
        self.entries.values().map(|entry| entry.weight).collect()
    }
}

static SMALL: LazyLock<Small<Index>> = LazyLock::new(|| Small::new(10, Index::size, |_| true));

fn check(name: &'static str, fails: fn(&Index) -> bool) {
    SMALL.check(Question { name, fails });
}

#[test]
fn maps_with_given_keys_shrink_to_the_minimum() {
    check("neighbours", |index| {
        index.entries.keys().any(|key| index.entries.contains_key(&key.wrapping_add(1)))
    });
    check("a tag that is a key", |index| {
        index.tags.iter().any(|tag| index.entries.contains_key(tag))
    });
    check("more tags than entries", |index| {
        !index.entries.is_empty() && index.tags.len() > index.entries.len()
    });
    check("a tag above all keys", |index| {
        let key = index.entries.keys().last();
        key.is_some() && index.tags.last() > key
    });
}

#[test]
fn maps_with_given_values_shrink_to_the_minimum() {
    check("a weight that falls", |index| !index.weights().is_sorted());
    check("an old one of weight", |index| {
        index.entries.values().any(|entry| entry.old && entry.weight > 1)
    });
    check("the same weight twice", |index| {
        let weights: BTreeSet<i16> = index.weights().into_iter().collect();
        weights.len() < index.entries.len()
    });
    check("a weight that is its key", |index| {
        index.entries.iter().any(|(key, entry)| i16::from(*key) == entry.weight && *key > 0)
    });
}
