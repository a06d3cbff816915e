//! Arranging given values: all of them in another order, or some of them in the same.

use std::fmt::Debug;

use super::items::shorter;
use super::{Domain, Lengths, Shrinks, inverse};
use crate::source::{ChoiceValue, Reject, Role, Source};

/// These values in any order. The order given is the simplest.
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

    /// Fisher and Yates's shuffle, from the front: a 0 leaves a value where it is.
    fn generate(&self, source: &mut Source) -> Result<Vec<A>, Reject> {
        let mut order = self.values.clone();
        for at in 1..order.len() {
            let left = order.len() - at;
            let ahead = source.integer(0..=left, 0, Role::Reference, |random| {
                random.below(left as u64 + 1) as usize
            });
            order.swap(at - 1, at - 1 + ahead);
        }
        Ok(order)
    }

    fn invert(&self, value: &Vec<A>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        if value.len() != self.values.len() {
            return None;
        }
        let mut order = inverse::texts(&self.values);
        for (at, wanted) in inverse::texts(value).iter().enumerate() {
            let ahead = order[at..].iter().position(|text| text == wanted)?;
            order.swap(at, at + ahead);
            // Where only one is left, nothing is drawn.
            if at + 1 < order.len() {
                inverse::branch(ahead, choices);
            }
        }
        Some(())
    }
}

/// Some of these values, as many as `lengths` says, in the same order. Of fewer values than the
/// least length, none can be made: the test is rejected.
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

    /// First how many, then of each whether it is one of them, as long as there is a choice.
    fn generate(&self, source: &mut Source) -> Result<Vec<A>, Reject> {
        let (min, _, max) = self.lengths.at(0);
        let max = max.min(self.values.len());
        if min > max {
            return Err(source.reject("there are fewer values than a subsequence must have"));
        }
        let length = source.integer(min..=max, min, Role::Length, |random| {
            min + random.below((max - min) as u64 + 1) as usize
        });
        let mut some = Vec::with_capacity(length);
        for (at, value) in self.values.iter().enumerate() {
            let (wanted, left) = (length - some.len(), self.values.len() - at);
            if wanted == left || (wanted > 0 && !skips(source, wanted, left)) {
                some.push(value.clone());
            }
        }
        Ok(some)
    }

    /// Takes each as soon as it comes, which leaves the most for the rest.
    fn invert(&self, value: &Vec<A>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let (min, _, max) = self.lengths.at(0);
        inverse::between(value.len(), min, max.min(self.values.len()), choices)?;
        let mut rest = inverse::texts(value).into_iter().peekable();
        for (at, text) in inverse::texts(&self.values).into_iter().enumerate() {
            let (wanted, left) = (rest.len(), self.values.len() - at);
            let taken = rest.next_if_eq(&text).is_some();
            if 0 < wanted && wanted < left {
                choices.push(ChoiceValue::Bool(!taken));
            }
        }
        rest.next().is_none().then_some(())
    }

    fn shrink<'a>(&'a self, value: &'a Vec<A>) -> Shrinks<'a, Vec<A>> {
        Shrinks::new(shorter(value, self.lengths.at(0).0))
    }
}

/// Of `left` values, `wanted` are still to be taken: is the next one left out? All subsequences of a
/// length are equally likely (Knuth's selection sampling).
fn skips(source: &mut Source, wanted: usize, left: usize) -> bool {
    source.bool(Role::Value, |random| random.below(left as u64) >= wanted as u64)
}
