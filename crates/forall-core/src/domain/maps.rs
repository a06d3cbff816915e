//! Maps: `BTreeMap` and `HashMap`.

use std::collections::btree_map::Entry as BTreeEntry;
use std::collections::hash_map::Entry as HashEntry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::collection_shrink::{by_text, simplified};
use super::distinct::distinct;
use super::{
    Any, Arbitrary, Domain, Lengths, RestrictedDomain, Restriction, Shrinks, any, inverse, restrict,
};
use crate::data::join;
use crate::source::{self, Reject, Source};

/// Generates a `BTreeMap` from values of `keys` to values of `values`. `lengths` is the number of entries.
///
/// If too few distinct keys are generated, the test is discarded.
///
/// ```
/// use forall::domain::{any, btree_map, sample};
///
/// let ages = btree_map('a'..='z', 0..120_u8, 1..=5);
/// assert!(sample(&ages, 10).iter().all(|ages| (1..=5).contains(&ages.len())));
/// ```
pub fn btree_map<K, V>(keys: K, values: V, lengths: impl Into<Lengths>) -> BTreeMaps<K, V>
where
    K: Domain<Value: Ord>,
    V: Domain,
{
    BTreeMaps { keys, values, lengths: lengths.into() }
}

/// See [`btree_map`].
#[derive(Clone, Copy, Debug)]
pub struct BTreeMaps<K, V> {
    keys: K,
    values: V,
    lengths: Lengths,
}

impl<K: Domain<Value: Clone + Ord>, V: Domain<Value: Clone>> Domain for BTreeMaps<K, V> {
    type Value = BTreeMap<K::Value, V::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
        let mut map = BTreeMap::new();
        distinct(source, self.lengths, |source| {
            let BTreeEntry::Vacant(entry) = map.entry(self.keys.generate(source)?) else {
                return Ok(false);
            };
            entry.insert(self.values.generate(source)?);
            Ok(true)
        })?;
        Ok(map)
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        let min = self.lengths.min();
        let lists = simpler(&self.keys, &self.values, value.iter().collect(), min);
        Shrinks::new(lists.map(BTreeMap::from_iter).filter(move |map| map.len() >= min))
    }

    fn print(&self, value: &Self::Value) -> String {
        print(&self.keys, &self.values, value.iter())
    }

    /// The keys are distinct, so each of them is generated at the first attempt.
    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(value, self.lengths, choices, |(key, value), choices| {
            self.keys.invert(key, choices)?;
            self.values.invert(value, choices)
        })
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        let lengths = restrict::within_lengths(restriction, self.lengths)?;
        let keys: &dyn Domain<Value = K::Value> = &self.keys;
        let values: &dyn Domain<Value = V::Value> = &self.values;
        Some(Box::new(btree_map(keys, values, lengths)))
    }
}

/// Generates a `HashMap`; otherwise like [`btree_map`]. Entries are printed in the order of
/// their text.
///
/// ```
/// use forall::domain::{Domain, any, hash_map};
///
/// let flags = hash_map('a'..='z', any::<bool>(), ..);
/// assert_eq!(flags.print(&[('b', true), ('a', false)].into()), "{'a': false, 'b': true}");
/// ```
pub fn hash_map<K, V>(keys: K, values: V, lengths: impl Into<Lengths>) -> HashMaps<K, V>
where
    K: Domain<Value: Eq + Hash>,
    V: Domain,
{
    HashMaps { keys, values, lengths: lengths.into() }
}

/// See [`hash_map`].
#[derive(Clone, Copy, Debug)]
pub struct HashMaps<K, V> {
    keys: K,
    values: V,
    lengths: Lengths,
}

