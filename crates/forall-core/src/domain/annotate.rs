//! Quantifiers with data attached.

use std::any::Any;
use std::fmt::{self, Debug};
use std::ops::Range;

use super::ability::AnyAbility;
use super::dependent::{Dependent, Replacement};
use crate::data::CowStr;
use crate::source::{ChoiceValue, Reject, Source};

/// The domain of a quantifier, and an annotation: a function from the environment to data of any type.
///
/// ```
/// use forall::block::annotation;
/// use forall::domain::dependent::Annotated;
/// use forall::property::{Forall, property};
///
/// let ordered = property! {
///     forall x in 0..10_u32;
///     forall y in 0..10_u32, annotate = ("weight", *x), annotate = "metres";
///     check x != y
/// };
/// assert_eq!(annotation(&ordered, "y", &(4, (3, ()))), Some(("weight", 3_u32)));
/// assert_eq!(annotation(&ordered, "y", &(4, (3, ()))), Some("metres"));
/// let Annotated { domain: Annotated { domain, .. }, .. } = &ordered.body.domain;
/// assert_eq!(*domain, 0..10);
/// ```
#[derive(Clone, Copy)]
pub struct Annotated<D, F> {
    /// The domain without the annotation.
    pub domain: D,
    /// The annotation.
    pub annotation: F,
}

/// The domain of a quantifier, and a contract: a condition that all generated values must satisfy.
///
/// ```
/// use forall::block::check;
/// use forall::domain::dependent::Promise;
/// use forall::property::property;
/// use forall::report::{Failure, Verdict};
///
/// let ordered = property! {
///     forall x in 0..10;
///     forall y in 0..10, contract = |y| y >= x;
///     check x <= y
/// };
/// let Promise { contract, .. } = &ordered.body.domain;
/// assert_eq!(contract, "|y| y >= x");
/// assert_eq!(check(&ordered, &(4, (3, ()))), Verdict::Pass);
/// assert_eq!(check(&ordered, &(2, (3, ()))), Failure::contract("y", contract, &2).into());
/// ```
#[derive(Clone)]
pub struct Promise<D, F> {
    /// The domain without the contract.
    pub domain: D,
    /// The text of the contract.
    pub contract: CowStr,
    /// The contract, as a function of the environment and the value.
    pub holds: F,
}

// What does not change in a wrapper around a domain.
macro_rules! forward {
    () => {
        type Value = D::Value;
        const MAY_DEPEND: bool = D::MAY_DEPEND;

        #[inline(always)]
        fn generate(&self, env: &E, source: &mut Source) -> Result<D::Value, Reject> {
            self.domain.generate(env, source)
        }

        fn mutate(
            &self,
            env: &E,
            value: &D::Value,
            source: &mut Source,
        ) -> Result<D::Value, Reject> {
            self.domain.mutate(env, value, source)
        }

        fn shrink(&self, env: &E, value: &D::Value, which: Range<usize>) -> Vec<D::Value> {
            self.domain.shrink(env, value, which)
        }

        fn print(&self, env: &E, value: &D::Value) -> String {
            self.domain.print(env, value)
        }

        fn invert(&self, env: &E, value: &D::Value, choices: &mut Vec<ChoiceValue>) -> Option<()> {
            self.domain.invert(env, value, choices)
        }

        fn depends(&self) -> bool {
            self.domain.depends()
        }

        fn replace(&mut self, ability: &mut AnyAbility) -> Option<Replacement> {
            self.domain.replace(ability)
        }
    };
}

impl<E, D: Dependent<E>, X: 'static, F: Fn(&E) -> X> Dependent<E> for Annotated<D, F> {
    forward!();

    const IS_ANNOTATED: bool = true;

    fn annotations(&self, env: &E, visit: &mut dyn FnMut(&dyn Any)) {
        visit(&(self.annotation)(env));
        self.domain.annotations(env, visit);
    }

    const HAS_CONTRACT: bool = D::HAS_CONTRACT;

    fn broken_contract(&self, env: &E, value: &D::Value) -> Option<CowStr> {
        self.domain.broken_contract(env, value)
    }
}

impl<E, D: Dependent<E>, F: Fn(&E, &D::Value) -> bool> Dependent<E> for Promise<D, F> {
    forward!();

    const IS_ANNOTATED: bool = D::IS_ANNOTATED;

    fn annotations(&self, env: &E, visit: &mut dyn FnMut(&dyn Any)) {
        self.domain.annotations(env, visit);
    }

    const HAS_CONTRACT: bool = true;

    fn broken_contract(&self, env: &E, value: &D::Value) -> Option<CowStr> {
        if (self.holds)(env, value) {
            return self.domain.broken_contract(env, value);
        }
        Some(self.contract.clone())
    }
}

impl<D: Debug, F> Debug for Annotated<D, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, annotated", self.domain)
    }
}

impl<D: Debug, F> Debug for Promise<D, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, contract `{}`", self.domain, self.contract)
    }
}
