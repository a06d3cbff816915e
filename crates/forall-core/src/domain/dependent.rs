//! Dependent domains: the domain of a variable may depend on the variables bound before it.
//!
//! The methods of [`Dependent`] have the same names as those of [`Domain`], so the trait is in a module of
//! its own: blocks import this trait, and domains import the other.
//!
//! ```
//! use forall::domain::dependent::{Dependent, FromEnv};
//! use forall::source::Source;
//!
//! let index = FromEnv(|(xs, ()): &(Vec<u8>, ())| 0..xs.len());
//! let env = (vec![7, 8, 9], ());
//! assert!(index.generate(&env, &mut Source::from_seed(1, 5)).unwrap() < 3);
//! assert!(Dependent::<(Vec<u8>, ())>::depends(&index));
//! ```

use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

use super::ability::AnyAbility;
pub use super::annotate::{Annotated, Promise};
pub use super::replaceable::Replacement;
pub use super::restrict::Restricted;
use super::{Domain, Shrinks};
use crate::data::CowStr;
use crate::source::{self, Reject, Source};

/// The domain of a quantified variable in the environment `E`, which holds the variables bound before it.
/// It is either a [`Domain`], which ignores the environment, or a function from the environment to a
/// domain ([`FromEnv`]).
///
/// ```
/// use forall::domain::dependent::{Dependent, FromEnv};
/// use forall::source::{Source, ChoiceValue};
///
/// let below = FromEnv(|(limit, ()): &(u8, ())| 0..*limit);
/// let env = (9, ());
/// assert!(below.mutate(&env, &3, &mut Source::from_seed(1, 5)).unwrap() < 9);
/// assert_eq!(below.print(&env, &5), "5");
/// assert_eq!(below.shrink(&env, &5, 0..1), [0], "the simplest shrink of 5");
///
/// let mut choices = Vec::new();
/// assert_eq!(below.invert(&env, &5, &mut choices), Some(()));
/// assert_eq!(choices, [ChoiceValue::Integer(5)]);
/// ```
///
/// The other methods are about quantifiers with annotations, contracts and abilities that can be replaced:
///
/// ```
/// use forall::domain::dependent::{Dependent, Replacement};
/// use forall::property::{Ability, With, property};
///
/// let small = property! { forall x: u8, annotate = "metres", contract = |x| *x < 99; check true };
/// let mut domain = small.overridable().domain;
/// domain.annotations(&(), &mut |unit| assert_eq!(unit.downcast_ref(), Some(&"metres")));
/// assert_eq!(domain.broken_contract(&(), &100).as_deref(), Some("|x| *x < 99"));
/// assert_eq!(domain.replace(&mut Ability::shrinker(|x: &u8| vec![x / 2]).into()), Some(Replacement::Other));
/// assert_eq!(domain.replace(&mut (0..9_u8).into()), Some(Replacement::Generator { depends: false }));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain",
    label = "values cannot be generated from this",
    note = "a domain is a range such as `0..10`, `any::<T>()`, the result of a function in `forall::domain`, or a type that implements `Domain`"
)]
pub trait Dependent<E> {
    /// The type of the generated values.
    type Value: Debug + 'static;

    /// Whether the domain can depend on the environment. If not, the compiler removes the code that only
    /// dependent domains need.
    const MAY_DEPEND: bool;

    /// Generates a value; see [`Domain::generate`].
    fn generate(&self, env: &E, source: &mut Source) -> Result<Self::Value, Reject>;

    /// Generates a value that is similar to `value`; see [`Domain::mutate`].
    fn mutate(
        &self,
        env: &E,
        value: &Self::Value,
        source: &mut Source,
    ) -> Result<Self::Value, Reject>;

    /// Returns those simpler values whose position in [`Domain::shrink`] is in `which`.
    fn shrink(&self, env: &E, value: &Self::Value, which: Range<usize>) -> Vec<Self::Value>;

    /// Prints a value; see [`Domain::print`].
    fn print(&self, env: &E, value: &Self::Value) -> String;

    /// Appends the choices that generate the value; see [`Domain::invert`].
    fn invert(
        &self,
        env: &E,
        value: &Self::Value,
        choices: &mut Vec<source::ChoiceValue>,
    ) -> Option<()>;

    /// Returns whether the domain depends on the environment.
    fn depends(&self) -> bool {
        Self::MAY_DEPEND
    }

    /// Whether the quantifier may have annotations, or abilities that can be replaced. If not, the compiler removes the
    /// code for them.
    const IS_ANNOTATED: bool = false;

    /// Calls `visit` with each annotation, the last one that was attached first.
    fn annotations(&self, env: &E, visit: &mut dyn FnMut(&dyn Any)) {
        let _ = (env, visit);
    }

    /// Replaces an ability. Returns `None` if the abilities of the quantifier cannot be replaced.
    fn replace(&mut self, ability: &mut AnyAbility) -> Option<Replacement> {
        let _ = ability;
        None
    }

    /// Whether the quantifier may have a contract. If not, the compiler removes the code that checks it.
    const HAS_CONTRACT: bool = false;

    /// Returns the text of a contract that this value breaks.
    fn broken_contract(&self, env: &E, value: &Self::Value) -> Option<CowStr> {
        let _ = (env, value);
        None
    }
}

impl<E, D: Domain> Dependent<E> for D {
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

/// Returns the shrinks whose position is in `which`. Iterator adaptors would be shorter, but the compiler
/// would instantiate them for every type of value.
pub(crate) fn portion<A>(mut shrinks: Shrinks<'_, A>, which: Range<usize>) -> Vec<A> {
    let mut portion = Vec::new();
    for position in 0..which.end {
        match shrinks.next() {
            Some(simpler) if position >= which.start => portion.push(simpler),
            Some(_) => {}
            None => break,
        }
    }
    portion
}

/// A function from the environment to a domain, such as `|(xs, ())| 0..xs.len()`.
///
/// ```
/// use forall::domain::dependent::{Dependent, FromEnv};
/// use forall::source::Source;
///
/// let below = FromEnv(|(limit, ()): &(u8, ())| 0..*limit);
/// assert!(below.generate(&(3, ()), &mut Source::from_seed(1, 5)).unwrap() < 3);
/// assert!(Dependent::<(u8, ())>::depends(&below));
/// assert!(!Dependent::<()>::depends(&(0..3)));
/// ```
#[derive(Clone, Copy)]
pub struct FromEnv<F>(pub F);

impl<E, D: Domain, F: Fn(&E) -> D> Dependent<E> for FromEnv<F> {
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

impl<F> Debug for FromEnv<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FromEnv(…)")
    }
}
