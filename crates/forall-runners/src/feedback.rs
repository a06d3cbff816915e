//! Feedback: what a test did, beyond its verdict.
//!
//! There is one channel for all of it. A test leaves numbers under keys, the keys stand in [maps](FeedbackMap),
//! and a [`Reducer`] says how numbers of the same key come together, in one test and from test to
//! test: after FuzzFactory (Padhye, Lemieux, Sen, Simon and Vijayakumar, 2019). So branches of the
//! code, scores, labels, allocations and steps are all the same to a runner, and combine.
//!
//! [Instruments](Instrument) fill it. Some look at the test ([`Premises`], [`Shape`], [`Labels`],
//! [`Scores`]), some at what the code under test says of itself by [`probe`] and its siblings
//! ([`Probes`], [`Ticks`]). Another crate can bring its own, such as the edges of an instrumented build.
//! Instruments combine as tuples:
//!
//! ```
//! use forall::feedback::{Premises, Probes, Ticks};
//! use forall::part::Guidance;
//! use forall::runner::{Options, fuzz_with};
//!
//! let property = forall::property::forall("text", forall::any::<String>()).check(|(text, ())| {
//!     forall::feedback::tick();
//!     if text.starts_with('f') {
//!         forall::probe!();
//!     }
//!     true
//! });
//! let mut guidance = Guidance::default().instrument((Premises, Probes, Ticks));
//! let report = fuzz_with(&property, &mut guidance, &Options::default());
//! assert_eq!(report.sources, ["premises", "probes", "ticks"]);
//! ```

mod instrument;
mod counts;
mod score;
mod hooks;
mod instruments;
#[cfg(feature = "coverage")]
mod coverage;

#[cfg(feature = "coverage")]
pub use self::coverage::{Allocations, Comparisons, Edges};
pub use self::{
    counts::Counts,
    hooks::{Operand, maximize, minimize, probe, probe_id, record, tick, ticks, traced_eq},
    instrument::{FinishedTest, Instrument},
    instruments::{Labels, Premises, Probes, Scores, Shape, Ticks},
    score::{Scored, rank, score, score_of},
};
use crate::source::{ChoiceValue, SpanLabel};

/// A set of keys that belong together: the edges, the probes, the labels …
///
/// ```
/// use forall::feedback::FeedbackMap;
///
/// const QUERIES: FeedbackMap = FeedbackMap::new("my_crate::queries");
/// assert!(QUERIES != FeedbackMap::PROBES && QUERIES == FeedbackMap::new("my_crate::queries"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeedbackMap(u64);

impl FeedbackMap {
    /// Branches of the code under test, by their number.
    pub const EDGES: FeedbackMap = FeedbackMap::new("forall::edges");
    /// Places that the code under test names itself.
    pub const PROBES: FeedbackMap = FeedbackMap::new("forall::probes");
    /// Scores to drive up or down.
    pub const SCORES: FeedbackMap = FeedbackMap::new("forall::scores");
    /// Steps that the code under test counts.
    pub const TICKS: FeedbackMap = FeedbackMap::new("forall::ticks");
    /// What was allocated.
    pub const ALLOCATIONS: FeedbackMap = FeedbackMap::new("forall::allocations");
    /// Labels of the inputs.
    pub const LABELS: FeedbackMap = FeedbackMap::new("forall::labels");
    /// How far into the property a test came.
    pub const PREMISES: FeedbackMap = FeedbackMap::new("forall::premises");
    /// Which branches the domains took.
    pub const SHAPE: FeedbackMap = FeedbackMap::new("forall::shape");

    /// The map of this name.
    pub const fn new(name: &str) -> FeedbackMap {
        FeedbackMap(SpanLabel::new(name).hash())
    }
}

