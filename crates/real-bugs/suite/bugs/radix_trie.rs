//! Maps that share the prefixes of their keys.

use std::collections::BTreeMap;

use radix_trie::{Trie, TrieCommon};

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        Insert(String, u8),
        Remove(String),
        Get(String),
    }
}

pub(crate) static REMOVE_MISSING: Bug<Vec<Step>> = Bug {
    name: "radix_trie_remove_missing",
    package: "radix_trie",
    law: "a `Trie` behaves like a `BTreeMap`",
    link: "https://github.com/michaelsproul/rust_radix_trie/issues/40",
    check: |steps| {
        let mut trie = Trie::new();
        let mut model = BTreeMap::new();
        for step in steps {
            match step {
                Step::Insert(key, value) => {
                    assert_eq!(trie.insert(key.clone(), *value), model.insert(key, *value));
                }
                Step::Remove(key) => assert_eq!(trie.remove(key), model.remove(key)),
                Step::Get(key) => assert_eq!(trie.get(key), model.get(key)),
            }
            assert_eq!(trie.len(), model.len());
        }
    },
    known_failure: || vec![Step::Insert("a".into(), 0), Step::Remove("b".into())],
};
