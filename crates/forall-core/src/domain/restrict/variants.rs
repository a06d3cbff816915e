//! Options and results of one variant.

use std::fmt::Debug;

use super::RestrictedDomain;
use crate::domain::{Domain, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// A variant of `Option` or `Result`.
///
/// ```
/// use forall::domain::{Domain, RestrictedDomain, Restriction, Variant, just};
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
/// use forall::source::{Reject, Source};
///
/// /// Nothing, or a digit.
/// struct Digit;
///
/// impl Domain for Digit {
///     type Value = Option<u8>;
///
///     fn generate(&self, source: &mut Source) -> Result<Option<u8>, Reject> {
///         Ok(source.branch(11).checked_sub(1).map(|digit| digit as u8))
///     }
///
///     fn restricted<'a>(
///         &'a self,
///         restriction: &'a Restriction<Option<u8>>,
///     ) -> Option<RestrictedDomain<'a, Option<u8>>> {
///         match restriction.variant()? {
///             Variant::Some => Some(Box::new((0..10).mapped(Some))),
///             _ => Some(Box::new(just(None))),
///         }
///     }
/// }
/// let digit = property! { forall x in Digit; implies x.is_some(); check x.unwrap() < 10 };
/// assert_eq!(quick_check(&digit, &Options::default()).tally.discarded, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// `Some`
    Some,
    /// `None`
    None,
    /// `Ok`
    Ok,
    /// `Err`
    Err,
}

/// The values of a domain in one variant.
struct OneVariant<D, W, U> {
    domain: D,
    wrap: W,
    unwrap: U,
}

impl<A, D, W, U> Domain for OneVariant<D, W, U>
where
    A: Debug + 'static,
    D: Domain,
    W: Fn(D::Value) -> A,
    U: Fn(&A) -> Option<&D::Value>,
{
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        Ok((self.wrap)(self.domain.generate(source)?))
    }

    fn shrink<'a>(&'a self, value: &'a A) -> Shrinks<'a, A> {
        match (self.unwrap)(value) {
            Some(inner) => Shrinks::new(self.domain.shrink(inner).map(&self.wrap)),
            None => Shrinks::none(),
        }
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.domain.invert((self.unwrap)(value)?, choices)
    }
}

/// Returns the domain of one variant. `wrap` makes a value of the variant, and `unwrap` returns its content, if
/// a value is of that variant.
pub(in crate::domain) fn one_variant<'a, A, D>(
    domain: D,
    wrap: impl Fn(D::Value) -> A + 'a,
    unwrap: impl Fn(&A) -> Option<&D::Value> + 'a,
) -> RestrictedDomain<'a, A>
where
    A: Debug + 'static,
    D: Domain + 'a,
{
    Box::new(OneVariant { domain, wrap, unwrap })
}
