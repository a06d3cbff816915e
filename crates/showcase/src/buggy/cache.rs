//! A cache that evicts what was used least recently.

use std::collections::HashMap;

/// A cache of limited capacity.
#[derive(Clone, Debug)]
pub struct Cache {
    entries: HashMap<u8, Entry>,
    capacity: usize,
    time: u64,
}

/// A value, and the time of its last use.
#[derive(Clone, Copy, Debug)]
struct Entry {
    value: char,
    used: u64,
}

impl Cache {
    /// Creates an empty cache.
    pub fn with_capacity(capacity: usize) -> Cache {
        Cache { entries: HashMap::new(), capacity, time: 0 }
    }

    /// Inserts a value, and evicts another one if the cache is full.
    pub fn put(&mut self, key: u8, value: char) {
        self.time += 1;
        // The bug: a full cache evicts an entry even if it has the key already.
        if self.entries.len() == self.capacity {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used);
            if let Some(key) = oldest.map(|(key, _)| *key) {
                self.entries.remove(&key);
            }
        }
        self.entries.insert(key, Entry { value, used: self.time });
    }

    /// Returns the value of this key.
    pub fn get(&mut self, key: u8) -> Option<char> {
        self.time += 1;
        let entry = self.entries.get_mut(&key)?;
        entry.used = self.time;
        Some(entry.value)
    }
}
