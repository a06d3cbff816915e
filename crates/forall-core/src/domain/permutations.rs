//! Permutations and subsequences of given values.

use std::fmt::Debug;

use super::collection_shrink::shorter;
use super::{Domain, Lengths, Shrinks, inverse};
use crate::source::{ChoiceValue, Reject, Role, Source};

/// Generates permutations of these values. The given order is the simplest.
///
/// ```
/// use forall::domain::{permutation, sample};
///
/// for mut order in sample(&permutation(["wash", "rinse", "dry"]), 10) {
///     order.sort();
///     assert_eq!(order, ["dry", "rinse", "wash"]);
/// }
/// ```
pub fn permutation<A: Clone + Debug + 'static>(values: impl Into<Vec<A>>) -> Permutation<A> {
    Permutation { values: values.into() }
}

/// See [`permutation`].
#[derive(Clone, Debug)]
pub struct Permutation<A> {
    values: Vec<A>,
}

impl<A: Clone + Debug + 'static> Domain for Permutation<A> {
    type Value = Vec<A>;

    /// The Fisher-Yates shuffle, from the front. The choice 0 leaves a value where it is.
    fn generate(&self, source: &mut Source) -> Result<Vec<A>, Reject> {
        let mut order = self.values.clone();
        for at in 1..order.len() {
            let left = order.len() - at;
            let offset = source.integer(0..=left, 0, Role::Reference, |random| {
                random.below(left as u64 + 1) as usize
            });
            order.swap(at - 1, at - 1 + offset);
        }
        Ok(order)
    }

    fn invert(&self, value: &Vec<A>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        if value.len() != self.values.len() {
            return None;
        }
        let mut order = inverse::texts(&self.values);
        for (at, wanted) in inverse::texts(value).iter().enumerate() {
            let offset = order[at..].iter().position(|text| text == wanted)?;
            order.swap(at, at + offset);
            // The last value is not a choice.
            if at + 1 < order.len() {
                inverse::branch(offset, choices);
            }
        }
        Some(())
    }
}

/// Generates subsequences of these values: some of them, in the given order. `lengths` is the number of
/// values in the subsequence.
///
/// If there are fewer values than the minimum length, the test is discarded.
///
/// ```
/// use forall::domain::{sample, subsequence};
///
/// let flags = subsequence(["--all", "--quiet", "--force"], 1..);
/// assert!(sample(&flags, 20).contains(&vec!["--all", "--force"]));
/// ```
pub fn subsequence<A>(values: impl Into<Vec<A>>, lengths: impl Into<Lengths>) -> Subsequence<A>
where
    A: Clone + Debug + 'static,
{
    Subsequence { values: values.into(), lengths: lengths.into() }
}

/// See [`subsequence`].
#[derive(Clone, Debug)]
pub struct Subsequence<A> {
    values: Vec<A>,
    lengths: Lengths,
}

impl<A: Clone + Debug + 'static> Domain for Subsequence<A> {
    type Value = Vec<A>;

    /// First draws the length, then whether to take each value, unless all or none of the rest must be
    /// taken.
    fn generate(&self, source: &mut Source) -> Result<Vec<A>, Reject> {
        let min = self.lengths.min();
        let max = self.lengths.max().min(self.values.len());
        if min > max {
            return Err(source.reject("there are fewer values than the minimum length"));
        }
        let length = source.integer(min..=max, min, Role::Length, |random| {
            min + random.below((max - min) as u64 + 1) as usize
        });
        let mut taken = Vec::with_capacity(length);
        for (at, value) in self.values.iter().enumerate() {
            let wanted = length - taken.len();
            let left = self.values.len() - at;
            if wanted == left || (wanted > 0 && !skips(source, wanted, left)) {
                taken.push(value.clone());
            }
        }
        Ok(taken)
    }

    /// Takes each value at its first occurrence, which leaves the most values for the rest.
    fn invert(&self, value: &Vec<A>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let max = self.lengths.max().min(self.values.len());
        inverse::between(value.len(), self.lengths.min(), max, choices)?;
        let mut rest = inverse::texts(value).into_iter().peekable();
        for (at, text) in inverse::texts(&self.values).into_iter().enumerate() {
            let wanted = rest.len();
            let left = self.values.len() - at;
            let taken = rest.next_if_eq(&text).is_some();
            if 0 < wanted && wanted < left {
                choices.push(ChoiceValue::Bool(!taken));
            }
        }
        rest.next().is_none().then_some(())
    }

    fn shrink<'a>(&'a self, value: &'a Vec<A>) -> Shrinks<'a, Vec<A>> {
        Shrinks::new(shorter(value, self.lengths.min()))
    }
}

/// Draws whether to skip the next value, if `wanted` of the `left` values must still be taken. All
/// subsequences of a length are equally likely (Knuth's selection sampling, TAOCP 3.4.2, algorithm S).
fn skips(source: &mut Source, wanted: usize, left: usize) -> bool {
    source.bool(Role::Value, |random| random.below(left as u64) >= wanted as u64)
}
