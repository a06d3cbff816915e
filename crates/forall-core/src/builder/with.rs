//! Replacement of abilities in a complete property.

use crate::block::{Annotate, variable_names};
use crate::domain::ability::AnyAbility;
use crate::domain::dependent::Dependent;
use crate::domain::replaceable::Override;
use crate::language::{Check, Forall, Implies, Node, Nodes, Observe};

/// A property whose abilities can be replaced, so that one property serves many strategies.
pub trait With: Nodes + Sized {
    /// The property with replaced abilities.
    type Output: Annotate;

    /// Makes the abilities replaceable. A property whose type is [erased](crate::property::Erased) needs this before.
    ///
    /// ```
    /// use forall::block::print;
    /// use forall::property::{Ability, Erased, ErasedInputs, With, property};
    ///
    /// let small = property! { forall x: u32; check *x < 9 };
    /// let erased = Erased::new(small.overridable()).with("x", Ability::printer(|x: &u32| format!("#{x}")));
    /// assert_eq!(print(&erased, &ErasedInputs::new((7_u32, ())))[0].value, "#7");
    /// ```
    fn overridable(self) -> Self::Output;

    /// Replaces an ability of the variable `name`: the whole domain, or an [`Ability`](crate::property::Ability), or an
    /// [`Annotation`](crate::property::Annotation). If several variables have this name, the last one is changed,
    /// which hides the others.
    ///
    /// ```
    /// use forall::domain::{Domain, any, vec};
    /// use forall::property::{Ability, With, forall};
    /// use forall::runner::{Options, quick_check};
    ///
    /// let sum = |property| quick_check(&property, &Options::default()).passed();
    /// let small = || forall("xs", any::<Vec<u8>>()).check(|(xs, ())| xs.iter().sum::<u8>() <= 255);
    ///
    /// assert!(!sum(small().with("xs", any::<Vec<u8>>())));
    /// assert!(sum(small().with("xs", vec(0..5_u8, 0..=50))));
    /// assert!(sum(small().with("xs", Ability::generator(vec(0..5_u8, 0..=50)))));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such variable, or if the ability is for values of another type or for another environment.
    #[track_caller]
    fn with(self, name: &str, ability: impl Into<AnyAbility>) -> Self::Output {
        let mut property = self.overridable();
        let replaced = property.replace(name, &mut ability.into());
        assert!(
            replaced,
            "the property has no variable `{name}`; it has {}",
            variable_names(&property)
        );
        property
    }
}

/// A node whose abilities can be made replaceable in the environment `E`.
///
/// ```
/// use forall::property::{Forall, Override, Overridable, forall};
///
/// let small = forall("x", 0..10).check(|(x, ())| *x < 10);
/// let Forall { domain: Override { original, .. }, .. } = Overridable::<()>::overridable(small);
/// assert_eq!(original, 0..10);
/// ```
pub trait Overridable<E>: Nodes + Sized {
    /// The node with replaceable abilities.
    type Output: Annotate<E>;

    /// Makes the abilities of the quantifiers from here on replaceable.
    fn overridable(self) -> Self::Output;
}

impl<P: Overridable<()>> With for P {
    type Output = P::Output;

    fn overridable(self) -> P::Output {
        Overridable::overridable(self)
    }
}

impl<E: 'static, A, D, P> Overridable<E> for Forall<A, D, P>
where
    A: std::fmt::Debug + 'static,
    D: Dependent<E, Value = A>,
    P: Overridable<(A, E)>,
    P::Output: Node<(A, E)>,
{
    type Output = Forall<A, Override<D, A, E>, P::Output>;

    fn overridable(self) -> Self::Output {
        Forall::new(self.info, Override::new(self.domain), self.body.overridable())
    }
}

impl<E, F, P: Overridable<E>> Overridable<E> for Implies<F, P> {
    type Output = Implies<F, P::Output>;

    fn overridable(self) -> Self::Output {
        Implies { info: self.info, premise: self.premise, body: self.body.overridable() }
    }
}

impl<E, F, P: Overridable<E>> Overridable<E> for Observe<F, P> {
    type Output = Observe<F, P::Output>;

    fn overridable(self) -> Self::Output {
        let Observe { info, kind, value, body } = self;
        Observe { info, kind, value, body: body.overridable() }
    }
}

impl<E: 'static, F> Overridable<E> for Check<F> {
    type Output = Check<F>;

    fn overridable(self) -> Check<F> {
        self
    }
}
