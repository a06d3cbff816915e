//! `lru::LruCache`, against a list with the most recently used entry in front.

use std::num::NonZeroUsize;

use forall::machine::Steps;
use forall::property;
use lru::LruCache;

#[forall::machine(model = Entries)]
trait Cache {
    #[start]
    fn with_capacity(#[domain(1..=3)] capacity: usize) -> Self;
    #[weight(2)]
    fn put(&mut self, #[domain(0..6)] key: u8, value: u8) -> Option<u8>;
    fn push(&mut self, #[domain(0..6)] key: u8, value: u8) -> Option<(u8, u8)>;
    fn get(&mut self, #[domain(0..6)] key: u8) -> Option<u8>;
    fn peek(&self, #[domain(0..6)] key: u8) -> Option<u8>;
    fn promote(&mut self, #[domain(0..6)] key: u8);
    fn demote(&mut self, #[domain(0..6)] key: u8);
    fn pop(&mut self, #[domain(0..6)] key: u8) -> Option<u8>;
    fn pop_lru(&mut self) -> Option<(u8, u8)>;
    fn resize(&mut self, #[domain(1..=4)] capacity: usize);
    fn clear(&mut self);
    #[always]
    fn entries(&self) -> Vec<(u8, u8)>;
}

struct Entries {
    capacity: usize,
    entries: Vec<(u8, u8)>,
}

impl Entries {
    fn take(&mut self, key: u8) -> Option<(u8, u8)> {
        let at = self.entries.iter().position(|entry| entry.0 == key)?;
        Some(self.entries.remove(at))
    }
}

impl Cache for Entries {
    fn with_capacity(capacity: usize) -> Entries {
        Entries { capacity, entries: Vec::new() }
    }

    fn put(&mut self, key: u8, value: u8) -> Option<u8> {
        let old = self.take(key);
        self.entries.insert(0, (key, value));
        self.entries.truncate(self.capacity);
        old.map(|(_, value)| value)
    }

    fn push(&mut self, key: u8, value: u8) -> Option<(u8, u8)> {
        let old = self.take(key);
        self.entries.insert(0, (key, value));
        let is_full = self.entries.len() > self.capacity;
        old.or_else(|| if is_full { self.entries.pop() } else { None })
    }

    fn get(&mut self, key: u8) -> Option<u8> {
        self.promote(key);
        self.peek(key)
    }

    fn peek(&self, key: u8) -> Option<u8> {
        self.entries.iter().find(|entry| entry.0 == key).map(|entry| entry.1)
    }

    fn promote(&mut self, key: u8) {
        if let Some(entry) = self.take(key) {
            self.entries.insert(0, entry);
        }
    }

    fn demote(&mut self, key: u8) {
        if let Some(entry) = self.take(key) {
            self.entries.push(entry);
        }
    }

    fn pop(&mut self, key: u8) -> Option<u8> {
        self.take(key).map(|(_, value)| value)
    }

    fn pop_lru(&mut self) -> Option<(u8, u8)> {
        self.entries.pop()
    }

    fn resize(&mut self, capacity: usize) {
        self.capacity = capacity;
        self.entries.truncate(capacity);
    }

    fn clear(&mut self) {
        self.entries.clear();
    }

    fn entries(&self) -> Vec<(u8, u8)> {
        self.entries.clone()
    }
}

fn non_zero(capacity: usize) -> NonZeroUsize {
    NonZeroUsize::new(capacity).expect("capacities are at least 1")
}

impl Cache for LruCache<u8, u8> {
    fn with_capacity(capacity: usize) -> LruCache<u8, u8> {
        LruCache::new(non_zero(capacity))
    }

    fn put(&mut self, key: u8, value: u8) -> Option<u8> {
        LruCache::put(self, key, value)
    }

    fn push(&mut self, key: u8, value: u8) -> Option<(u8, u8)> {
        LruCache::push(self, key, value)
    }

    fn get(&mut self, key: u8) -> Option<u8> {
        LruCache::get(self, &key).copied()
    }

    fn peek(&self, key: u8) -> Option<u8> {
        LruCache::peek(self, &key).copied()
    }

    fn promote(&mut self, key: u8) {
        LruCache::promote(self, &key);
    }

    fn demote(&mut self, key: u8) {
        LruCache::demote(self, &key);
    }

    fn pop(&mut self, key: u8) -> Option<u8> {
        LruCache::pop(self, &key)
    }

    fn pop_lru(&mut self) -> Option<(u8, u8)> {
        LruCache::pop_lru(self)
    }

    fn resize(&mut self, capacity: usize) {
        LruCache::resize(self, non_zero(capacity));
    }

    fn clear(&mut self) {
        LruCache::clear(self);
    }

    fn entries(&self) -> Vec<(u8, u8)> {
        self.iter().map(|(key, value)| (*key, *value)).collect()
    }
}

#[property(tests = 2_000)]
fn a_cache_is_a_list_of_recent_entries(steps: Steps<Entries>) {
    steps.check::<LruCache<u8, u8>>();
}
