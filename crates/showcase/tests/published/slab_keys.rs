//! `slab::Slab`, against a map from the steps that inserted a value. Its keys are handles.

use std::collections::BTreeMap;

use forall::machine::Steps;
use forall::property;
use slab::Slab;

#[forall::machine(model = Values)]
trait Store {
    type Key;

    #[weight(2)]
    fn insert(&mut self, value: u8) -> Self::Key;
    fn replace(&mut self, key: &Self::Key, value: u8) -> Option<u8>;
    fn get(&self, key: &Self::Key) -> Option<u8>;
    fn remove(&mut self, key: Self::Key) -> u8;
    fn insert_vacant(&mut self, value: u8) -> Self::Key;
    fn shrink(&mut self);
    #[always]
    fn len(&self) -> usize;
    /// All values, sorted: the order of the keys is that of the slab.
    #[always]
    fn values(&self) -> Vec<u8>;
}

#[derive(Default)]
struct Values {
    values: BTreeMap<u32, u8>,
    inserted: u32,
}

impl Store for Values {
    type Key = u32;

    fn insert(&mut self, value: u8) -> u32 {
        self.inserted += 1;
        self.values.insert(self.inserted, value);
        self.inserted
    }

    fn replace(&mut self, key: &u32, value: u8) -> Option<u8> {
        self.values.insert(*key, value)
    }

    fn get(&self, key: &u32) -> Option<u8> {
        self.values.get(key).copied()
    }

    fn remove(&mut self, key: u32) -> u8 {
        self.values.remove(&key).expect("the key is used up only once")
    }

    fn insert_vacant(&mut self, value: u8) -> u32 {
        self.insert(value)
    }

    fn shrink(&mut self) {}

    fn len(&self) -> usize {
        self.values.len()
    }

    fn values(&self) -> Vec<u8> {
        sorted(self.values.values().copied())
    }
}

impl Store for Slab<u8> {
    type Key = usize;

    fn insert(&mut self, value: u8) -> usize {
        Slab::insert(self, value)
    }

    fn replace(&mut self, key: &usize, value: u8) -> Option<u8> {
        self.get_mut(*key).map(|old| std::mem::replace(old, value))
    }

    fn get(&self, key: &usize) -> Option<u8> {
        Slab::get(self, *key).copied()
    }

    fn remove(&mut self, key: usize) -> u8 {
        Slab::remove(self, key)
    }

    fn insert_vacant(&mut self, value: u8) -> usize {
        let entry = self.vacant_entry();
        let key = entry.key();
        entry.insert(value);
        key
    }

    fn shrink(&mut self) {
        self.shrink_to_fit();
    }

    fn len(&self) -> usize {
        Slab::len(self)
    }

    fn values(&self) -> Vec<u8> {
        sorted(self.iter().map(|(_, value)| *value))
    }
}

fn sorted(values: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut values: Vec<u8> = values.collect();
    values.sort_unstable();
    values
}

#[property(tests = 2_000)]
fn a_slab_keeps_values_under_their_keys(steps: Steps<Values>) {
    steps.check::<Slab<u8>>();
}
