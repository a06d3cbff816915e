//! How the macros record what a premise requires.
//!
//! A macro sees the expressions of a premise, but not their types. It calls these methods on a reference to a
//! reference to a [`Comparison`], and the compiler uses the first implementation that fits: the exact one for
//! primitive types, one for other types with the right traits, and one for all types, which records nothing.

use std::any::Any as AnyType;
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::fmt::Debug;
use std::hash::BuildHasher;
use std::marker::PhantomData;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Candidates, Discrete, Limit, Original, Restriction, Variant};
use crate::domain::collection_shrink::by_text;
use crate::domain::{Any, Domain, Ranged};

/// The greatest index into a collection that is generated before the collection, which must then be longer.
pub const MAX_EARLY_INDEX: usize = 64;

/// A value or a domain of type `R` to which a premise compares a value of type `A`.
#[derive(Debug)]
pub struct Comparison<'r, A, R: ?Sized> {
    with: &'r R,
    value: PhantomData<fn() -> A>,
}

/// The bound that a premise sets.
#[derive(Debug)]
pub enum Bound<A> {
    /// Unknown.
    None,
    /// A value.
    At(Limited<A>),
    /// No value satisfies the premise.
    Unsatisfiable,
}

/// A known bound.
#[derive(Debug)]
pub struct Limited<A>(Limit<A>);

/// A value to equal or to avoid.
#[derive(Debug)]
pub struct Same<A>(Original<A>);

/// The elements of a collection.
#[derive(Debug)]
pub struct Elements<A>(Candidates<A>);

/// What the macros record.
impl<A> Restriction<A> {
    /// Compares the values with another value, or with the values of another domain.
    #[doc(hidden)]
    pub fn compare<'r, R: ?Sized>(&self, with: &'r R) -> Comparison<'r, A, R> {
        Comparison { with, value: PhantomData }
    }

    /// Compares the number of elements.
    #[doc(hidden)]
    pub fn compare_length<'r, R>(&self, with: &'r R) -> Comparison<'r, usize, R> {
        Comparison { with, value: PhantomData }
    }

    /// Requires values at or above the bound.
    #[doc(hidden)]
    pub fn require_least(&mut self, bound: Bound<A>) {
        match bound {
            Bound::None => {}
            Bound::Unsatisfiable => self.unsatisfiable = true,
            Bound::At(Limited(new)) => {
                if self.least.as_ref().is_none_or(|old| old.is_below(&new.value)) {
                    self.least = Some(new);
                }
            }
        }
    }

    /// Requires values at or below the bound.
    #[doc(hidden)]
    pub fn require_greatest(&mut self, bound: Bound<A>) {
        match bound {
            Bound::None => {}
            Bound::Unsatisfiable => self.unsatisfiable = true,
            Bound::At(Limited(new)) => {
                if self.greatest.as_ref().is_none_or(|old| old.is_above(&new.value)) {
                    self.greatest = Some(new);
                }
            }
        }
    }

    /// Requires a number of elements at or above the bound.
    #[doc(hidden)]
    pub fn require_least_length(&mut self, bound: Bound<usize>) {
        match bound {
            Bound::None => {}
            Bound::Unsatisfiable => self.unsatisfiable = true,
            Bound::At(Limited(limit)) => self.lengths = self.lengths.intersection(limit.value..),
        }
    }

    /// Requires a number of elements at or below the bound.
    #[doc(hidden)]
    pub fn require_greatest_length(&mut self, bound: Bound<usize>) {
        match bound {
            Bound::None => {}
            Bound::Unsatisfiable => self.unsatisfiable = true,
            Bound::At(Limited(limit)) => self.lengths = self.lengths.intersection(..=limit.value),
        }
    }

    /// Requires values that equal the original.
    #[doc(hidden)]
    pub fn require_equal(&mut self, original: Option<Same<A>>) {
        self.equal = original.map(|same| same.0).or(self.equal.take());
    }

    /// Requires values that equal the original, which is from the same domain.
    #[doc(hidden)]
    pub fn require_equal_in_domain(&mut self, original: Option<Same<A>>) {
        let original = original.map(|same| Original { in_domain: true, ..same.0 });
        self.equal = original.or(self.equal.take());
    }

    /// Requires values that do not equal the original.
    #[doc(hidden)]
    pub fn require_different(&mut self, original: Option<Same<A>>) {
        self.excluded.extend(original.map(|same| same.0));
    }

    /// Requires one of these values.
    #[doc(hidden)]
    pub fn require_candidate(&mut self, elements: Option<Elements<A>>) {
        self.candidates = elements.map(|elements| elements.0).or(self.candidates.take());
    }

    /// Requires collections that contain the value.
    #[doc(hidden)]
    pub fn require_element(&mut self, element: Option<Box<dyn AnyType>>) {
        self.includes.extend(element);
    }

    /// Requires the variant.
    #[doc(hidden)]
    pub fn require_variant(&mut self, variant: Variant) {
        self.variant = Some(variant);
    }
}

