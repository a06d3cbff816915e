//! Covering arrays: which features of inputs shall come together, and have not yet.

use std::collections::HashMap;

use forall::part::{Feature, boundary_values, feature_class, features_by_choice};
use forall::source::Record;

/// All pairs (or threes) of the features that came up in records, or may come up in their place: those that did
/// not come together yet, and what the next input should have so that most of them do.
///
/// ```
/// use forall::block::retrace;
/// use forall::property::forall;
/// use forall::part::Array;
/// use forall::source::Source;
///
/// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
/// let record = |seed| retrace(&property, Source::from_seed(seed, 5)).unwrap().record;
/// let mut array = Array::new(2);
/// array.learn(&record(1));
/// assert_eq!(array.row().unwrap().len(), 2); // Each of the two is one of two: there are four pairs.
/// (1..100).for_each(|seed| array.cover(&record(seed)));
/// assert_eq!(array.row(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Array {
    ways: usize,
    /// What came up, or may come up instead. They are called by their numbers.
    levels: Vec<Feature>,
    numbers: HashMap<Feature, u16>,
    /// So many levels at once, none of the same place. Where they are fewer than three, the last is there
    /// more than once.
    open: Vec<[u16; 3]>,
}

impl Array {
    /// One in which so many features shall come together, from one to three. It knows of none yet.
    pub fn new(ways: usize) -> Array {
        let ways = ways.clamp(1, 3);
        Array { ways, levels: Vec::new(), numbers: HashMap::new(), open: Vec::new() }
    }

    /// How many features shall come together.
    pub fn ways(&self) -> usize {
        self.ways
    }

    /// Takes note of what came up in this record, and of what might have come up in its place.
    pub fn learn(&mut self, record: &Record) {
        for (at, feature) in features_by_choice(record) {
            if self.numbers.contains_key(&feature) {
                continue;
            }
            self.add(feature);
            let (role, constraint) = (record.choices[at].role, record.constraint(at));
            for value in boundary_values(constraint, role) {
                let class = feature_class(constraint, role, &value);
                class.into_iter().for_each(|class| self.add(Feature { class, ..feature }));
            }
        }
    }

    /// One more level, which combines with all that are known, as long as they are not too many.
    fn add(&mut self, level: Feature) {
        let most = [200, 128, 40][self.ways - 1];
        if self.levels.len() >= most || self.numbers.contains_key(&level) {
            return;
        }
        let new = self.levels.len() as u16;
        let elsewhere = |other: &u16| self.levels[usize::from(*other)].place != level.place;
        let others: Vec<u16> = (0..new).filter(elsewhere).collect();
        match self.ways {
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

    /// All two of these that are not of the same place.
    fn pairs(&self, levels: &[u16]) -> Vec<[u16; 2]> {
        let mut pairs = Vec::new();
        let place = |level: u16| self.levels[usize::from(level)].place;
        for (i, one) in levels.iter().enumerate() {
            let others = levels[i + 1..].iter().filter(|other| place(**other) != place(*one));
            pairs.extend(others.map(|other| [*one, *other]));
        }
        pairs
    }

    /// What the next row shall have: first what is to come, and then what combines most with what is there.
    /// None when nothing is to come.
    pub fn row(&self) -> Option<Vec<Feature>> {
        let mut row = Vec::new();
        let mut present = vec![false; self.levels.len()];
        let mut next: Vec<u16> = self.open.first()?[..self.ways].to_vec();
        while !next.is_empty() {
            for level in next.drain(..).map(usize::from) {
                present[level] = true;
                row.push(self.levels[level]);
            }
            next.extend(self.best(&row, &present));
        }
        Some(row)
    }

    /// The level that completes most combinations with those that are present.
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

    /// Does something come together here that has not before?
    ///
    /// ```
    /// use forall::block::retrace;
    /// use forall::property::forall;
    /// use forall::part::Array;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
    /// let record = retrace(&property, Source::from_seed(1, 5)).unwrap().record;
    /// let mut pairs = Array::new(2);
    /// pairs.learn(&record);
    /// assert!(pairs.ways() == 2 && pairs.is_news(&record));
    /// pairs.cover(&record);
    /// assert!(!pairs.is_news(&record));
    /// ```
    pub fn is_news(&self, record: &Record) -> bool {
        let present = self.present(record);
        self.open.iter().any(|levels| levels.iter().all(|level| present[usize::from(*level)]))
    }

    /// All that comes together here is done with.
    pub fn cover(&mut self, record: &Record) {
        let present = self.present(record);
        self.open.retain(|levels| !levels.iter().all(|level| present[usize::from(*level)]));
    }

    /// What the last row was for cannot be made, or not so that premises hold.
    ///
    /// ```
    /// use forall::block::retrace;
    /// use forall::property::forall;
    /// use forall::part::Array;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", forall::any::<(bool, bool)>()).check(|_| true);
    /// let mut pairs = Array::new(2);
    /// pairs.learn(&retrace(&property, Source::from_seed(1, 5)).unwrap().record);
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