/// How two numbers of the same key become one, and which of them are news.
///
/// ```
/// use forall::feedback::Reducer;
///
/// assert_eq!(Reducer::Max.reduce(3, 5), 5);
/// assert_eq!(Reducer::Or.reduce(0b01, 0b10), 0b11);
/// assert_eq!(Reducer::Sum.reduce(3, 5), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reducer {
    /// The greater. News if it is greater than ever.
    Max,
    /// The lesser. News if it is less than ever.
    Min,
    /// The bits of both. News if one of them was never set.
    Or,
    /// The sum. News if it is of a power of two that no sum was of: once, twice, four times …
    Sum,
    /// The later. News if it was never seen.
    Set,
}

impl Reducer {
    /// Both in one.
    pub fn reduce(self, old: u64, new: u64) -> u64 {
        match self {
            Reducer::Max => old.max(new),
            Reducer::Min => old.min(new),
            Reducer::Or => old | new,
            Reducer::Sum => old.saturating_add(new),
            Reducer::Set => new,
        }
    }
}

/// One number that a test left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Where its key stands.
    pub map: FeedbackMap,
    /// What it is of.
    pub key: u64,
    /// The number.
    pub value: u64,
    /// How it meets others.
    pub reducer: Reducer,
}

/// All that one test left.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, Reducer};
///
/// let mut feedback = Feedback::new();
/// feedback.add(FeedbackMap::PROBES, 7, 1, Reducer::Sum);
/// feedback.add(FeedbackMap::PROBES, 7, 1, Reducer::Sum);
/// assert_eq!(feedback.get(FeedbackMap::PROBES, 7), Some(2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Feedback {
    entries: Vec<Entry>,
    /// Where an entry is, plus one, by its hash; nothing while there are few.
    index: Vec<u32>,
    counts: Vec<Counts>,
    comparisons: Vec<(ChoiceValue, ChoiceValue)>,
    size: u64,
}

/// Up to so many entries, looking at each is faster than an index.
const FEW: usize = 8;

/// More comparisons than this say nothing more.
const COMPARES: usize = 256;

impl Feedback {
    /// Nothing yet.
    pub const fn new() -> Feedback {
        Feedback { entries: vec![], index: vec![], counts: vec![], comparisons: vec![], size: 0 }
    }

    /// Forgets all, but keeps the room for it.
    pub fn clear(&mut self) {
        if self.entries.len() > FEW {
            self.index.fill(0);
        }
        self.entries.clear();
        self.comparisons.clear();
        self.size = 0;
        for counts in &mut self.counts {
            counts.counts.clear();
        }
    }

    /// Leaves `value` under `key`; what is there already is reduced.
    pub fn add(&mut self, map: FeedbackMap, key: u64, value: u64, reducer: Reducer) {
        match self.position(map, key) {
            Some(at) => {
                let old = &mut self.entries[at];
                old.value = reducer.reduce(old.value, value);
            }
            None => self.push(Entry { map, key, value, reducer }),
        }
    }

    /// The counters of a map that has one for each of its keys, to be written all at once. This is the fast
    /// way for very many keys.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap};
    ///
    /// let mut feedback = Feedback::new();
    /// feedback.counts_mut(FeedbackMap::EDGES).extend([0, 3, 1]);
    /// assert_eq!(feedback.counts()[0].counts, [0, 3, 1]);
    /// ```
    pub fn counts_mut(&mut self, map: FeedbackMap) -> &mut Vec<u8> {
        let at = self.counts.iter().position(|known| known.map == map).unwrap_or_else(|| {
            self.counts.push(Counts { map, counts: Vec::new() });
            self.counts.len() - 1
        });
        &mut self.counts[at].counts
    }