/// Bounds of primitive types.
pub trait DiscreteBounds<A> {
    /// Returns the value that is `steps` values above the one to compare with.
    fn least(&self, steps: u32) -> Bound<A>;

    /// Returns the value that is `steps` values below the one to compare with.
    fn greatest(&self, steps: u32) -> Bound<A>;

    /// Returns the value to compare with.
    fn original(&self) -> Option<Same<A>>;
}

impl<A: Discrete> DiscreteBounds<A> for &&Comparison<'_, A, A> {
    fn least(&self, steps: u32) -> Bound<A> {
        discrete_bound(*self.with, steps, A::successor)
    }

    fn greatest(&self, steps: u32) -> Bound<A> {
        discrete_bound(*self.with, steps, A::predecessor)
    }

    fn original(&self) -> Option<Same<A>> {
        let counted = A::COUNTED;
        Some(Same(Original {
            value: *self.with,
            clone: |value| *value,
            equals: |left, right| left == right,
            successor: counted.then_some(|value: &A| value.successor()),
            predecessor: counted.then_some(|value: &A| value.predecessor()),
            identical: true,
            in_domain: false,
        }))
    }
}

fn discrete_bound<A: Discrete>(value: A, steps: u32, next: fn(A) -> Option<A>) -> Bound<A> {
    let mut bound = value;
    for _ in 0..steps {
        match next(bound) {
            Some(next) => bound = next,
            None => return Bound::Unsatisfiable,
        }
    }
    Bound::At(Limited(Limit {
        value: bound,
        strict: false,
        discrete: true,
        compare: A::partial_cmp,
    }))
}

/// Bounds of other types with an order.
pub trait OrderedBounds<A> {
    /// Returns the value to compare with, which is excluded if there are any steps.
    fn least(&self, steps: u32) -> Bound<A>;

    /// Returns the value to compare with, which is excluded if there are any steps.
    fn greatest(&self, steps: u32) -> Bound<A>;
}

impl<A: Clone + PartialOrd> OrderedBounds<A> for &Comparison<'_, A, A> {
    fn least(&self, steps: u32) -> Bound<A> {
        ordered_bound(self.with, steps)
    }

    fn greatest(&self, steps: u32) -> Bound<A> {
        ordered_bound(self.with, steps)
    }
}

fn ordered_bound<A: Clone + PartialOrd>(value: &A, steps: u32) -> Bound<A> {
    let strict = steps > 0;
    Bound::At(Limited(Limit {
        value: value.clone(),
        strict,
        discrete: false,
        compare: A::partial_cmp,
    }))
}

/// Values of other types that can be compared and cloned.
pub trait CloneableOriginal<A> {
    /// Returns the value to compare with.
    fn original(&self) -> Option<Same<A>>;
}

impl<A: Clone + PartialEq> CloneableOriginal<A> for &Comparison<'_, A, A> {
    fn original(&self) -> Option<Same<A>> {
        Some(Same(Original {
            value: self.with.clone(),
            clone: A::clone,
            equals: A::eq,
            successor: None,
            predecessor: None,
            identical: false,
            in_domain: false,
        }))
    }
}

/// The ends of a domain that is generated later: they leave room for its values.
pub trait DomainBounds<A> {
    /// Returns the value that is `steps` values above the least value of the domain.
    fn least_of_domain(&self, steps: u32) -> Bound<A>;

    /// Returns the value that is `steps` values below the greatest value of the domain.
    fn greatest_of_domain(&self, steps: u32) -> Bound<A>;
}

impl<A: Discrete, D: Ends<Value = A>> DomainBounds<A> for &Comparison<'_, A, D> {
    fn least_of_domain(&self, steps: u32) -> Bound<A> {
        match self.with.ends() {
            Some((least, _)) => discrete_bound(least, steps, A::successor),
            None => Bound::None,
        }
    }

    fn greatest_of_domain(&self, steps: u32) -> Bound<A> {
        match self.with.ends() {
            Some((_, greatest)) => discrete_bound(greatest, steps, A::predecessor),
            None => Bound::None,
        }
    }
}

