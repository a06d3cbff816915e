//! Covering arrays: which features of inputs have not occurred together yet.

use std::collections::HashMap;

use forall::part::{Feature, boundary_values, feature_class, features_by_choice};
use forall::source::Record;

/// A covering array that is built row by row. It knows the features that occurred in records, the
/// alternatives to these features, and which combinations of them have not occurred yet. From these it plans
/// the next row: the features with which the next input covers the most new combinations.
///
/// ```
/// use forall::block::regenerate;
/// use forall::property::forall;
/// use forall::part::CoveringArray;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
/// let record = |seed| regenerate(&property, Source::from_seed(seed, 5)).unwrap().record;
/// let mut array = CoveringArray::new(2);
/// array.learn(&record(1));
/// assert_eq!(array.row().unwrap().len(), 2); // Each of the two flags has two values, so there are four pairs.
/// (1..100).for_each(|seed| array.cover(&record(seed)));
/// assert_eq!(array.row(), None);
/// ```
#[derive(Clone, Debug)]
pub struct CoveringArray {
    strength: usize,
    /// The features that occurred, and their alternatives. Combinations refer to them by index.
    levels: Vec<Feature>,
    numbers: HashMap<Feature, u16>,
    /// The combinations that are not covered yet. The levels of a combination have different places. If a
    /// combination has fewer than three levels, the last one is repeated.
    open: Vec<[u16; 3]>,
}

impl CoveringArray {
    /// Creates an array for combinations of this many features, from one to three, without any known
    /// features.
    pub fn new(strength: usize) -> CoveringArray {
        let strength = strength.clamp(1, 3);
        CoveringArray { strength, levels: Vec::new(), numbers: HashMap::new(), open: Vec::new() }
    }

    /// Returns the number of features in a combination.
    pub fn strength(&self) -> usize {
        self.strength
    }

    /// Adds the features that occurred in this record, and their alternatives.
    pub fn learn(&mut self, record: &Record) {
        for (at, feature) in features_by_choice(record) {
            if self.numbers.contains_key(&feature) {
                continue;
            }
            self.add(feature);
            let role = record.choices[at].role;
            let constraint = record.constraint(at);
            for value in boundary_values(constraint, role) {
                let class = feature_class(constraint, role, &value);
                class.into_iter().for_each(|class| self.add(Feature { class, ..feature }));
            }
        }
    }

    /// Adds a level and its combinations with all known levels, unless there are too many levels.
    fn add(&mut self, level: Feature) {
        let max = [200, 128, 40][self.strength - 1];
        if self.levels.len() >= max || self.numbers.contains_key(&level) {
            return;
        }
        let new = self.levels.len() as u16;
        let elsewhere = |other: &u16| self.levels[usize::from(*other)].place != level.place;
        let others: Vec<u16> = (0..new).filter(elsewhere).collect();
        match self.strength {
            1 => self.open.push([new; 3]),
            2 => self.open.extend(others.iter().map(|other| [*other, new, new])),
            _ => {
                let pairs = self.pairs(&others);
                self.open.extend(pairs.into_iter().map(|[one, other]| [one, other, new]));
            }
        }
        self.levels.push(level);
        self.numbers.insert(level, new);
    }

    /// Returns all pairs of these levels that have different places.
    fn pairs(&self, levels: &[u16]) -> Vec<[u16; 2]> {
        let mut pairs = Vec::new();
        let place = |level: u16| self.levels[usize::from(level)].place;
        for (i, one) in levels.iter().enumerate() {
            let others = levels[i + 1..].iter().filter(|other| place(**other) != place(*one));
            pairs.extend(others.map(|other| [*one, *other]));
        }
        pairs
    }

    /// Returns the features that the next row should have: first an open combination, then those that cover
    /// the most combinations with the others. Returns `None` when no combination is open.
    pub fn row(&self) -> Option<Vec<Feature>> {
        let mut row = Vec::new();
        let mut present = vec![false; self.levels.len()];
        let mut next: Vec<u16> = self.open.first()?[..self.strength].to_vec();
        while !next.is_empty() {
            for level in next.drain(..).map(usize::from) {
                present[level] = true;
                row.push(self.levels[level]);
            }
            next.extend(self.best(&row, &present));
        }
        Some(row)
    }

    /// Returns the level that completes the most combinations with those that are present.
    fn best(&self, row: &[Feature], present: &[bool]) -> Option<u16> {
        let mut gains = vec![0_u32; self.levels.len()];
        for combination in &self.open {
            let mut missing = combination.iter().filter(|level| !present[usize::from(**level)]);
            if let Some(one) = missing.next().filter(|one| missing.all(|other| other == *one)) {
                gains[usize::from(*one)] += 1;
            }
        }
        let is_free = |level: &usize| row.iter().all(|has| has.place != self.levels[*level].place);
        let best = (0..gains.len()).filter(is_free).max_by_key(|level| gains[*level])?;
        (gains[best] > 0).then_some(best as u16)
    }

    fn present(&self, record: &Record) -> Vec<bool> {
        let mut present = vec![false; self.levels.len()];
        for (_, feature) in features_by_choice(record) {
            if let Some(level) = self.numbers.get(&feature) {
                present[usize::from(*level)] = true;
            }
        }
        present
    }

    /// Returns whether this record covers an open combination.
    ///
    /// ```
    /// use forall::block::regenerate;
    /// use forall::property::forall;
    /// use forall::part::CoveringArray;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
    /// let record = regenerate(&property, Source::from_seed(1, 5)).unwrap().record;
    /// let mut pairs = CoveringArray::new(2);
    /// pairs.learn(&record);
    /// assert!(pairs.strength() == 2 && pairs.covers_new(&record));
    /// pairs.cover(&record);
    /// assert!(!pairs.covers_new(&record));
    /// ```
    pub fn covers_new(&self, record: &Record) -> bool {
        let present = self.present(record);
        self.open.iter().any(|levels| levels.iter().all(|level| present[usize::from(*level)]))
    }

    /// Marks all combinations in this record as covered.
    pub fn cover(&mut self, record: &Record) {
        let present = self.present(record);
        self.open.retain(|levels| !levels.iter().all(|level| present[usize::from(*level)]));
    }

    /// Drops the combination for which the last row was planned, because it cannot be generated or violates
    /// the premises.
    ///
    /// ```
    /// use forall::block::regenerate;
    /// use forall::property::forall;
    /// use forall::part::CoveringArray;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
    /// let mut pairs = CoveringArray::new(2);
    /// pairs.learn(&regenerate(&property, Source::from_seed(1, 5)).unwrap().record);
    /// let mut given_up = 0;
    /// while pairs.row().is_some() {
    ///     pairs.give_up();
    ///     given_up += 1;
    /// }
    /// assert_eq!(given_up, 4, "one pair each time");
    /// ```
    pub fn give_up(&mut self) {
        if !self.open.is_empty() {
            self.open.swap_remove(0);
        }
    }
}