    /// The same, of what is elsewhere. What is in it is replaced.
    ///
    /// ```
    /// use forall::feedback::{Entry, Feedback, FeedbackMap, Reducer};
    /// use forall::source::ChoiceValue;
    ///
    /// let mut feedback = Feedback::new();
    /// feedback.set_counts(FeedbackMap::EDGES, &[0, 3, 1]);
    /// feedback.add(FeedbackMap::TICKS, 0, 17, Reducer::Max);
    /// feedback.record_comparison(ChoiceValue::Integer(7), ChoiceValue::Integer(0xCAFE));
    /// feedback.set_size(40);
    ///
    /// let steps = Entry { map: FeedbackMap::TICKS, key: 0, value: 17, reducer: Reducer::Max };
    /// assert_eq!(feedback.entries(), [steps]);
    /// assert_eq!((feedback.comparisons().len(), feedback.size()), (1, 40));
    /// ```
    pub fn set_counts(&mut self, map: FeedbackMap, counts: &[u8]) {
        let counters = self.counts_mut(map);
        counters.clear();
        counters.extend_from_slice(counts);
    }

    /// Leaves the two sides of a comparison that the code under test made. A choice that equals one of
    /// them is worth a try with the other.
    pub fn record_comparison(&mut self, left: ChoiceValue, right: ChoiceValue) {
        if self.comparisons.len() < COMPARES && left != right {
            self.comparisons.push((left, right));
        }
    }

    /// Says how large the input was: that the same was done by a smaller one is news too.
    pub fn set_size(&mut self, size: u64) {
        self.size = size;
    }

    /// How large the input was.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What stands under `key`.
    pub fn get(&self, map: FeedbackMap, key: u64) -> Option<u64> {
        self.position(map, key).map(|at| self.entries[at].value)
    }

    /// The numbers.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The maps with a counter for each key.
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// The comparisons.
    pub fn comparisons(&self) -> &[(ChoiceValue, ChoiceValue)] {
        &self.comparisons
    }

    /// Do both say the same, comparisons aside? Counts agree where their [classes](Counts::class) do.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap};
    ///
    /// let (mut first, mut again) = (Feedback::new(), Feedback::new());
    /// first.set_counts(FeedbackMap::EDGES, &[0, 4, 1]);
    /// again.set_counts(FeedbackMap::EDGES, &[0, 5, 1]);
    /// assert!(first.matches(&again), "four times or five is the same class");
    /// again.clear();
    /// assert!(!first.matches(&again));
    /// ```
    pub fn matches(&self, other: &Feedback) -> bool {
        let found = |entry: &Entry| other.get(entry.map, entry.key) == Some(entry.value);
        let class = |counts: &Counts| -> Vec<u8> {
            counts.counts.iter().map(|count| Counts::class(*count)).collect()
        };
        let classes = |feedback: &Feedback| -> Vec<(FeedbackMap, Vec<u8>)> {
            feedback.counts.iter().map(|counts| (counts.map, class(counts))).collect()
        };
        self.entries.len() == other.entries.len()
            && self.entries.iter().all(found)
            && classes(self) == classes(other)
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
        let count = self.entries.len();
        if count <= FEW {
            return;
        }
        if count == FEW + 1 || count * 2 > self.index.len() {
            self.build();
        } else {
            let slot = self.slot(entry.map, entry.key);
            self.index[slot] = count as u32;
        }
    }

    fn build(&mut self) {
        self.index.clear();
        self.index.resize((self.entries.len() * 4).next_power_of_two(), 0);
        for at in 0..self.entries.len() {
            let Entry { map, key, .. } = self.entries[at];
            let slot = self.slot(map, key);
            self.index[slot] = at as u32 + 1;
        }
    }

    #[inline]
    fn position(&self, map: FeedbackMap, key: u64) -> Option<usize> {
        if self.entries.len() <= FEW {
            return self.entries.iter().position(|entry| entry.key == key && entry.map == map);
        }
        self.index[self.slot(map, key)].checked_sub(1).map(|at| at as usize)
    }

    /// The slot of this key, or the free one where it would go.
    #[inline]
    fn slot(&self, map: FeedbackMap, key: u64) -> usize {
        let mask = self.index.len() - 1;
        let hash = (key ^ map.0.rotate_left(23)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (hash >> 32) as usize & mask;
        while let Some(at) = self.index[slot].checked_sub(1) {
            let entry = &self.entries[at as usize];
            if entry.key == key && entry.map == map {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}
