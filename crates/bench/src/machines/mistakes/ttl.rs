//! A cache whose entries have a time to live.

use std::collections::BTreeMap;

#[forall::machine(model = Model)]
pub(super) trait Ttl {
    fn put(&mut self, #[domain(0..4)] key: u8, value: u8, #[domain(1..=5)] lifetime: u32);
    fn get(&mut self, #[domain(0..4)] key: u8) -> Option<u8>;
    fn wait(&mut self, #[domain(1..=5)] time: u32);
    fn len(&mut self) -> usize;
}

/// The entries that are alive, with the time that is left.
#[derive(Default, Hash)]
pub(super) struct Model(BTreeMap<u8, (u8, u32)>);

impl Ttl for Model {
    fn put(&mut self, key: u8, value: u8, lifetime: u32) {
        self.0.insert(key, (value, lifetime));
    }

    fn get(&mut self, key: u8) -> Option<u8> {
        self.0.get(&key).map(|(value, _)| *value)
    }

    fn wait(&mut self, time: u32) {
        self.0.retain(|_, (_, left)| {
            *left = left.saturating_sub(time);
            *left > 0
        });
    }

    fn len(&mut self) -> usize {
        self.0.len()
    }
}

/// A list with the end of each entry, sorted by it. If the mistake is 1, an entry is still alive at its end; if
/// it is 2, an entry that is overwritten by one that ends earlier keeps its end.
#[derive(Default)]
pub(super) struct Cache<const MISTAKE: u8> {
    now: u32,
    entries: Vec<(u32, u8, u8)>,
}

impl<const MISTAKE: u8> Cache<MISTAKE> {
    fn expire(&mut self) {
        let now = self.now;
        self.entries.retain(|(end, ..)| *end > now || MISTAKE == 1 && *end == now);
    }
}

impl<const MISTAKE: u8> Ttl for Cache<MISTAKE> {
    fn put(&mut self, key: u8, value: u8, lifetime: u32) {
        self.expire();
        let mut end = self.now + lifetime;
        if let Some(at) = self.entries.iter().position(|(_, known, _)| *known == key) {
            let (old_end, ..) = self.entries.remove(at);
            if MISTAKE == 2 {
                end = end.max(old_end);
            }
        }
        self.entries.push((end, key, value));
    }

    fn get(&mut self, key: u8) -> Option<u8> {
        self.expire();
        self.entries.iter().find(|(_, known, _)| *known == key).map(|(.., value)| *value)
    }

    fn wait(&mut self, time: u32) {
        self.now += time;
    }

    fn len(&mut self) -> usize {
        self.expire();
        self.entries.len()
    }
}
