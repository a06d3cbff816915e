//! Choosing: one value of several, one domain of several.

use std::fmt::Debug;

use super::{Alternatives, BoxedDomain, Domain, WeightedAlternatives, inverse};
use crate::source::{ChoiceValue, Label, Reject, Role, Source};

/// This value only.
///
/// ```
/// use forall::domain::{just, sample};
///
/// assert_eq!(sample(&just("localhost"), 3), ["localhost"; 3]);
/// ```
pub fn just<A: Clone + Debug + 'static>(value: A) -> Just<A> {
    Just(value)
}

/// See [`just`].
#[derive(Clone, Copy, Debug)]
pub struct Just<A>(pub A);

impl<A: Clone + Debug + 'static> Domain for Just<A> {
    type Value = A;

    #[inline]
    fn generate(&self, _: &mut Source) -> Result<A, Reject> {
        Ok(self.0.clone())
    }

    fn invert(&self, value: &A, _: &mut Vec<ChoiceValue>) -> Option<()> {
        (format!("{value:?}") == format!("{:?}", self.0)).then_some(())
    }
}

/// One of these values, the first being the simplest. Of no values, none can be made: the test is
/// rejected.
///
/// ```
/// use forall::domain::{one_of, sample};
///
/// let suits = one_of(['♣', '♦', '♥', '♠']);
/// assert!(sample(&suits, 10).iter().all(|suit| "♣♦♥♠".contains(*suit)));
/// ```
pub fn one_of<A: Clone + Debug + 'static>(values: impl Into<Vec<A>>) -> OneOf<A> {
    OneOf { values: values.into() }
}

/// See [`one_of`].
#[derive(Clone, Debug)]
pub struct OneOf<A> {
    values: Vec<A>,
}

impl<A: Clone + Debug + 'static> Domain for OneOf<A> {
    type Value = A;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let Some(last) = self.values.len().checked_sub(1) else {
            return Err(source.reject("there are no values to choose from"));
        };
        let sample = |random: &mut crate::source::Random| random.below(last as u64 + 1) as usize;
        let index = source.integer(0..=last, 0, Role::Reference, sample);
        Ok(self.values[index].clone())
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let text = format!("{value:?}");
        let index = inverse::texts(&self.values).iter().position(|other| *other == text)?;
        inverse::branch(index, choices);
        Some(())
    }
}

/// A value of one of these domains, the first being the simplest: a tuple of domains of any kinds, or an array or a
/// `Vec` of one kind.
///
/// ```
/// use forall::domain::{just, sample, union};
///
/// let port = union((just(80), just(443), 1024..=u16::MAX));
/// assert!(sample(&port, 10).iter().all(|port| [80, 443].contains(port) || *port >= 1024));
/// ```
///
/// # Panics
///
/// When there is no domain.
#[track_caller]
pub fn union<A: Debug + 'static>(domains: impl Alternatives<Value = A>) -> Union<A> {
    let domains = domains.each();
    let weights = vec![1; domains.len()];
    choice(weights, domains)
}

/// A value of one of these domains, with these relative frequencies.
///
/// ```
/// use forall::domain::{just, sample, weighted};
///
/// let mostly_zero = weighted(((9, just(0)), (1, 1..10)));
/// assert!(sample(&mostly_zero, 100).iter().filter(|x| **x == 0).count() > 50);
/// ```
///
/// # Panics
///
/// When there is no domain, or all weights are 0.
#[track_caller]
pub fn weighted<A: Debug + 'static>(domains: impl WeightedAlternatives<Value = A>) -> Union<A> {
    // What never comes up must not be what values shrink to.
    let (weights, domains) = domains.each().into_iter().filter(|(weight, _)| *weight > 0).unzip();
    choice(weights, domains)
}

#[track_caller]
fn choice<A>(weights: Vec<u32>, domains: Vec<BoxedDomain<A>>) -> Union<A> {
    assert!(!domains.is_empty(), "there is no domain to choose from");
    Union { domains, weights: Weighted::new(&weights) }
}

/// See [`union`] and [`weighted`].
pub struct Union<A> {
    domains: Vec<BoxedDomain<A>>,
    weights: Weighted,
}

impl<A: Debug + 'static> Domain for Union<A> {
    type Value = A;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let branch = self.weights.branch(source);
        source.span(Label::BRANCH, |source| self.domains[branch].generate(source))
    }

    /// The first of the domains that tells.
    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let before = choices.len();
        for (branch, domain) in self.domains.iter().enumerate() {
            choices.truncate(before);
            inverse::branch(branch, choices);
            if domain.invert(value, choices).is_some() {
                return Some(());
            }
        }
        None
    }
}

impl<A> Debug for Union<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "union of {} domains", self.domains.len())
    }
}

/// Relative frequencies of branches.
///
/// ```
/// use forall::domain::Weighted;
/// use forall::source::Source;
///
/// let (weights, mut source) = (Weighted::new(&[9, 0, 1]), Source::from_seed(1, 5));
/// let mut counts = [0; 3];
/// for _ in 0..1_000 {
///     counts[weights.branch(&mut source)] += 1;
/// }
/// assert!(counts[0] > 800 && counts[1] == 0 && counts[2] > 50);
/// ```
#[derive(Clone, Debug)]
pub struct Weighted {
    /// The sum of the weights up to and including each.
    sums: Vec<u64>,
}

impl Weighted {
    /// Branch `i` comes up `weights[i]` times in their sum.
    ///
    /// # Panics
    ///
    /// When the sum is 0.
    #[track_caller]
    pub fn new(weights: &[u32]) -> Weighted {
        let mut sum = 0;
        let sums = weights.iter().map(|weight| {
            sum += u64::from(*weight);
            sum
        });
        let sums: Vec<u64> = sums.collect();
        assert!(sum > 0, "a choice among branches of weight 0");
        Weighted { sums }
    }

    /// Draws a branch.
    #[inline]
    pub fn branch(&self, source: &mut Source) -> usize {
        let last = self.sums.len() - 1;
        source.integer(0..=last, 0, Role::Branch, |random| {
            let at = random.below(self.sums[last]);
            self.sums.partition_point(|sum| *sum <= at)
        })
    }
}
