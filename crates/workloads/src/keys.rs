//! Keys of search trees: close to those already in the tree.

use forall::domain::{Domain, Shrinks, any, integers};
use forall::source::{LengthBounds, Random, Reject, Role, Source};

use crate::strategy::Strategy;

/// Bespoke keys have at most this absolute value.
const MAX_BESPOKE_KEY: i32 = 100;

/// The smallest specification-based key.
const MIN_SPECIFICATION_KEY: i32 = 0;

/// The greatest specification-based key.
const MAX_SPECIFICATION_KEY: i32 = 100;

/// The domain of keys for an operation on trees with known keys.
///
/// Bugs hide where two keys are equal, so half of the fresh bespoke keys are known keys. This only
/// affects sampling: a shrinker sees an ordinary integer.
#[derive(Clone, Debug)]
pub struct Keys {
    strategy: Strategy,
    known: Vec<i32>,
}

impl Keys {
    /// Returns the domain of keys close to the known ones. `known` is only called if the strategy
    /// needs them.
    pub fn near(strategy: Strategy, known: impl FnOnce(&mut Vec<i32>)) -> Keys {
        let mut keys = Vec::new();
        if strategy == Strategy::Bespoke {
            known(&mut keys);
        }
        Keys { strategy, known: keys }
    }

    /// Samples a key for a tree of this size.
    pub fn sample(random: &mut Random, size: u32) -> i32 {
        let spread = (2 * size as i32 + 2).min(MAX_BESPOKE_KEY);
        random.below(2 * spread as u64 + 1) as i32 - spread
    }
}

impl Domain for Keys {
    type Value = i32;

    fn generate(&self, source: &mut Source) -> Result<i32, Reject> {
        match self.strategy {
            Strategy::Bespoke => Ok(bespoke(source, |random, size| {
                let known = random.below(2 * self.known.len() as u64) as usize;
                self.known.get(known).copied().unwrap_or_else(|| Keys::sample(random, size))
            })),
            Strategy::TypeBased | Strategy::Dependent => any::<i32>().generate(source),
            Strategy::Specification => {
                integers(MIN_SPECIFICATION_KEY, MAX_SPECIFICATION_KEY).generate(source)
            }
            Strategy::Enumerative => {
                // Enumerated trees have odd keys. The range covers all of them, all keys between
                // them, and some greater ones.
                let last = 2 * source.size() as i32 + 2;
                Ok(source.integer(0..=last, 0, Role::Value, |_| 0))
            }
        }
    }

    fn shrink<'a>(&'a self, key: &'a i32) -> Shrinks<'a, i32> {
        Shrinks::new(any::<i32>().shrink(key).collect::<Vec<_>>())
    }
}

/// Draws a bespoke key. A replayed key may be any; the size only affects how a fresh one is
/// sampled.
pub fn bespoke(source: &mut Source, sample: impl FnOnce(&mut Random, u32) -> i32) -> i32 {
    let size = source.size();
    source
        .integer(-MAX_BESPOKE_KEY..=MAX_BESPOKE_KEY, 0, Role::Value, |random| sample(random, size))
}

/// Draws the keys and values of a bespoke tree, in order of insertion.
pub fn entries(source: &mut Source) -> Result<Vec<(i32, bool)>, Reject> {
    let size = source.size();
    let lengths = LengthBounds { min: 0, usual: 2 * size as usize, max: MAX_ENTRIES };
    source.list(lengths, |source| {
        let key = source.integer(-MAX_BESPOKE_KEY..=MAX_BESPOKE_KEY, 0, Role::Value, |random| {
            Keys::sample(random, size)
        });
        Ok((key, source.bool(Role::Value, |random| random.one_in(2))))
    })
}

/// The limit on insertions.
const MAX_ENTRIES: usize = 200;
