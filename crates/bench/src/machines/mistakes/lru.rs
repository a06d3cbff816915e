//! A cache that evicts what was used least recently.

use std::collections::HashMap;

#[forall::machine(model = Model)]
pub(super) trait Lru {
    #[start]
    fn with_capacity(#[domain(1..=4)] capacity: usize) -> Self;
    fn put(&mut self, #[domain(0..8)] key: u8, value: u8) -> Option<u8>;
    fn get(&mut self, #[domain(0..8)] key: u8) -> Option<u8>;
    fn len(&self) -> usize;
}

/// The entries, the least recently used first.
#[derive(Hash)]
pub(super) struct Model {
    entries: Vec<(u8, u8)>,
    capacity: usize,
}

impl Lru for Model {
    fn with_capacity(capacity: usize) -> Model {
        Model { entries: Vec::new(), capacity }
    }

    fn put(&mut self, key: u8, value: u8) -> Option<u8> {
        let old = self.entries.iter().position(|(known, _)| *known == key);
        let old = old.map(|at| self.entries.remove(at).1);
        if self.entries.len() == self.capacity {
            self.entries.remove(0);
        }
        self.entries.push((key, value));
        old
    }

    fn get(&mut self, key: u8) -> Option<u8> {
        let at = self.entries.iter().position(|(known, _)| *known == key)?;
        let entry = self.entries.remove(at);
        self.entries.push(entry);
        Some(entry.1)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}

/// A map with the time of the last use. If the mistake is 1, `get` does not count as a use; if it is 2, a full
/// cache evicts an entry even if the key is known.
pub(super) struct Cache<const MISTAKE: u8> {
    entries: HashMap<u8, (u8, u64)>,
    capacity: usize,
    time: u64,
}

impl<const MISTAKE: u8> Lru for Cache<MISTAKE> {
    fn with_capacity(capacity: usize) -> Self {
        Cache { entries: HashMap::new(), capacity, time: 0 }
    }

    fn put(&mut self, key: u8, value: u8) -> Option<u8> {
        self.time += 1;
        let is_known = self.entries.contains_key(&key) && MISTAKE != 2;
        if self.entries.len() == self.capacity && !is_known {
            let oldest = self.entries.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                self.entries.remove(&oldest);
            }
        }
        self.entries.insert(key, (value, self.time)).map(|(old, _)| old)
    }

    fn get(&mut self, key: u8) -> Option<u8> {
        self.time += 1;
        let (value, used) = self.entries.get_mut(&key)?;
        if MISTAKE != 1 {
            *used = self.time;
        }
        Some(*value)
    }

    fn len(&self) -> usize {
        self.entries.len()
    }
}
