//! Domains from domains: mapped, filtered, chained; and a domain from a function.

use std::fmt::Debug;

use super::{Domain, Shrinks};
use crate::source::{self, Reject, Source};

/// How often a filter tries before it gives up.
const TRIES: usize = 100;

/// See [`Domain::mapped`].
#[derive(Clone, Copy, Debug)]
pub struct Map<D, F> {
    pub(super) domain: D,
    pub(super) f: F,
}

impl<D: Domain, B: Debug + 'static, F: Fn(D::Value) -> B> Domain for Map<D, F> {
    type Value = B;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<B, Reject> {
        Ok((self.f)(self.domain.generate(source)?))
    }
}

/// See [`Domain::flat_mapped`].
#[derive(Clone, Copy, Debug)]
pub struct FlatMap<D, F> {
    pub(super) domain: D,
    pub(super) f: F,
}

impl<D: Domain, D2: Domain, F: Fn(D::Value) -> D2> Domain for FlatMap<D, F> {
    type Value = D2::Value;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<D2::Value, Reject> {
        (self.f)(self.domain.generate(source)?).generate(source)
    }
}

/// See [`Domain::filtered`].
#[derive(Clone, Copy, Debug)]
pub struct Filter<D, F> {
    pub(super) domain: D,
    pub(super) keep: F,
}

impl<D: Domain, F: Fn(&D::Value) -> bool> Domain for Filter<D, F> {
    type Value = D::Value;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
        tries(source, |source| Ok(Some(self.domain.generate(source)?).filter(&self.keep)))
    }

    fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        tries(source, |source| Ok(Some(self.domain.mutate(value, source)?).filter(&self.keep)))
    }

    fn shrink<'a>(&'a self, value: &'a D::Value) -> Shrinks<'a, D::Value> {
        Shrinks::new(self.domain.shrink(value).filter(&self.keep))
    }

    fn print(&self, value: &D::Value) -> String {
        self.domain.print(value)
    }

    /// What is kept is drawn at the first try.
    fn invert(&self, value: &D::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        if (self.keep)(value) { self.domain.invert(value, choices) } else { None }
    }
}

/// See [`Domain::filter_mapped`].
#[derive(Clone, Copy, Debug)]
pub struct FilterMap<D, F> {
    pub(super) domain: D,
    pub(super) f: F,
}

impl<D: Domain, B: Debug + 'static, F: Fn(D::Value) -> Option<B>> Domain for FilterMap<D, F> {
    type Value = B;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<B, Reject> {
        tries(source, |source| Ok((self.f)(self.domain.generate(source)?)))
    }
}

/// A domain from a function that makes its values.
///
/// ```
/// use forall::domain::{from_fn, sample};
/// use forall::source::Role;
///
/// let die = from_fn(|source| {
///     Ok(source.integer(1..=6, 1, Role::Value, |random| 1 + random.below(6) as u8))
/// });
/// assert!(sample(&die, 10).iter().all(|pips| (1..=6).contains(pips)));
/// ```
pub fn from_fn<A: Debug + 'static, F>(generate: F) -> FromFn<F>
where
    F: Fn(&mut Source) -> Result<A, Reject>,
{
    FromFn { generate }
}

/// See [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<F> {
    generate: F,
}

impl<A: Debug + 'static, F: Fn(&mut Source) -> Result<A, Reject>> Domain for FromFn<F> {
    type Value = A;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        (self.generate)(source)
    }
}

impl<F> Debug for FromFn<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("from_fn(…)")
    }
}

/// Tries until something comes of it. Each try that does not is a span that a shrinker can drop.
fn tries<A>(
    source: &mut Source,
    mut make: impl FnMut(&mut Source) -> Result<Option<A>, Reject>,
) -> Result<A, Reject> {
    for _ in 0..TRIES {
        if let Some(made) = source.attempt(|source| make(source).transpose()) {
            return made;
        }
    }
    Err(source.reject("a filter turned away 100 values in a row"))
}
