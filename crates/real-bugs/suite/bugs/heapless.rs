//! Maps of fixed capacity.

use std::collections::BTreeMap;

use heapless::{Entry, FnvIndexMap};

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Step {
        Insert(u8, u8),
        InsertNew(u8, u8),
        Remove(u8),
        Clear,
    }
}

const CAPACITY: usize = 16;

type Map = FnvIndexMap<u8, u8, CAPACITY>;

fn apply(step: &Step, map: &mut Map, model: &mut BTreeMap<u8, u8>) {
    match *step {
        Step::Insert(key, value) => {
            if model.len() < CAPACITY || model.contains_key(&key) {
                assert_eq!(map.insert(key, value), Ok(model.insert(key, value)));
            } else {
                assert_eq!(map.insert(key, value), Err((key, value)));
            }
        }
        Step::InsertNew(key, value) => {
            if let Entry::Vacant(entry) = map.entry(key) {
                let is_full = model.len() == CAPACITY;
                let expected = if is_full { Err(value) } else { Ok(value) };
                assert_eq!(entry.insert(value).copied(), expected);
                if !is_full {
                    model.insert(key, value);
                }
            }
        }
        Step::Remove(key) => assert_eq!(map.remove(&key), model.remove(&key)),
        Step::Clear => {
            map.clear();
            model.clear();
        }
    }
}

pub(crate) static VACANT_ENTRY: Bug<Vec<Step>> = Bug {
    name: "heapless_vacant_entry",
    package: "heapless",
    law: "an `IndexMap` behaves like a map with a maximum size",
    link: "https://github.com/rust-embedded/heapless/issues/360",
    check: |steps| {
        let mut map = Map::new();
        let mut model = BTreeMap::new();
        for step in steps {
            apply(step, &mut map, &mut model);
            assert_eq!(map.len(), model.len());
            assert!(model.iter().all(|(key, value)| map.get(key) == Some(value)));
        }
    },
    known_failure: || vec![Step::Insert(1, 0), Step::Insert(10, 0), Step::InsertNew(17, 0)],
};
