//! A slab: values under keys that it gives out. Places are used again.

use std::collections::BTreeMap;

#[forall::machine(model = Model)]
pub(super) trait Values {
    type Key;
    fn insert(&mut self, value: u8) -> Self::Key;
    fn get(&self, key: &Self::Key) -> Option<u8>;
    fn remove(&mut self, key: &Self::Key) -> Option<u8>;
    fn capacity(&self) -> usize;
}

/// The values, under numbers that are never used again, and the greatest number of values at once.
#[derive(Default, Hash)]
pub(super) struct Model {
    values: BTreeMap<usize, u8>,
    inserted: usize,
    most: usize,
}

impl Values for Model {
    type Key = usize;

    fn insert(&mut self, value: u8) -> usize {
        self.inserted += 1;
        self.values.insert(self.inserted, value);
        self.most = self.most.max(self.values.len());
        self.inserted
    }

    fn get(&self, key: &usize) -> Option<u8> {
        self.values.get(key).copied()
    }

    fn remove(&mut self, key: &usize) -> Option<u8> {
        self.values.remove(key)
    }

    fn capacity(&self) -> usize {
        self.most
    }
}

/// A key: a place, and how often it was used before.
#[derive(Clone, Copy)]
pub(super) struct Key {
    place: usize,
    generation: u32,
}

enum Place {
    Used(u8, u32),
    /// The next free place, and how often this one was used.
    Free(Option<usize>, u32),
}

/// Places with a list of the free ones. If the mistake is 1, removing does not count as a use; if it is 2, the
/// second place of the free list is forgotten.
#[derive(Default)]
pub(super) struct Slab<const MISTAKE: u8> {
    places: Vec<Place>,
    free: Option<usize>,
}

impl<const MISTAKE: u8> Values for Slab<MISTAKE> {
    type Key = Key;

    fn insert(&mut self, value: u8) -> Key {
        let Some(place) = self.free else {
            self.places.push(Place::Used(value, 0));
            return Key { place: self.places.len() - 1, generation: 0 };
        };
        let Place::Free(next, generation) = self.places[place] else {
            unreachable!("only free places are in the list")
        };
        self.free = if MISTAKE == 2 { None } else { next };
        self.places[place] = Place::Used(value, generation);
        Key { place, generation }
    }

    fn get(&self, key: &Key) -> Option<u8> {
        match self.places[key.place] {
            Place::Used(value, generation) if generation == key.generation => Some(value),
            _ => None,
        }
    }

    fn remove(&mut self, key: &Key) -> Option<u8> {
        let value = self.get(key)?;
        let generation = key.generation + u32::from(MISTAKE != 1);
        self.places[key.place] = Place::Free(self.free, generation);
        self.free = Some(key.place);
        Some(value)
    }

    fn capacity(&self) -> usize {
        self.places.len()
    }
}
