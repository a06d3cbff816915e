//! The descent: the best so far, and all that a pass may do to better it.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use super::{Limits, Trial};
use crate::report::Effort;
use crate::source::{ChoiceValue, Constraint, End, Mismatch, Policy, Record, Role, Source};

/// How many hashes of what was seen are kept. When there are more, all are forgotten: something may
/// then be tried twice, and no harm is done.
const MEMORY: usize = 1 << 16;

/// A number that is out of bounds now is likely to mean the bound. What is missing is simplest.
const NEAREST: Policy = Policy { mismatch: Mismatch::Nearest, end: End::Simplest };

/// How what is drawn must fit what was proposed.
#[derive(Clone, Copy)]
enum Fit {
    Any,
    AsLong,
    Exact,
}

/// A walk down from one failing case to simpler ones.
pub(super) struct Descent<'d> {
    best: Record,
    trial: &'d mut dyn Trial,
    limits: Limits,
    /// Hashes of what was proposed and of what was drawn. Neither is worth a second look: the best
    /// only gets simpler, so what was not good enough once never is.
    seen: HashSet<u64>,
    /// Numbers, by constraint and value, below which nothing fails: as far as is known.
    floors: HashSet<(u32, i128)>,
    efforts: Vec<Effort>,
    /// The pass that is under way, by its place in the efforts.
    pass: usize,
}

impl<'d> Descent<'d> {
    pub(super) fn new(best: Record, trial: &'d mut dyn Trial, limits: Limits) -> Descent<'d> {
        let (seen, floors, efforts) = (HashSet::new(), HashSet::new(), Vec::new());
        let mut descent = Descent { best, trial, limits, seen, floors, efforts, pass: 0 };
        descent.is_new(hash(descent.best.choices.iter().map(|choice| &choice.value)));
        descent
    }

    /// The simplest record known to fail.
    pub(super) fn best(&self) -> &Record {
        &self.best
    }

    /// What it took, by pass.
    pub(super) fn finish(mut self) -> Vec<Effort> {
        self.efforts.retain(|effort| effort.tried > 0);
        self.efforts
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
        let known = self.efforts.iter().position(|effort| effort.pass == pass);
        self.pass = known.unwrap_or_else(|| {
            self.efforts.push(Effort { pass, tried: 0, accepted: 0 });
            self.efforts.len() - 1
        });
    }

    /// Makes a case of these values without running the property.
    pub(super) fn probe(&mut self, values: Vec<ChoiceValue>) -> Option<Record> {
        self.trial.generate(Source::replay(values, NEAREST))
    }

    /// Replaces the best by what these values make, if that is simpler and fails too. The property
    /// runs only if it is simpler, and was not tried before.
    pub(super) fn attempt(&mut self, values: Vec<ChoiceValue>) -> bool {
        self.attempt_if(values, Fit::Any)
    }

    /// The same, if as many values are drawn then: for changes that are not meant to change what else
    /// is drawn.
    pub(super) fn attempt_as_long(&mut self, values: Vec<ChoiceValue>) -> bool {
        self.attempt_if(values, Fit::AsLong)
    }

    /// The same, if these values are just what is drawn then: for changes that mean nothing where
    /// something else is made of them.
    pub(super) fn attempt_exactly(&mut self, values: Vec<ChoiceValue>) -> bool {
        self.attempt_if(values, Fit::Exact)
    }

    fn attempt_if(&mut self, values: Vec<ChoiceValue>, fit: Fit) -> bool {
        let (proposed, length) = (hash(values.iter()), values.len());
        if self.spent() || !self.is_new(proposed) {
            return false;
        }
        let Some(record) = self.trial.generate(Source::replay(values, NEAREST)) else {
            return false;
        };
        if record.compare(&self.best).is_ge() {
            return false;
        }
        let drawn = hash(record.choices.iter().map(|choice| &choice.value));
        let fits = match fit {
            Fit::Any => true,
            Fit::AsLong => record.choices.len() == length,
            Fit::Exact => drawn == proposed,
        };
        if !fits {
            // Others may ask for it on other terms.
            self.seen.remove(&proposed);
            return false;
        }
        if drawn != proposed && !self.is_new(drawn) {
            return false;
        }
        let fails = self.trial.fails();
        let effort = &mut self.efforts[self.pass];
        effort.tried += 1;
        if fails {
            effort.accepted += 1;
            self.trial.accept(record.clone(), effort.pass);
            self.best = record;
        }
        fails
    }

    /// Is this the first time that values with this hash come up?
    fn is_new(&mut self, hash: u64) -> bool {
        if self.seen.len() >= MEMORY {
            self.seen.clear();
        }
        self.seen.insert(hash)
    }
}

/// Looking at the best.
impl Descent<'_> {
    /// The values of the best.
    pub(super) fn values(&self) -> Vec<ChoiceValue> {
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
            (Constraint::Integer { min, max, toward }, ChoiceValue::Integer(value)) if counts => {
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
    pub(super) fn attempt_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.attempt(values))
    }

    /// The same, if as many values are drawn then.
    pub(super) fn attempt_as_long_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.attempt_as_long(values))
    }

    /// The same, if these values are just what is drawn then.
    pub(super) fn attempt_exactly_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.attempt_exactly(values))
    }

    fn with(&self, changes: &[(usize, ChoiceValue)]) -> Option<Vec<ChoiceValue>> {
        let mut values = self.values();
        for (at, value) in changes {
            *values.get_mut(*at)? = value.clone();
        }
        Some(values)
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
    pub(super) fn to(&self, value: i128) -> (usize, ChoiceValue) {
        (self.at, ChoiceValue::Integer(value))
    }
}

/// The same for the same values, and not likely to be so for others.
fn hash<'v>(values: impl Iterator<Item = &'v ChoiceValue>) -> u64 {
    let mut mixer = Mixer(0);
    values.for_each(|value| value.hash(&mut mixer));
    mixer.finish()
}

/// A hasher that is faster than that of the standard library, where nobody attacks us.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // With its length, so that `"0"` is not `"0\0"`.
            let salt = 0x9E37_79B9_7F4A_7C15 ^ chunk.len() as u64;
            let mixed = (self.0 ^ u64::from_le_bytes(word)).wrapping_add(salt);
            let wide = u128::from(mixed) * u128::from(0xF39C_C060_5CED_C835_u64);
            self.0 = (wide >> 64) as u64 ^ wide as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
