//! Combinators: mapping, filtering and chaining domains, and a domain from a function.

use std::fmt::Debug;

use super::{Domain, RestrictedDomain, Restriction, Shrinks};
use crate::source::{self, Reject, Source};

/// The number of values that a filter tries before it gives up.
const MAX_FILTER_ATTEMPTS: usize = 100;

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
        retry(source, |source| Ok(Some(self.domain.generate(source)?).filter(&self.keep)))
    }

    fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        retry(source, |source| Ok(Some(self.domain.mutate(value, source)?).filter(&self.keep)))
    }

    fn shrink<'a>(&'a self, value: &'a D::Value) -> Shrinks<'a, D::Value> {
        Shrinks::new(self.domain.shrink(value).filter(&self.keep))
    }

    fn print(&self, value: &D::Value) -> String {
        self.domain.print(value)
    }

    /// A value that passes the filter is generated at the first attempt.
    fn invert(&self, value: &D::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        if (self.keep)(value) { self.domain.invert(value, choices) } else { None }
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<D::Value>,
    ) -> Option<RestrictedDomain<'a, D::Value>> {
        // A pointer to the function itself would be another type at each level of restriction.
        let keep: &dyn Fn(&D::Value) -> bool = &self.keep;
        Some(Box::new(self.domain.restricted(restriction)?.filtered(keep)))
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
        retry(source, |source| Ok((self.f)(self.domain.generate(source)?)))
    }
}

/// Generates values with a function, which can draw from other domains on the way.
///
/// ```
/// use forall::domain::{Domain, from_fn, sample};
///
/// let intervals = from_fn(|source| {
///     let start = (0..100_u32).generate(source)?;
///     let end = (start..=100).generate(source)?;
///     Ok(start..end)
/// });
/// assert!(sample(&intervals, 50).iter().all(|interval| interval.start <= interval.end));
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

/// Calls `make` until it returns a value. Each failed attempt is a span that a shrinker can delete.
fn retry<A>(
    source: &mut Source,
    mut make: impl FnMut(&mut Source) -> Result<Option<A>, Reject>,
) -> Result<A, Reject> {
    let mut attempt = |source: &mut Source| source.try_draw(|source| make(source).transpose());
    if let Some(made) = attempt(source) {
        return made;
    }
    // With a theme, only a few values may recur, and the filter may reject them all.
    for _ in 1..MAX_FILTER_ATTEMPTS {
        if let Some(made) = source.without_theme(&mut attempt) {
            return made;
        }
    }
    Err(source.reject("a filter rejected 100 values in a row"))
}
