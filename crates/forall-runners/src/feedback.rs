//! Feedback: measurements of a test besides its verdict.
//!
//! All feedback has one form, after FuzzFactory (Padhye, Lemieux, Sen, Simon and Vijayakumar, 2019). A test
//! records numbers under keys, and each key belongs to a [map](FeedbackMap). A [`Reducer`] combines the
//! numbers of one key, within a test and across tests. So a runner treats branches, scores, labels,
//! allocations and ticks in the same way, and can use all of them at once.
//!
//! [Instruments](Instrument) record the feedback. Some examine the test ([`Premises`], [`Shape`], [`Labels`],
//! [`Scores`]). Others collect what the code under test records with hooks such as [`probe`] ([`Probes`],
//! [`Ticks`]). Other crates can add instruments, for example for the edges of an instrumented build. A tuple
//! of instruments is an instrument:
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
//! assert_eq!(report.guided_by, ["premises", "probes", "ticks"]);
//! ```

mod mix;
mod instrument;
mod counts;
mod score;
mod hooks;
mod instruments;
mod valid_coverage;
#[cfg(feature = "coverage")]
mod coverage;

#[cfg(feature = "coverage")]
pub use self::coverage::{Allocations, Comparisons, Edges};
pub use self::{
    counts::Counts,
    hooks::{Operand, maximize, minimize, probe, probe_id, record, tick, ticks, traced_eq},
    instrument::{FinishedTest, Instrument},
    instruments::{Labels, Premises, Probes, Scores, Shape, Ticks},
    mix::{Mix, MixKeys},
    score::{Scored, rank, score, score_of},
    valid_coverage::ValidCoverage,
};
use crate::mutation::ComparedValues;
use crate::observe::Visit;
use crate::source::{ChoiceValue, SpanLabel};

/// A named set of keys, for example the edges, the probes or the labels.
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
    /// Control-flow edges of the code under test. The key is the number of the edge.
    pub const EDGES: FeedbackMap = FeedbackMap::new("forall::edges");
    /// Probes in the code under test.
    pub const PROBES: FeedbackMap = FeedbackMap::new("forall::probes");
    /// Scores to maximize or minimize.
    pub const SCORES: FeedbackMap = FeedbackMap::new("forall::scores");
    /// Ticks that the code under test counts.
    pub const TICKS: FeedbackMap = FeedbackMap::new("forall::ticks");
    /// The number and the size of allocations.
    pub const ALLOCATIONS: FeedbackMap = FeedbackMap::new("forall::allocations");
    /// Labels of the inputs.
    pub const LABELS: FeedbackMap = FeedbackMap::new("forall::labels");
    /// The progress of a test: the number of nodes of the property that it reached before a premise discarded
    /// it.
    pub const PREMISES: FeedbackMap = FeedbackMap::new("forall::premises");
    /// States of the code under test, and operations that led to them.
    pub const STATES: FeedbackMap = FeedbackMap::new("forall::states");
    /// Branches that the domains took.
    pub const SHAPE: FeedbackMap = FeedbackMap::new("forall::shape");

    /// Returns the map with this name.
    pub const fn new(name: &str) -> FeedbackMap {
        FeedbackMap(SpanLabel::new(name).hash())
    }

    /// Returns a map of its own for a part of the tests that this map is about.
    ///
    /// ```
    /// use forall::feedback::FeedbackMap;
    ///
    /// let slow = FeedbackMap::PROBES.part("slow tests");
    /// assert!(slow != FeedbackMap::PROBES && slow != FeedbackMap::EDGES.part("slow tests"));
    /// ```
    #[must_use]
    pub const fn part(self, name: &str) -> FeedbackMap {
        FeedbackMap(self.0.rotate_left(29) ^ SpanLabel::new(name).hash())
    }
}

/// How to combine two numbers of one key, and when a number is new.
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
    /// The greater number. New if it is greater than all earlier ones.
    Max,
    /// The smaller number. New if it is smaller than all earlier ones.
    Min,
    /// The bitwise or. New if it has a bit that no earlier number had.
    Or,
    /// The sum. New if no earlier sum had the same power of two: 1, 2 to 3, 4 to 7, …
    Sum,
    /// The later number. New if it was not seen before.
    Set,
}

impl Reducer {
    /// Combines two numbers.
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

/// A number that a test recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The map of its key.
    pub map: FeedbackMap,
    /// The key.
    pub key: u64,
    /// The number.
    pub value: u64,
    /// How to combine it with other numbers of the key.
    pub reducer: Reducer,
}

/// The feedback of one test.
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
    /// A hash table of positions in `entries`, plus one; 0 marks a free slot. It is not used while there are
    /// at most [`MAX_UNINDEXED`] entries.
    index: Vec<u32>,
    counts: Vec<Counts>,
    comparisons: Vec<ComparedValues>,
    visits: Vec<Visit>,
    size: u64,
}

/// The number of entries up to which a linear search is faster than the index.
const MAX_UNINDEXED: usize = 8;

/// The number of comparisons that are kept. More of them would not help a mutator.
const MAX_COMPARISONS: usize = 256;

impl Feedback {
    /// Creates feedback without any entries.
    pub const fn new() -> Feedback {
        Feedback {
            entries: vec![],
            index: vec![],
            counts: vec![],
            comparisons: vec![],
            visits: vec![],
            size: 0,
        }
    }

