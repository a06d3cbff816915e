use forall::machine::Steps;
use forall::property;
use showcase::buggy::cache::Cache;

/// The operations of a cache. The methods of `Cache` have the same names.
#[forall::machine(model = Model, system = Cache)]
trait Lru {
    #[start]
    fn with_capacity(#[domain(1..=3)] capacity: usize) -> Self;
    fn put(&mut self, #[domain(0..5)] key: u8, #[domain('a'..='z')] value: char);
    fn get(&mut self, #[domain(0..5)] key: u8) -> Option<char>;
}

/// The entries, the least recently used first.
#[derive(Hash)]
struct Model {
    entries: Vec<(u8, char)>,
    capacity: usize,
}

impl Lru for Model {
    fn with_capacity(capacity: usize) -> Model {
        Model { entries: Vec::new(), capacity }
    }

    fn put(&mut self, key: u8, value: char) {
        self.entries.retain(|(known, _)| *known != key);
        if self.entries.len() == self.capacity {
            self.entries.remove(0);
        }
        self.entries.push((key, value));
    }

    fn get(&mut self, key: u8) -> Option<char> {
        let at = self.entries.iter().position(|(known, _)| *known == key)?;
        let entry = self.entries.remove(at);
        self.entries.push(entry);
        Some(entry.1)
    }
}

#[property]
#[ignore = "fails on purpose"]
fn evicts_what_was_used_least_recently(steps: Steps<Model>) {
    steps.check::<Cache>();
}