impl<K: Domain<Value: Clone + Eq + Hash>, V: Domain<Value: Clone>> Domain for HashMaps<K, V> {
    type Value = HashMap<K::Value, V::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
        let mut map = HashMap::new();
        distinct(source, self.lengths, |source| {
            let HashEntry::Vacant(entry) = map.entry(self.keys.generate(source)?) else {
                return Ok(false);
            };
            entry.insert(self.values.generate(source)?);
            Ok(true)
        })?;
        Ok(map)
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        let min = self.lengths.min();
        let lists = simpler(&self.keys, &self.values, by_text(value.iter()), min);
        Shrinks::new(lists.map(HashMap::from_iter).filter(move |map| map.len() >= min))
    }

    fn print(&self, value: &Self::Value) -> String {
        print(&self.keys, &self.values, by_text(value.iter()).into_iter())
    }

    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(by_text(value.iter()), self.lengths, choices, |(key, value), choices| {
            self.keys.invert(key, choices)?;
            self.values.invert(value, choices)
        })
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        let lengths = restrict::within_lengths(restriction, self.lengths)?;
        let keys: &dyn Domain<Value = K::Value> = &self.keys;
        let values: &dyn Domain<Value = V::Value> = &self.values;
        Some(Box::new(hash_map(keys, values, lengths)))
    }
}

/// Returns lists with fewer entries, then lists with a simpler key or value.
fn simpler<'a, K: Domain<Value: Clone>, V: Domain<Value: Clone>>(
    keys: &'a K,
    values: &'a V,
    entries: Vec<(&'a K::Value, &'a V::Value)>,
    min: usize,
) -> impl Iterator<Item = Vec<(K::Value, V::Value)>> + 'a {
    let own = |(key, value): (&K::Value, &V::Value)| (key.clone(), value.clone());
    simplified(entries, min, own, |(key, value)| {
        let simpler_keys = keys.shrink(key).map(|key| (key, value.clone()));
        Shrinks::new(simpler_keys.chain(values.shrink(value).map(|value| (key.clone(), value))))
    })
}

fn print<'a, K: Domain, V: Domain>(
    keys: &K,
    values: &V,
    entries: impl Iterator<Item = (&'a K::Value, &'a V::Value)>,
) -> String {
    let entries =
        entries.map(|(key, value)| format!("{}: {}", keys.print(key), values.print(value)));
    join("{", entries, "}")
}

impl<K: Arbitrary + Clone + Ord, V: Arbitrary + Clone> Arbitrary for BTreeMap<K, V> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        Ok(Vec::<(K, V)>::generate(source)?.into_iter().collect())
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        let lists = simpler(&Any::NEW, &Any::NEW, self.iter().collect(), 0);
        Shrinks::new(lists.map(BTreeMap::from_iter))
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(self, Lengths::ANY, choices, |(key, value), choices| {
            key.invert(choices)?;
            value.invert(choices)
        })
    }

    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        let lengths = restrict::within_lengths(restriction, Lengths::ANY)?;
        Some(Box::new(btree_map(any::<K>(), any::<V>(), lengths)))
    }
}

impl<K, V, S> Arbitrary for HashMap<K, V, S>
where
    K: Arbitrary + Clone + Eq + Hash,
    V: Arbitrary + Clone,
    S: BuildHasher + Default + 'static,
{
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        Ok(Vec::<(K, V)>::generate(source)?.into_iter().collect())
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        let lists = simpler(&Any::NEW, &Any::NEW, by_text(self.iter()), 0);
        Shrinks::new(lists.map(HashMap::from_iter))
    }

    fn print(&self) -> String {
        print::<Any<K>, Any<V>>(&Any::NEW, &Any::NEW, by_text(self.iter()).into_iter())
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::list(by_text(self.iter()), Lengths::ANY, choices, |(key, value), choices| {
            key.invert(choices)?;
            value.invert(choices)
        })
    }

    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        let lengths = restrict::within_lengths(restriction, Lengths::ANY)?;
        let maps = hash_map(any::<K>(), any::<V>(), lengths);
        let maps = maps.mapped(|map| map.into_iter().collect::<Self>());
        let entry = |(key, value): (&K, &V)| (key.clone(), value.clone());
        Some(Box::new(maps.with_inverse(move |map| Some(map.iter().map(entry).collect()))))
    }
}
