//! Choosing one of several values or domains.

use std::fmt::Debug;

use super::{
    Alternatives, BoxedDomain, Domain, RestrictedDomain, Restriction, WeightedAlternatives, inverse,
};
use crate::source::{ChoiceValue, Random, Reject, Role, Source, SpanLabel};

/// Generates only this value.
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

/// Picks one of these values, all equally likely. The first one is the simplest. If there are no values,
/// the test is discarded.
///
/// To pick a domain and generate a value from it, use [`one_of`].
///
/// ```
/// use forall::domain::{elements, sample};
///
/// let suits = elements(['♣', '♦', '♥', '♠']);
/// assert!(sample(&suits, 10).iter().all(|suit| "♣♦♥♠".contains(*suit)));
/// ```
pub fn elements<A: Clone + Debug + 'static>(values: impl Into<Vec<A>>) -> Elements<A> {
    Elements { values: values.into() }
}

/// See [`elements`].
#[derive(Clone, Debug)]
pub struct Elements<A> {
    values: Vec<A>,
}

impl<A: Clone + Debug + 'static> Domain for Elements<A> {
    type Value = A;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let Some(last) = self.values.len().checked_sub(1) else {
            return Err(source.reject("there are no values to choose from"));
        };
        let theme = source.theme();
        let sample = |random: &mut Random| {
            let draw = |random: &mut Random| random.below(last as u64 + 1) as usize;
            if theme.is_themed() {
                theme.branch(last as u64, last + 1, random, &draw)
            } else {
                draw(random)
            }
        };
        let index = source.integer(0..=last, 0, Role::Reference, sample);
        Ok(self.values[index].clone())
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let text = format!("{value:?}");
        let index = inverse::texts(&self.values).iter().position(|other| *other == text)?;
        inverse::branch(index, choices);
        Some(())
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<A>,
    ) -> Option<RestrictedDomain<'a, A>> {
        let permitted = self.values.iter().filter(|value| restriction.permits(value));
        let values: Vec<A> = permitted.cloned().collect();
        (!values.is_empty()).then(|| Box::new(Elements { values }) as RestrictedDomain<'a, A>)
    }
}

/// Picks one of these domains, all equally likely, and generates a value from it. The first domain is the
/// simplest.
///
/// The domains are a tuple of domains of any types, or an array or a `Vec` of domains of one type. To pick one
/// of several values, use [`elements`].
///
/// ```
/// use forall::domain::{just, one_of, sample};
///
/// let port = one_of((just(80), just(443), 1024..=u16::MAX));
/// assert!(sample(&port, 10).iter().all(|port| [80, 443].contains(port) || *port >= 1024));
/// ```
///
/// # Panics
///
/// If there are no domains.
#[track_caller]
pub fn one_of<A: Debug + 'static>(domains: impl Alternatives<Value = A>) -> OneOf<A> {
    let domains = domains.into_domains();
    let weights = vec![1; domains.len()];
    choose(weights, domains)
}

/// Picks one of these domains with probability proportional to its weight, and generates a value from it.
///
/// ```
/// use forall::domain::{frequency, just, sample};
///
/// let mostly_zero = frequency(((9, just(0)), (1, 1..10)));
/// assert!(sample(&mostly_zero, 100).iter().filter(|x| **x == 0).count() > 50);
/// ```
///
/// # Panics
///
/// If there are no domains, or if all weights are 0.
#[track_caller]
pub fn frequency<A: Debug + 'static>(domains: impl WeightedAlternatives<Value = A>) -> OneOf<A> {
    // Values shrink to the first domain, so it must be one that can be picked.
    let possible = domains.into_domains().into_iter().filter(|(weight, _)| *weight > 0);
    let (weights, domains) = possible.unzip();
    choose(weights, domains)
}

#[track_caller]
fn choose<A>(weights: Vec<u32>, domains: Vec<BoxedDomain<A>>) -> OneOf<A> {
    assert!(
        !domains.is_empty(),
        "no domain to choose from: pass one or more with a weight above 0"
    );
    OneOf { domains, weights: Weights::new(&weights) }
}

/// See [`one_of`] and [`frequency`].
pub struct OneOf<A> {
    domains: Vec<BoxedDomain<A>>,
    weights: Weights,
}

impl<A: Debug + 'static> Domain for OneOf<A> {
    type Value = A;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        let branch = self.weights.branch(source);
        source.span(SpanLabel::BRANCH, |source| self.domains[branch].generate(source))
    }

    /// Uses the first domain that can invert the value.
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

impl<A> Debug for OneOf<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "one_of({} domains)", self.domains.len())
    }
}

/// The relative frequencies of branches.
///
/// ```
/// use forall::domain::Weights;
/// use forall::source::Source;
///
/// let weights = Weights::new(&[9, 0, 1]);
/// let mut source = Source::from_seed(1, 5);
/// let mut counts = [0; 3];
/// for _ in 0..1_000 {
///     counts[weights.branch(&mut source)] += 1;
/// }
/// assert!(counts[0] > 800 && counts[1] == 0 && counts[2] > 50);
/// ```
#[derive(Clone, Debug)]
pub struct Weights {
    /// The sum of the weights up to and including each.
    sums: Vec<u64>,
}

impl Weights {
    /// Gives branch `i` a probability of `weights[i]` divided by the sum of all weights.
    ///
    /// # Panics
    ///
    /// If the sum is 0.
    #[track_caller]
    pub fn new(weights: &[u32]) -> Weights {
        let mut sum = 0;
        let sums = weights.iter().map(|weight| {
            sum += u64::from(*weight);
            sum
        });
        let sums: Vec<u64> = sums.collect();
        assert!(sum > 0, "all weights are 0: one or more must be greater");
        Weights { sums }
    }

    /// Draws a branch.
    #[inline]
    pub fn branch(&self, source: &mut Source) -> usize {
        let last = self.sums.len() - 1;
        let theme = source.theme();
        source.integer(0..=last, 0, Role::Branch, |random| {
            let draw = |random: &mut Random| {
                let at = random.below(self.sums[last]);
                self.sums.partition_point(|sum| *sum <= at)
            };
            if theme.is_themed() && self.are_equal() {
                theme.branch(last as u64, last + 1, random, &draw)
            } else {
                draw(random)
            }
        })
    }

    /// Returns whether all branches are equally likely. Weights that a user has set are not changed by a theme.
    #[cold]
    fn are_equal(&self) -> bool {
        self.sums.iter().zip(1..).all(|(sum, count)| *sum == count * self.sums[0])
    }
}