    /// Removes everything, but keeps the allocated memory.
    pub fn clear(&mut self) {
        if self.entries.len() > MAX_UNINDEXED {
            self.index.fill(0);
        }
        self.entries.clear();
        self.comparisons.clear();
        self.visits.clear();
        self.size = 0;
        for counts in &mut self.counts {
            counts.counts.clear();
        }
    }

    /// Records `value` under `key`, combined with the value that the key already has, if any.
    pub fn add(&mut self, map: FeedbackMap, key: u64, value: u64, reducer: Reducer) {
        match self.position(map, key) {
            Some(at) => {
                let old = &mut self.entries[at];
                old.value = reducer.reduce(old.value, value);
            }
            None => self.push(Entry { map, key, value, reducer }),
        }
    }

    /// Returns the counters of a map, for an instrument that has one counter for each key. With very many
    /// keys, this is faster than [`add`](Feedback::add).
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

    /// Replaces the counters of a map by a copy of `counts`.
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
    /// let ticks = Entry { map: FeedbackMap::TICKS, key: 0, value: 17, reducer: Reducer::Max };
    /// assert_eq!(feedback.entries(), [ticks]);
    /// assert_eq!((feedback.comparisons().len(), feedback.size()), (1, 40));
    /// ```
    pub fn set_counts(&mut self, map: FeedbackMap, counts: &[u8]) {
        let counters = self.counts_mut(map);
        counters.clear();
        counters.extend_from_slice(counts);
    }

    /// Records both sides of a comparison that the code under test made. A mutator can replace a choice that
    /// equals one side by the other.
    pub fn record_comparison(&mut self, left: ChoiceValue, right: ChoiceValue) {
        if self.comparisons.len() < MAX_COMPARISONS && left != right {
            self.comparisons.push(ComparedValues { left, right });
        }
    }

    /// Sets the states that the test visited, in order.
    ///
    /// ```
    /// use forall::feedback::Feedback;
    /// use forall::observe::Visit;
    ///
    /// let mut feedback = Feedback::new();
    /// feedback.set_visits(vec![Visit { view: 0, state: 7, steps: Some(3) }]);
    /// assert_eq!(feedback.take_visits().len(), 1);
    /// assert!(feedback.take_visits().is_empty());
    /// ```
    pub fn set_visits(&mut self, visits: Vec<Visit>) {
        self.visits = visits;
    }

    /// Removes and returns the states that the test visited, in order.
    pub fn take_visits(&mut self) -> Vec<Visit> {
        std::mem::take(&mut self.visits)
    }

    /// Sets the size of the input. A smaller input with the same feedback is new too.
    pub fn set_size(&mut self, size: u64) {
        self.size = size;
    }

    /// Returns the size of the input.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number under `key`.
    pub fn get(&self, map: FeedbackMap, key: u64) -> Option<u64> {
        self.position(map, key).map(|at| self.entries[at].value)
    }

    /// Returns all numbers that were [added](Feedback::add).
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the maps that have a counter for each key.
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }

    /// Returns whether all premises held. [`Premises`] must be among the instruments.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FinishedTest, Instrument, Premises};
    /// use forall::report::Verdict;
    /// use forall::source::Record;
    ///
    /// let [valid, discarded] = [Verdict::Pass, Verdict::Discard(1)].map(|verdict| {
    ///     let test = FinishedTest { verdict: &verdict, record: &Record::default(), observe: &|| &[] };
    ///     let mut feedback = Feedback::new();
    ///     Premises.read(&test, &mut feedback);
    ///     feedback.is_valid()
    /// });
    /// assert!(valid && !discarded);
    /// ```
    pub fn is_valid(&self) -> bool {
        self.get(FeedbackMap::PREMISES, 0) == Some(u64::MAX)
    }

    /// Returns the number of steps that the test counted: ticks and hits of probes.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap, Reducer};
    ///
    /// let mut feedback = Feedback::new();
    /// feedback.add(FeedbackMap::TICKS, 0, 40, Reducer::Max);
    /// feedback.add(FeedbackMap::PROBES, 7, 2, Reducer::Sum);
    /// assert_eq!(feedback.steps(), 42);
    /// ```
    pub fn steps(&self) -> u64 {
        let is_step =
            |entry: &&Entry| [FeedbackMap::TICKS, FeedbackMap::PROBES].contains(&entry.map);
        self.entries.iter().filter(is_step).map(|entry| entry.value).sum()
    }

    /// Returns the comparisons whose sides differed.
    pub fn comparisons(&self) -> &[ComparedValues] {
        &self.comparisons
    }

    /// Returns whether both have the same entries, and counts of the same [class](Counts::class). Comparisons
    /// and sizes are ignored.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap};
    ///
    /// let mut first = Feedback::new();
    /// let mut again = Feedback::new();
    /// first.set_counts(FeedbackMap::EDGES, &[0, 4, 1]);
    /// again.set_counts(FeedbackMap::EDGES, &[0, 5, 1]);
    /// assert!(first.matches(&again), "4 and 5 are in the same class");
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
        if count <= MAX_UNINDEXED {
            return;
        }
        if count == MAX_UNINDEXED + 1 || count * 2 > self.index.len() {
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
        if self.entries.len() <= MAX_UNINDEXED {
            return self.entries.iter().position(|entry| entry.key == key && entry.map == map);
        }
        self.index[self.slot(map, key)].checked_sub(1).map(|at| at as usize)
    }

    /// Returns the slot of this key, or the free slot for it.
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
