//! The descent: the best so far, and all that a pass may do to better it.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::Limits;
use crate::report::Effort;
use crate::source::{Constraint, Record, Role, Value};

/// How many hashes of what was seen are kept. When there are more, all are forgotten: something may
/// then be tried twice, and no harm is done.
const MEMORY: usize = 1 << 16;

/// What a descent asks of a property.
pub(super) trait Oracle {
    /// Makes a case of these values and the simplest ones: what was drawn, or nothing if a domain
    /// rejects or panics.
    fn generate(&mut self, values: Vec<Value>) -> Option<Record>;

    /// Does the case made last fail in the same way? If so it is the best so far.
    fn fails(&mut self) -> bool;
}

/// A walk down from one failing case to simpler ones.
pub(super) struct Descent<'d> {
    best: Record,
    oracle: &'d mut dyn Oracle,
    limits: Limits,
    /// Hashes of what was proposed and of what was drawn. Neither is worth a second look: the best
    /// only gets simpler, so what was not good enough once never is.
    seen: HashSet<u64>,
    hasher: BuildHasherDefault<DefaultHasher>,
    /// Numbers, by constraint and value, below which nothing fails: as far as is known.
    floors: HashSet<(u32, i128)>,
    efforts: Vec<Effort>,
}

impl<'d> Descent<'d> {
    pub(super) fn new(best: Record, oracle: &'d mut dyn Oracle, limits: Limits) -> Descent<'d> {
        let (seen, floors) = (HashSet::new(), HashSet::new());
        let (hasher, efforts) = (BuildHasherDefault::default(), Vec::new());
        let mut descent = Descent { best, oracle, limits, seen, hasher, floors, efforts };
        let values = descent.best.values();
        descent.is_new(&values);
        descent
    }

    /// The simplest record known to fail.
    pub(super) fn best(&self) -> &Record {
        &self.best
    }

    /// What it took, by pass, and the simplest record.
    pub(super) fn finish(self) -> (Record, Vec<Effort>) {
        (self.best, self.efforts)
    }

    /// Is nothing more to be tried?
    pub(super) fn spent(&self) -> bool {
        self.limits.spent(self.efforts.iter().map(|effort| effort.tried).sum())
    }

    /// How often something simpler was found.
    pub(super) fn accepted(&self) -> u64 {
        self.efforts.iter().map(|effort| effort.accepted).sum()
    }

    /// Counts what follows for this pass.
    pub(super) fn enter(&mut self, pass: &'static str) {
        match self.efforts.iter().position(|effort| effort.pass == pass) {
            Some(at) => {
                let effort = self.efforts.remove(at);
                self.efforts.push(effort);
            }
            None => self.efforts.push(Effort { pass, tried: 0, accepted: 0 }),
        }
    }

    /// Makes a case of these values without running the property.
    pub(super) fn probe(&mut self, values: Vec<Value>) -> Option<Record> {
        self.oracle.generate(values)
    }

    /// Replaces the best by what these values make, if that is simpler and fails too. The property
    /// runs only if it is simpler, and was not tried before.
    pub(super) fn attempt(&mut self, values: Vec<Value>) -> bool {
        if self.spent() || !self.is_new(&values) {
            return false;
        }
        let Some(record) = self.oracle.generate(values.clone()) else { return false };
        if record.compare(&self.best).is_ge() {
            return false;
        }
        let drawn = record.values();
        if drawn != values && !self.is_new(&drawn) {
            return false;
        }
        let fails = self.oracle.fails();
        let effort = self.efforts.last_mut().expect("a pass is entered before it tries anything");
        effort.tried += 1;
        if fails {
            effort.accepted += 1;
            self.best = record;
        }
        fails
    }

    /// Is this the first time these values come up?
    fn is_new(&mut self, values: &[Value]) -> bool {
        if self.seen.len() >= MEMORY {
            self.seen.clear();
        }
        self.seen.insert(self.hasher.hash_one(values))
    }
}

/// Looking at the best.
impl Descent<'_> {
    /// The values of the best.
    pub(super) fn values(&self) -> Vec<Value> {
        self.best.values()
    }

    /// How many choices it has.
    pub(super) fn len(&self) -> usize {
        self.best.choices.len()
    }

    /// The choice at this place, if it is a whole number that means a number.
    pub(super) fn number(&self, at: usize) -> Option<Number> {
        let choice = self.best.choices.get(at)?;
        let counts = matches!(choice.role, Role::Value | Role::Length | Role::Reference);
        match (self.best.constraint(at), &choice.value) {
            (Constraint::Integer { min, max, toward }, Value::Integer(value)) if counts => {
                let (min, max, toward) = (*min, *max, *toward);
                Some(Number { at, value: *value, min, max, toward, kind: choice.constraint })
            }
            _ => None,
        }
    }

    /// All whole numbers.
    pub(super) fn numbers(&self) -> Vec<Number> {
        (0..self.len()).filter_map(|at| self.number(at)).collect()
    }

    /// Is the choice at this place the simplest it can be?
    pub(super) fn is_simplest(&self, at: usize) -> bool {
        self.best.constraint(at).simplest() == self.best.choices[at].value
    }

    /// Remembers that this number was searched for and found, so that it need not be doubted again.
    pub(super) fn settle(&mut self, number: &Number, distance: u128) {
        self.floors.insert((number.kind, number.at_distance(distance)));
    }

    /// Was this number found by a search?
    pub(super) fn is_settled(&self, number: &Number) -> bool {
        self.floors.contains(&(number.kind, number.value))
    }

    /// Tries the best with other values at some places.
    pub(super) fn attempt_with(&mut self, changes: &[(usize, Value)]) -> bool {
        let mut values = self.values();
        for (at, value) in changes {
            match values.get_mut(*at) {
                Some(old) => *old = value.clone(),
                None => return false,
            }
        }
        self.attempt(values)
    }
}

/// A whole number among the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Where it is.
    pub(super) at: usize,
    /// What it is.
    pub(super) value: i128,
    /// The least it may be.
    pub(super) min: i128,
    /// The greatest it may be.
    pub(super) max: i128,
    /// The simplest it may be.
    pub(super) toward: i128,
    /// Which constraint it has: numbers of the same one are of the same sort.
    pub(super) kind: u32,
}

impl Number {
    /// May it be this?
    pub(super) fn permits(&self, value: i128) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// How far it is from the simplest.
    pub(super) fn distance(&self) -> u128 {
        self.value.abs_diff(self.toward)
    }

    /// The value at this distance from the simplest, on the same side.
    pub(super) fn at_distance(&self, distance: u128) -> i128 {
        if self.value < self.toward {
            self.toward.saturating_sub_unsigned(distance)
        } else {
            self.toward.saturating_add_unsigned(distance)
        }
    }

    /// This number changed to another.
    pub(super) fn to(&self, value: i128) -> (usize, Value) {
        (self.at, Value::Integer(value))
    }
}