/// A domain with a least and a greatest value.
pub trait Ends: Domain {
    /// Returns the least and the greatest value, or `None` if the domain is empty.
    fn ends(&self) -> Option<(Self::Value, Self::Value)>;
}

impl<A: Discrete + crate::Arbitrary> Ends for Any<A> {
    fn ends(&self) -> Option<(A, A)> {
        Some((A::LEAST, A::GREATEST))
    }
}

macro_rules! ends {
    ($($range:ident, |$name:ident| $min:expr, $max:expr;)*) => { $(
        impl<A: Discrete + Ranged> Ends for $range<A> {
            fn ends(&self) -> Option<(A, A)> {
                let $name = self;
                let greatest: Option<A> = $max;
                greatest.filter(|max| $min <= *max).map(|max| ($min, max))
            }
        }
    )* };
}

ends! {
    Range, |range| range.start, Discrete::predecessor(range.end);
    RangeInclusive, |range| *range.start(), Some(*range.end());
    RangeFrom, |range| range.start, Some(<A as Ranged>::MAX);
    RangeTo, |range| <A as Ranged>::MIN, Discrete::predecessor(range.end);
    RangeToInclusive, |range| <A as Ranged>::MIN, Some(range.end);
}

/// The elements of a collection that was generated earlier.
pub trait KnownElements<A> {
    /// Returns the elements.
    fn elements(&self) -> Option<Elements<A>>;
}

impl<A: Clone, R: Elemental<A> + ?Sized> KnownElements<A> for &Comparison<'_, A, R> {
    fn elements(&self) -> Option<Elements<A>> {
        Some(Elements(Candidates { values: self.with.cloned_elements(), clone: A::clone }))
    }
}

/// A collection whose elements are in the same order in every run.
pub trait Elemental<A> {
    /// Returns clones of the elements.
    fn cloned_elements(&self) -> Vec<A>;
}

macro_rules! elemental {
    ($($collection:ty),*) => { $(
        impl<A: Clone> Elemental<A> for $collection {
            fn cloned_elements(&self) -> Vec<A> {
                self.iter().cloned().collect()
            }
        }
    )* };
}

elemental!(Vec<A>, [A], VecDeque<A>, BTreeSet<A>, Box<[A]>);

impl<A: Clone, const N: usize> Elemental<A> for [A; N] {
    fn cloned_elements(&self) -> Vec<A> {
        self.to_vec()
    }
}

impl<A: Clone + Debug, S: BuildHasher> Elemental<A> for HashSet<A, S> {
    fn cloned_elements(&self) -> Vec<A> {
        by_text(self.iter()).into_iter().cloned().collect()
    }
}

/// A value that a collection must contain.
pub trait CloneableElement {
    /// Returns a clone of the value.
    fn element(&self) -> Option<Box<dyn AnyType>>;
}

impl<A: Contents> CloneableElement for &Comparison<'_, A, A::Element> {
    fn element(&self) -> Option<Box<dyn AnyType>> {
        Some(Box::new(self.with.clone()))
    }
}

/// A collection that can be restricted to those that contain a value.
pub trait Contents {
    /// The type of the elements.
    type Element: Clone + 'static;
}

impl<T: Clone + 'static> Contents for Vec<T> {
    type Element = T;
}

impl<T: Clone + 'static> Contents for BTreeSet<T> {
    type Element = T;
}

impl<T: Clone + 'static, S> Contents for HashSet<T, S> {
    type Element = T;
}

/// All other types: nothing is recorded.
pub trait Unknown<A> {
    /// Returns no bound.
    fn least(&self, _steps: u32) -> Bound<A> {
        Bound::None
    }

    /// Returns no bound.
    fn greatest(&self, _steps: u32) -> Bound<A> {
        Bound::None
    }

    /// Returns no bound.
    fn least_of_domain(&self, _steps: u32) -> Bound<A> {
        Bound::None
    }

    /// Returns no bound.
    fn greatest_of_domain(&self, _steps: u32) -> Bound<A> {
        Bound::None
    }

    /// Returns no value.
    fn original(&self) -> Option<Same<A>> {
        None
    }

    /// Returns no elements.
    fn elements(&self) -> Option<Elements<A>> {
        None
    }

    /// Returns no value.
    fn element(&self) -> Option<Box<dyn AnyType>> {
        None
    }
}

impl<A, R: ?Sized> Unknown<A> for Comparison<'_, A, R> {}
