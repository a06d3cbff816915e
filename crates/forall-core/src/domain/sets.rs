//! Sets: `BTreeSet` and `HashSet`.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use super::collection_shrink::{by_text, simplified};
use super::distinct::distinct;
use super::{
    Arbitrary, Domain, Lengths, RestrictedDomain, Restriction, Shrinks, any, inverse, restrict,
};
use crate::data::join;
use crate::source::{self, Reject, Source};

/// Generates a `BTreeSet` of values of `element`. `lengths` is the number of elements.
///
/// If too few distinct values are generated, the test is discarded.
///
/// ```
/// use forall::domain::{btree_set, sample};
///
/// let hands = btree_set(1..=52, 5);
/// assert!(sample(&hands, 10).iter().all(|hand| hand.len() == 5));
/// ```
pub fn btree_set<D: Domain<Value: Ord>>(element: D, lengths: impl Into<Lengths>) -> BTreeSets<D> {
    BTreeSets { element, lengths: lengths.into() }
}

/// See [`btree_set`].
#[derive(Clone, Copy, Debug)]
pub struct BTreeSets<D> {
    element: D,
    lengths: Lengths,
}

impl<D: Domain<Value: Clone + Ord>> Domain for BTreeSets<D> {
    type Value = BTreeSet<D::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
        let mut set = BTreeSet::new();
        distinct(source, self.lengths, |source| Ok(set.insert(self.element.generate(source)?)))?;
        Ok(set)
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        let min = self.lengths.min();
        let simpler = |x: &'a D::Value| self.element.shrink(x);
        let lists = simplified(value.iter().collect(), min, Clone::clone, simpler);
        Shrinks::new(lists.map(BTreeSet::from_iter).filter(move |set| set.len() >= min))
    }

    fn print(&self, value: &Self::Value) -> String {
        join("{", value.iter().map(|x| self.element.print(x)), "}")
    }

    /// The elements are distinct, so each of them is generated at the first attempt.
    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(value, self.lengths, choices, |x, choices| self.element.invert(x, choices))
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        let element: &dyn Domain<Value = D::Value> = &self.element;
        let make = |lengths| Box::new(btree_set(element, lengths)) as RestrictedDomain<'a, _>;
        restrict::collections_within(restriction, self.lengths, element, make)
    }
}

/// Generates a `HashSet`; otherwise like [`btree_set`]. Elements are printed in the order of their text.
///
/// ```
/// use forall::domain::{Domain, hash_set};
///
/// let digits = hash_set(0..10, ..);
/// assert_eq!(digits.print(&[3, 1, 2].into()), "{1, 2, 3}");
/// ```
pub fn hash_set<D>(element: D, lengths: impl Into<Lengths>) -> HashSets<D>
where
    D: Domain<Value: Eq + Hash>,
{
    HashSets { element, lengths: lengths.into() }
}

/// See [`hash_set`].
#[derive(Clone, Copy, Debug)]
pub struct HashSets<D> {
    element: D,
    lengths: Lengths,
}

impl<D: Domain<Value: Clone + Eq + Hash>> Domain for HashSets<D> {
    type Value = HashSet<D::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
        let mut set = HashSet::new();
        distinct(source, self.lengths, |source| Ok(set.insert(self.element.generate(source)?)))?;
        Ok(set)
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        let min = self.lengths.min();
        let simpler = |x: &'a D::Value| self.element.shrink(x);
        let lists = simplified(by_text(value.iter()), min, Clone::clone, simpler);
        Shrinks::new(lists.map(HashSet::from_iter).filter(move |set| set.len() >= min))
    }

    fn print(&self, value: &Self::Value) -> String {
        let elements = by_text(value.iter()).into_iter().map(|x| self.element.print(x));
        join("{", elements, "}")
    }

    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        let elements = by_text(value.iter());
        inverse::list(elements, self.lengths, choices, |x, choices| self.element.invert(x, choices))
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        let element: &dyn Domain<Value = D::Value> = &self.element;
        let make = |lengths| Box::new(hash_set(element, lengths)) as RestrictedDomain<'a, _>;
        restrict::collections_within(restriction, self.lengths, element, make)
    }
}

impl<T: Arbitrary + Clone + Ord> Arbitrary for BTreeSet<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        Ok(Vec::<T>::generate(source)?.into_iter().collect())
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        let lists = simplified(self.iter().collect(), 0, Clone::clone, T::shrink);
        Shrinks::new(lists.map(BTreeSet::from_iter))
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(self, Lengths::ANY, choices, T::invert)
    }

    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        let make = |lengths| Box::new(btree_set(any::<T>(), lengths)) as RestrictedDomain<'_, _>;
        restrict::collections_within(restriction, Lengths::ANY, &any::<T>(), make)
    }
}

impl<T, S> Arbitrary for HashSet<T, S>
where
    T: Arbitrary + Clone + Eq + Hash,
    S: BuildHasher + Default + 'static,
{
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        Ok(Vec::<T>::generate(source)?.into_iter().collect())
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        let lists = simplified(by_text(self.iter()), 0, Clone::clone, T::shrink);
        Shrinks::new(lists.map(HashSet::from_iter))
    }

    fn print(&self) -> String {
        let elements = by_text(self.iter()).into_iter().map(T::print);
        join("{", elements, "}")
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(by_text(self.iter()), Lengths::ANY, choices, T::invert)
    }

    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        let make = |lengths| {
            let sets = hash_set(any::<T>(), lengths).mapped(|set| set.into_iter().collect());
            let inverse = |set: &Self| Some(set.iter().cloned().collect());
            Box::new(sets.with_inverse(inverse)) as RestrictedDomain<'_, Self>
        };
        restrict::collections_within(restriction, Lengths::ANY, &any::<T>(), make)
    }
}
