//! The domain of a variable that premises restrict.

use std::fmt::{self, Debug};
use std::ops::Range;

use super::Restriction;
use crate::domain::dependent::{Dependent, FromEnv};
use crate::domain::{Domain, portion};
use crate::source::{ChoiceValue, Reject, Source};

/// A domain, and a function that records how the environment restricts its values. The macros make it of a
/// [`Domain`] or a [`FromEnv`] if a premise restricts the variable.
///
/// ```
/// use forall::domain::dependent::{Dependent, Restricted};
/// use forall::property::{Forall, property};
/// use forall::source::Source;
///
/// let ordered = property! { forall a in 0..10; forall b in 5..20; implies a < b; check a < b };
/// let Forall { domain: restricted, .. } = &ordered.body;
/// let Restricted { domain, restrict: _ } = restricted;
/// assert_eq!(*domain, 5..20);
/// assert_eq!(restricted.shrink(&(9, ()), &15, 0..1), [10], "the simplest value above 9");
/// ```
#[derive(Clone, Copy)]
pub struct Restricted<D, F> {
    /// The domain without the restriction.
    pub domain: D,
    /// Records the restriction.
    pub restrict: F,
}

/// A pointer to a function that records a restriction.
pub type RestrictionFn<E, A> = fn(&E, &mut Restriction<A>);

/// A domain and its restriction in one environment.
struct Part<'d, D: Domain> {
    domain: &'d D,
    restriction: Restriction<D::Value>,
}

impl<'d, D: Domain> Part<'d, D> {
    fn new<E, F>(domain: &'d D, env: &E, restrict: &F) -> Part<'d, D>
    where
        F: Fn(&E, &mut Restriction<D::Value>),
    {
        let mut restriction = Restriction::new();
        restrict(env, &mut restriction);
        Part { domain, restriction }
    }

    fn apply<R>(&self, f: impl FnOnce(&dyn Domain<Value = D::Value>) -> R) -> R {
        self.restriction.apply(self.domain, f)
    }

    fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
        self.apply(|part| part.generate(source))
    }

    fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        self.apply(|part| part.mutate(value, source))
    }

    fn shrink(&self, value: &D::Value, which: Range<usize>) -> Vec<D::Value> {
        self.apply(|part| portion(part.shrink(value), which))
    }

    fn invert(&self, value: &D::Value, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.apply(|part| part.invert(value, choices))
    }
}

// The domain of `self.domain` in the environment, with its restriction.
macro_rules! dependent {
    (|$this:ident, $env:ident| $domain:expr) => {
        type Value = D::Value;
        const MAY_DEPEND: bool = true;

        fn generate(&self, $env: &E, source: &mut Source) -> Result<D::Value, Reject> {
            let $this = self;
            Part::new($domain, $env, &self.restrict).generate(source)
        }

        fn mutate(
            &self,
            $env: &E,
            value: &D::Value,
            source: &mut Source,
        ) -> Result<D::Value, Reject> {
            let $this = self;
            Part::new($domain, $env, &self.restrict).mutate(value, source)
        }

        fn shrink(&self, $env: &E, value: &D::Value, which: Range<usize>) -> Vec<D::Value> {
            let $this = self;
            Part::new($domain, $env, &self.restrict).shrink(value, which)
        }

        fn print(&self, $env: &E, value: &D::Value) -> String {
            Dependent::print(&self.domain, $env, value)
        }

        fn invert(&self, $env: &E, value: &D::Value, choices: &mut Vec<ChoiceValue>) -> Option<()> {
            let $this = self;
            Part::new($domain, $env, &self.restrict).invert(value, choices)
        }
    };
}

impl<E, D: Domain, F: Fn(&E, &mut Restriction<D::Value>)> Dependent<E> for Restricted<D, F> {
    dependent!(|this, env| &this.domain);
}

impl<E, D, F, G> Dependent<E> for Restricted<FromEnv<G>, F>
where
    D: Domain,
    F: Fn(&E, &mut Restriction<D::Value>),
    G: Fn(&E) -> D,
{
    dependent!(|this, env| &(this.domain.0)(env));
}

impl<D, F> Debug for Restricted<D, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Restricted(…)")
    }
}
