//! Restrictions: what the premises of a property require of a variable.
//!
//! The macros recognise premises such as `a < b` and record them as a [`Restriction`] of the variable that is
//! bound last. The domain of that variable then generates only values that satisfy it, if it knows how. The
//! premise is still evaluated, so a domain may ignore any part of a restriction.

mod between;
mod discrete;
mod effective;
mod including;
mod lengths;
pub mod record;
mod repeat;
mod restricted;
mod variants;

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Debug};

pub(super) use self::{
    between::between,
    discrete::Discrete,
    including::collections_within,
    lengths::{Texts, texts_within, within_lengths},
    variants::one_variant,
};
pub use self::{
    restricted::{Restricted, RestrictionFn},
    variants::Variant,
};
use super::{Domain, Lengths};

/// A part of a domain; see [`Domain::restricted`].
pub type RestrictedDomain<'a, A> = Box<dyn Domain<Value = A> + 'a>;

/// What the premises of a property require of a value of type `A`.
///
/// ```
/// use forall::domain::{Domain, Restriction, RestrictedDomain, elements, sample};
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
/// use forall::source::{Reject, Source};
///
/// /// The powers of two.
/// struct Powers;
///
/// impl Domain for Powers {
///     type Value = u32;
///
///     fn generate(&self, source: &mut Source) -> Result<u32, Reject> {
///         Ok(1 << source.branch(32))
///     }
///
///     fn restricted<'a>(&'a self, restriction: &'a Restriction<u32>) -> Option<RestrictedDomain<'a, u32>> {
///         let powers = (0..32).map(|i| 1 << i).filter(|power| restriction.permits(power));
///         let powers: Vec<u32> = powers.collect();
///         (!powers.is_empty()).then(|| Box::new(elements(powers)) as RestrictedDomain<'a, u32>)
///     }
/// }
/// let rare = property! { forall x in Powers; implies *x > 1 << 30; check x.is_power_of_two() };
/// let report = quick_check(&rare, &Options::default());
/// assert!(report.passed());
/// let next = property! { forall x in 0..100_u32; forall y in Powers; implies x < y; check x < y };
/// assert_eq!(quick_check(&next, &Options::default()).tally.discarded, 0);
/// ```
pub struct Restriction<A> {
    least: Option<Limit<A>>,
    greatest: Option<Limit<A>>,
    lengths: Lengths,
    variant: Option<Variant>,
    equal: Option<Original<A>>,
    candidates: Option<Candidates<A>>,
    excluded: Vec<Original<A>>,
    /// The values that a collection must contain. Their type is that of its elements.
    includes: Vec<Box<dyn Any>>,
    /// Whether no value can satisfy the restriction.
    unsatisfiable: bool,
}

/// A bound of the values.
#[derive(Debug)]
struct Limit<A> {
    value: A,
    /// Whether the bound itself is excluded.
    strict: bool,
    /// Whether the type is primitive, so that a part of a domain already keeps to the bound.
    discrete: bool,
    compare: fn(&A, &A) -> Option<Ordering>,
}

/// The value that another value must equal, or must not equal.
#[derive(Debug)]
struct Original<A> {
    value: A,
    clone: fn(&A) -> A,
    equals: fn(&A, &A) -> bool,
    /// Returns the value after this one, for integers and characters.
    successor: Option<fn(&A) -> Option<A>>,
    /// Returns the value before this one, for integers and characters.
    predecessor: Option<fn(&A) -> Option<A>>,
    /// Whether equal values are identical, as those of primitive types are.
    identical: bool,
    /// Whether the value is known to be in the domain.
    in_domain: bool,
}

/// The values among which a value must be.
#[derive(Debug)]
struct Candidates<A> {
    values: Vec<A>,
    clone: fn(&A) -> A,
}

impl<A> Restriction<A> {
    fn new() -> Restriction<A> {
        Restriction {
            least: None,
            greatest: None,
            lengths: Lengths::ANY,
            variant: None,
            equal: None,
            candidates: None,
            excluded: Vec::new(),
            includes: Vec::new(),
            unsatisfiable: false,
        }
    }

    /// Returns whether the order and the equality of values permit `value`. Lengths and variants are not
    /// compared, since not all types have them.
    pub fn permits(&self, value: &A) -> bool {
        self.permits_relations(value)
            && self.equal.as_ref().is_none_or(|original| (original.equals)(&original.value, value))
    }

    /// Returns the required number of elements.
    pub fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// Returns the required variant of an `Option` or a `Result`.
    pub fn variant(&self) -> Option<Variant> {
        self.variant
    }

    /// Returns whether the order and the inequality of values permit `value`.
    fn permits_relations(&self, value: &A) -> bool {
        self.permits_order(value) && self.permits_difference(value)
    }

    fn permits_order(&self, value: &A) -> bool {
        let above = self.least.as_ref().is_none_or(|limit| limit.is_below(value));
        above && self.greatest.as_ref().is_none_or(|limit| limit.is_above(value))
    }

    fn permits_difference(&self, value: &A) -> bool {
        self.excluded.iter().all(|original| !(original.equals)(&original.value, value))
    }

    /// Returns whether the values are restricted by an order or by inequality.
    fn concerns_values(&self) -> bool {
        self.least.is_some() || self.greatest.is_some() || !self.excluded.is_empty()
    }

    /// Returns whether values may have to be drawn several times until one is permitted.
    fn needs_attempts(&self) -> bool {
        let limits = [&self.least, &self.greatest];
        !self.excluded.is_empty() || limits.into_iter().flatten().any(|limit| !limit.discrete)
    }

    /// Returns whether a collection is restricted.
    fn concerns_elements(&self) -> bool {
        self.lengths != Lengths::ANY || !self.includes.is_empty()
    }
}

impl<A> Limit<A> {
    fn is_below(&self, value: &A) -> bool {
        match (self.compare)(&self.value, value) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => !self.strict,
            _ => false,
        }
    }

    fn is_above(&self, value: &A) -> bool {
        match (self.compare)(&self.value, value) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => !self.strict,
            _ => false,
        }
    }
}

impl<A> Debug for Restriction<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Restriction")
            .field("lengths", &self.lengths)
            .field("variant", &self.variant)
            .finish_non_exhaustive()
    }
}
