//! Domains in their place: what a quantifier holds may depend on what is bound before it.
//!
//! This is a module of its own, since its methods are called like those of [`Domain`]: blocks import
//! one and domains the other.
//!
//! ```
//! use forall::domain::within::{Given, Within};
//! use forall::source::Source;
//!
//! let index = Given(|(xs, ()): &(Vec<u8>, ())| 0..xs.len());
//! let (env, mut source) = ((vec![7, 8, 9], ()), Source::from_seed(1, 5));
//! assert!(index.generate(&env, &mut source).unwrap() < 3);
//! assert!(Within::<(Vec<u8>, ())>::depends(&index));
//! ```

use std::fmt::Debug;
use std::ops::Range;

use super::{Domain, Shrinks};
use crate::source::{self, Reject, Source};

/// A domain as a quantifier holds it, in the environment `E`: a [`Domain`], or a function that makes
/// one of the environment ([`Given`]).
///
/// ```
/// use forall::domain::within::{Given, Within};
/// use forall::source::{Source, ChoiceValue};
///
/// let (below, limit) = (Given(|(limit, ()): &(u8, ())| 0..*limit), (9, ()));
/// let x = below.mutate(&limit, &3, &mut Source::from_seed(1, 5)).unwrap();
/// assert_eq!((x < 9, below.print(&limit, &5)), (true, "5".into()));
/// assert_eq!(below.shrink(&limit, &5, 0..1), [0], "the first of the simpler ones");
///
/// let mut choices = Vec::new();
/// assert_eq!(below.invert(&limit, &5, &mut choices), Some(()));
/// assert_eq!(choices, [ChoiceValue::Integer(5)]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain here",
    label = "this says nothing about how to make a value",
    note = "domains are ranges such as `0..10`, `any::<T>()`, what `forall::domain` makes, and your own types that implement `Domain`"
)]
pub trait Within<E> {
    /// The values.
    type Value: Debug + 'static;

    /// May it depend on the environment? Where it says no, the compiler leaves out what is needed then.
    const MAY_DEPEND: bool;

    /// Makes a value.
    fn generate(&self, env: &E, source: &mut Source) -> Result<Self::Value, Reject>;

    /// Makes a value near to this one.
    fn mutate(
        &self,
        env: &E,
        value: &Self::Value,
        source: &mut Source,
    ) -> Result<Self::Value, Reject>;

    /// Some of the simpler values: those whose number is in `which`.
    fn shrink(&self, env: &E, value: &Self::Value, which: Range<usize>) -> Vec<Self::Value>;

    /// Shows a value.
    fn print(&self, env: &E, value: &Self::Value) -> String;

    /// Appends the choices of which the value would be made, where they can be told.
    fn invert(
        &self,
        env: &E,
        value: &Self::Value,
        choices: &mut Vec<source::ChoiceValue>,
    ) -> Option<()>;

    /// Does it depend on the environment?
    fn depends(&self) -> bool {
        Self::MAY_DEPEND
    }
}

impl<E, D: Domain> Within<E> for D {
    type Value = D::Value;
    const MAY_DEPEND: bool = false;

    #[inline(always)]
    fn generate(&self, _: &E, source: &mut Source) -> Result<D::Value, Reject> {
        Domain::generate(self, source)
    }

    fn mutate(&self, _: &E, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        Domain::mutate(self, value, source)
    }

    fn shrink(&self, _: &E, value: &D::Value, which: Range<usize>) -> Vec<D::Value> {
        portion(Domain::shrink(self, value), which)
    }

    fn print(&self, _: &E, value: &D::Value) -> String {
        Domain::print(self, value)
    }

    fn invert(
        &self,
        _: &E,
        value: &D::Value,
        choices: &mut Vec<source::ChoiceValue>,
    ) -> Option<()> {
        Domain::invert(self, value, choices)
    }
}

/// Those whose number is in `which`. (Adaptors would do, but every type has its own to compile.)
pub(crate) fn portion<A>(mut shrinks: Shrinks<'_, A>, which: Range<usize>) -> Vec<A> {
    let mut portion = Vec::new();
    for number in 0..which.end {
        match shrinks.next() {
            Some(simpler) if number >= which.start => portion.push(simpler),
            Some(_) => {}
            None => break,
        }
    }
    portion
}

/// A domain made of what is bound before it: `|(xs, ())| 0..xs.len()`.
///
/// ```
/// use forall::domain::within::{Given, Within};
/// use forall::source::Source;
///
/// let (below, limit) = (Given(|(limit, ()): &(u8, ())| 0..*limit), (3, ()));
/// assert!(below.generate(&limit, &mut Source::from_seed(1, 5)).unwrap() < 3);
/// assert!(Within::<(u8, ())>::depends(&below) && !Within::<()>::depends(&(0..3)));
/// ```
#[derive(Clone, Copy)]
pub struct Given<F>(pub F);

impl<E, D: Domain, F: Fn(&E) -> D> Within<E> for Given<F> {
    type Value = D::Value;
    const MAY_DEPEND: bool = true;

    #[inline(always)]
    fn generate(&self, env: &E, source: &mut Source) -> Result<D::Value, Reject> {
        (self.0)(env).generate(source)
    }

    fn mutate(&self, env: &E, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        (self.0)(env).mutate(value, source)
    }

    fn shrink(&self, env: &E, value: &D::Value, which: Range<usize>) -> Vec<D::Value> {
        portion((self.0)(env).shrink(value), which)
    }

    fn print(&self, env: &E, value: &D::Value) -> String {
        (self.0)(env).print(value)
    }

    fn invert(
        &self,
        env: &E,
        value: &D::Value,
        choices: &mut Vec<source::ChoiceValue>,
    ) -> Option<()> {
        (self.0)(env).invert(value, choices)
    }
}

impl<F> Debug for Given<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Given(…)")
    }
}
