//! Collections of restricted lengths that contain given values.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::{BuildHasher, Hash};

use super::effective::contains;
use super::lengths::allowed;
use super::{RestrictedDomain, Restriction};
use crate::domain::{Domain, Lengths, Shrinks, inverse};
use crate::source::{ChoiceValue, Random, Reject, Role, Source};

/// A collection into which a value can be inserted.
pub(in crate::domain) trait Insert: Debug + 'static {
    /// The type of the values.
    type Element: Debug + Clone + 'static;

    /// Returns the number of elements.
    fn count(&self) -> usize;

    /// Returns the last position at which a value can be inserted.
    fn last_position(&self) -> usize;

    /// Inserts the value.
    fn insert_at(&mut self, position: usize, element: Self::Element);

    /// Returns the position of the first element with this text, and the collection without it. Returns `None`
    /// if there is no such element.
    fn without(&self, text: &str) -> Option<(usize, Self)>
    where
        Self: Sized;
}

impl<T: Debug + Clone + 'static> Insert for Vec<T> {
    type Element = T;

    fn count(&self) -> usize {
        self.len()
    }

    fn last_position(&self) -> usize {
        self.len()
    }

    fn insert_at(&mut self, position: usize, element: T) {
        self.insert(position, element);
    }

    fn without(&self, text: &str) -> Option<(usize, Vec<T>)> {
        let position = self.iter().position(|element| format!("{element:?}") == text)?;
        let mut rest = self.clone();
        rest.remove(position);
        Some((position, rest))
    }
}

macro_rules! sets {
    ($($set:ty: $element:ident $(+ $bound:ident)* $(, $hasher:ident: $($hasher_bound:ident)+)?;)*) => { $(
        impl<$element: Debug + Clone $(+ $bound)* + 'static $(, $hasher: $($hasher_bound +)+ 'static)?> Insert for $set {
            type Element = $element;

            fn count(&self) -> usize {
                self.len()
            }

            fn last_position(&self) -> usize {
                0
            }

            fn insert_at(&mut self, _: usize, element: $element) {
                self.insert(element);
            }

            fn without(&self, text: &str) -> Option<(usize, Self)> {
                let has_text = |element: &&$element| format!("{element:?}") == text;
                self.iter().find(has_text)?;
                let rest = self.iter().filter(|element| !has_text(element));
                Some((0, rest.cloned().collect()))
            }
        }
    )* };
}

sets! {
    BTreeSet<T>: T + Ord;
    HashSet<T, S>: T + Eq + Hash, S: BuildHasher Default;
}

/// Returns the collections that the restriction permits, if it concerns their length or elements. `make`
/// returns the domain of collections with these lengths, and `element` is the domain of their elements.
pub(in crate::domain) fn collections_within<'a, C: Insert>(
    restriction: &Restriction<C>,
    lengths: Lengths,
    element: &dyn Domain<Value = C::Element>,
    make: impl FnOnce(Lengths) -> RestrictedDomain<'a, C>,
) -> Option<RestrictedDomain<'a, C>> {
    if !restriction.concerns_elements() {
        return None;
    }
    let lengths = allowed(lengths.intersection(restriction.lengths))?;
    if restriction.includes.is_empty() {
        return Some(make(lengths));
    }
    let mut items = Vec::new();
    for item in &restriction.includes {
        let item = item.downcast_ref::<C::Element>()?;
        contains(element, item).then_some(())?;
        items.push(item.clone());
    }
    let others = make(lengths.minus(items.len())?);
    Some(Box::new(Including { others, items, lengths }))
}

/// Collections that contain given values, at positions that are drawn last.
struct Including<'a, C: Insert> {
    others: RestrictedDomain<'a, C>,
    items: Vec<C::Element>,
    lengths: Lengths,
}

impl<C: Insert> Domain for Including<'_, C> {
    type Value = C;

    fn generate(&self, source: &mut Source) -> Result<C, Reject> {
        let mut collection = self.others.generate(source)?;
        for item in &self.items {
            let last = collection.last_position();
            let sample = |random: &mut Random| random.below(last as u64 + 1) as usize;
            let position = source.integer(0..=last, 0, Role::Reference, sample);
            collection.insert_at(position, item.clone());
        }
        // A set may have contained the values before.
        if collection.count() < self.lengths.min() {
            return Err(source.reject("too few distinct values were generated"));
        }
        Ok(collection)
    }

    fn shrink<'a>(&'a self, value: &'a C) -> Shrinks<'a, C> {
        let texts = inverse::texts(&self.items);
        let mut shrinks = self.others.shrink(value);
        Shrinks::from_fn(move || {
            shrinks.find(|simpler| texts.iter().all(|text| simpler.without(text).is_some()))
        })
    }

    fn invert(&self, value: &C, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let mut positions = Vec::new();
        let mut rest = None;
        for text in inverse::texts(&self.items).iter().rev() {
            let (position, others) = rest.as_ref().unwrap_or(value).without(text)?;
            positions.push(position);
            rest = Some(others);
        }
        self.others.invert(rest.as_ref().unwrap_or(value), choices)?;
        positions.iter().rev().for_each(|position| inverse::branch(*position, choices));
        self.lengths.contains(value.count()).then_some(())
    }
}
