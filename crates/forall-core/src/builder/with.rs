//! Replacement of domains in a complete property.

use std::any::{Any, type_name};
use std::borrow::Cow;
use std::ops::Range;

use crate::domain::dependent::Dependent;
use crate::domain::{BoxedDomain, Domain};
use crate::language::{Check, Forall, FreeVariables, Implies, NodeInfo, Nodes, Observe, nodes};
use crate::source::{ChoiceValue, Reject, Source};

/// A property whose domains can be replaced, so that one property serves many strategies.
pub trait With: Nodes + Sized {
    /// The property, in which the domain of any variable may be replaced.
    type Output: Nodes;

    /// Replaces the domain of the variable `name`.
    ///
    /// ```
    /// use forall::domain::{Domain, any, vec};
    /// use forall::property::{With, forall};
    /// use forall::runner::{Options, quick_check};
    ///
    /// let sum = |property| quick_check(&property, &Options::default()).passed();
    /// let small = || forall("xs", any::<Vec<u8>>()).check(|(xs, ())| xs.iter().sum::<u8>() <= 255);
    ///
    /// assert!(!sum(small().with_domain("xs", any::<Vec<u8>>())));
    /// assert!(sum(small().with_domain("xs", vec(0..5_u8, 0..=50))));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such variable, or if its values have another type.
    #[track_caller]
    fn with_domain<D: Domain + Send + Sync + 'static>(self, name: &str, domain: D) -> Self::Output {
        let mut domain = Some(domain.boxed());
        let names: Vec<String> = nodes(&self)
            .iter()
            .filter(|info| !info.ty.is_empty())
            .map(|info| format!("`{}`", info.name))
            .collect();
        let property = self.replace(name, &mut domain);
        assert!(
            domain.is_none(),
            "the property has no variable `{name}`; it has {}",
            names.join(", ")
        );
        property
    }

    /// Takes the domain out of `domain`, if `name` is a variable of this node or a later one.
    ///
    /// ```
    /// use forall::domain::Domain;
    /// use forall::property::{With, forall};
    ///
    /// let small = || forall("x", 0..10).check(|(x, ())| *x < 10);
    /// let mut fewer = Some((5..7).boxed());
    /// small().replace("y", &mut fewer);
    /// assert!(fewer.is_some(), "there is no such variable");
    /// small().replace("x", &mut fewer);
    /// assert!(fewer.is_none());
    /// ```
    #[track_caller]
    fn replace(self, name: &str, domain: &mut dyn Any) -> Self::Output;
}

/// The original domain of a variable, or its replacement.
///
/// ```
/// use forall::property::{Override, With, forall};
///
/// let pair = forall("x", 0..10).forall("y", 0..10).check(|_| true).with_domain("y", 5..7);
/// assert!(matches!(pair.domain, Override::Original(_)));
/// assert!(matches!(pair.body.domain, Override::Replaced(_)));
/// ```
pub enum Override<D, A> {
    /// The original domain.
    Original(D),
    /// The replacement.
    Replaced(BoxedDomain<A>),
}

impl<A: 'static, D, P: With> With for Forall<A, D, P> {
    type Output = Forall<A, Override<D, A>, P::Output>;

    fn replace(self, name: &str, domain: &mut dyn Any) -> Self::Output {
        let Forall { info, domain: own, body, .. } = self;
        if info.name != name {
            return Forall::new(info, Override::Original(own), body.replace(name, domain));
        }
        let slot = domain.downcast_mut::<Option<BoxedDomain<A>>>();
        let slot = slot.unwrap_or_else(|| {
            panic!("`{name}` is a `{}`, and this is a domain of other values", type_name::<A>())
        });
        // An inner variable of the same name keeps its own domain: the slot is empty then.
        let Some(other) = slot.take() else {
            return Forall::new(info, Override::Original(own), body.replace("", domain));
        };
        let info =
            NodeInfo { text: "".into(), mentions: FreeVariables::Only(Cow::Borrowed(&[])), ..info };
        Forall::new(info, Override::Replaced(other), body.replace("", domain))
    }
}

impl<F, P: With> With for Implies<F, P> {
    type Output = Implies<F, P::Output>;

    fn replace(self, name: &str, domain: &mut dyn Any) -> Self::Output {
        let Implies { info, premise, body } = self;
        Implies { info, premise, body: body.replace(name, domain) }
    }
}

impl<F, P: With> With for Observe<F, P> {
    type Output = Observe<F, P::Output>;

    fn replace(self, name: &str, domain: &mut dyn Any) -> Self::Output {
        let Observe { info, kind, value, body } = self;
        Observe { info, kind, value, body: body.replace(name, domain) }
    }
}

impl<F> With for Check<F> {
    type Output = Check<F>;

    fn replace(self, _: &str, _: &mut dyn Any) -> Check<F> {
        self
    }
}

impl<E, A, D> Dependent<E> for Override<D, A>
where
    A: std::fmt::Debug + 'static,
    D: Dependent<E, Value = A>,
{
    type Value = A;
    const MAY_DEPEND: bool = D::MAY_DEPEND;

    #[inline]
    fn generate(&self, env: &E, source: &mut Source) -> Result<A, Reject> {
        match self {
            Override::Original(domain) => domain.generate(env, source),
            Override::Replaced(domain) => Domain::generate(domain, source),
        }
    }

    fn mutate(&self, env: &E, value: &A, source: &mut Source) -> Result<A, Reject> {
        match self {
            Override::Original(domain) => domain.mutate(env, value, source),
            Override::Replaced(domain) => Domain::mutate(domain, value, source),
        }
    }

    fn shrink(&self, env: &E, value: &A, which: Range<usize>) -> Vec<A> {
        match self {
            Override::Original(domain) => domain.shrink(env, value, which),
            Override::Replaced(domain) => Dependent::shrink(domain, env, value, which),
        }
    }

    fn print(&self, env: &E, value: &A) -> String {
        match self {
            Override::Original(domain) => domain.print(env, value),
            Override::Replaced(domain) => Domain::print(domain, value),
        }
    }

    fn invert(&self, env: &E, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        match self {
            Override::Original(domain) => domain.invert(env, value, choices),
            Override::Replaced(domain) => Domain::invert(domain, value, choices),
        }
    }

    fn depends(&self) -> bool {
        match self {
            Override::Original(domain) => domain.depends(),
            Override::Replaced(_) => false,
        }
    }
}

impl<D, A> std::fmt::Debug for Override<D, A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Override::Original(_) => "Own(…)",
            Override::Replaced(_) => "Other(…)",
        })
    }
}
