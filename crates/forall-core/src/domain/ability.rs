//! Abilities of a quantifier, which can be replaced in a property that is already written.

use std::any::{Any, type_name};
use std::fmt;

use super::{BoxedDomain, Domain};
use crate::data::CowStr;
use crate::source::{Reject, Source};

/// One ability of the quantifier over values of type `A`: how they are generated, mutated, shrunk or printed, or what
/// they must satisfy. It is a function of the environment `E`, which holds the variables bound before, unless `E` is `()`.
///
/// ```
/// use forall::property::{Ability, With, property};
/// use forall::runner::{Options, quick_check};
///
/// let small = property! { forall limit in 50..100_u32; forall x: u32 in 0..1_000; check x < limit };
/// let small = small
///     .with("x", Ability::printer(|x: &u32| format!("{x:#x}")))
///     .with("x", Ability::shrinker_given(|(limit, ()): &(u32, ()), x: &u32| vec![*limit.min(x), x - 1]));
/// let report = quick_check(&small, &Options::default());
/// assert_eq!(report.counterexample().unwrap().shrunk[1].value, "0x32");
/// ```
pub struct Ability<A, E = ()>(pub(super) AbilityKind<A, E>);

pub(super) enum AbilityKind<A, E> {
    /// All abilities of another domain.
    Domain(DomainOf<A, E>),
    /// How another domain generates values.
    Generate(DomainOf<A, E>),
    Mutate(MutateFn<A, E>),
    Shrink(ShrinkFn<A, E>),
    Print(PrintFn<A, E>),
    Contract(ContractOf<A, E>),
}

pub(super) type MutateFn<A, E> =
    Box<dyn Fn(&E, &A, &mut Source) -> Result<A, Reject> + Send + Sync>;
pub(super) type ShrinkFn<A, E> = Box<dyn Fn(&E, &A) -> Vec<A> + Send + Sync>;
pub(super) type PrintFn<A, E> = Box<dyn Fn(&E, &A) -> String + Send + Sync>;
pub(super) type AnnotateFn<E> = Box<dyn Fn(&E) -> Box<dyn Any> + Send + Sync>;
type HoldsFn<A, E> = Box<dyn Fn(&E, &A) -> bool + Send + Sync>;
type DomainFn<A, E> = Box<dyn Fn(&E) -> BoxedDomain<A> + Send + Sync>;

/// A domain, or a function from the environment to a domain.
pub(super) enum DomainOf<A, E> {
    Constant(BoxedDomain<A>),
    Given(DomainFn<A, E>),
}

/// A contract and its text.
pub(super) struct ContractOf<A, E> {
    pub(super) text: CowStr,
    pub(super) holds: HoldsFn<A, E>,
}

/// Data of type `X` for blocks and runners, as a function of the environment `E`.
///
/// ```
/// use forall::block::annotation;
/// use forall::property::{Annotation, With, property};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Cost(u32);
///
/// let pair = property! { forall x: u32; forall y: u32; check x != y };
/// let pair = pair
///     .with("x", Annotation::new(Cost(2)))
///     .with("y", Annotation::given(|(x, ()): &(u32, ())| Cost(x * 2)));
/// assert_eq!(annotation(&pair, "x", &(7, (5, ()))), Some(Cost(2)));
/// assert_eq!(annotation(&pair, "y", &(7, (5, ()))), Some(Cost(10)));
/// ```
pub struct Annotation<E = ()>(pub(super) AnnotateFn<E>);

/// An [`Ability`], an [`Annotation`] or a domain, without its type.
///
/// ```
/// use forall::property::{Ability, AnyAbility};
///
/// let shown = |ability: AnyAbility| format!("{ability:?}");
/// assert_eq!(shown(Ability::printer(|x: &u8| format!("#{x}")).into()), "an ability of a variable of type `u8`");
/// assert_eq!(shown((0..9_u8).into()), "an ability of a variable of type `u8`");
/// ```
pub struct AnyAbility {
    /// An `Option` with the ability, which is empty after it was used.
    slot: Box<dyn Any>,
    value: Option<&'static str>,
    env: &'static str,
}

/// Abilities that do not depend on earlier variables.
///
/// ```
/// use forall::block::print;
/// use forall::property::{Ability, With, property};
/// use forall::source::Source;
///
/// let small = property! { forall x: u32 in 0..1_000; check *x < 9 };
/// let small = small
///     .with("x", Ability::domain(0..100_u32))
///     .with("x", Ability::generator(50..60_u32))
///     .with("x", Ability::mutator(|x: &u32, source: &mut Source| Ok(x ^ (1 << source.branch(5)))))
///     .with("x", Ability::shrinker(|x: &u32| vec![x / 2]))
///     .with("x", Ability::printer(|x: &u32| format!("{x:#b}")))
///     .with("x", Ability::contract("x < 100", |x: &u32| *x < 100));
/// assert_eq!(print(&small, &(5, ()))[0].value, "0b101");
/// ```
impl<A: 'static> Ability<A> {
    /// All abilities of this domain.
    pub fn domain<D: Domain<Value = A> + Send + Sync + 'static>(domain: D) -> Ability<A> {
        Ability(AbilityKind::Domain(DomainOf::Constant(domain.boxed())))
    }

    /// Generates and mutates values as this domain does. How they are shrunk and printed does not change.
    pub fn generator<D: Domain<Value = A> + Send + Sync + 'static>(domain: D) -> Ability<A> {
        Ability(AbilityKind::Generate(DomainOf::Constant(domain.boxed())))
    }

    /// Mutates a value as this function does.
    pub fn mutator<F>(mutate: F) -> Ability<A>
    where
        F: Fn(&A, &mut Source) -> Result<A, Reject> + Send + Sync + 'static,
    {
        Ability(AbilityKind::Mutate(Box::new(move |(), value, source| mutate(value, source))))
    }

    /// Returns those simpler values that this function returns, the simplest first.
    pub fn shrinker<F>(shrink: F) -> Ability<A>
    where
        F: Fn(&A) -> Vec<A> + Send + Sync + 'static,
    {
        Ability(AbilityKind::Shrink(Box::new(move |(), value| shrink(value))))
    }

    /// Prints a value as this function does.
    pub fn printer<F>(print: F) -> Ability<A>
    where
        F: Fn(&A) -> String + Send + Sync + 'static,
    {
        Ability(AbilityKind::Print(Box::new(move |(), value| print(value))))
    }

    /// Adds a contract: `holds` must be true for all generated values. Reports print `text`.
    pub fn contract<F>(text: impl Into<CowStr>, holds: F) -> Ability<A>
    where
        F: Fn(&A) -> bool + Send + Sync + 'static,
    {
        Ability::contract_given(text, move |(): &(), value| holds(value))
    }
}

/// Abilities that depend on earlier variables.
///
/// ```
/// use forall::block::{generate, print};
/// use forall::property::{Ability, With, property};
/// use forall::source::Source;
///
/// type Env = (u32, ());
/// let pair = property! { forall n in 1..9_u32; forall x: u32; check x != n };
/// let pair = pair
///     .with("x", Ability::domain_given(|(n, ()): &Env| 0..*n))
///     .with("x", Ability::generator_given(|(n, ()): &Env| *n..n + 1))
///     .with("x", Ability::mutator_given(|(n, ()): &Env, x: &u32, _: &mut Source| Ok(x + n)))
///     .with("x", Ability::shrinker_given(|(n, ()): &Env, x: &u32| vec![*n.min(x)]))
///     .with("x", Ability::printer_given(|(n, ()): &Env, x: &u32| format!("{x} of {n}")))
///     .with("x", Ability::contract_given("x <= n", |(n, ()): &Env, x: &u32| x <= n));
/// assert!(matches!(generate(&pair, &mut Source::from_seed(1, 5)), Ok((x, (n, ()))) if x == n));
/// assert_eq!(print(&pair, &(3, (5, ())))[1].value, "3 of 5");
/// ```
impl<A: 'static, E: 'static> Ability<A, E> {
    /// All abilities of a domain that depends on earlier variables.
    pub fn domain_given<D, F>(domain: F) -> Ability<A, E>
    where
        D: Domain<Value = A> + Send + Sync + 'static,
        F: Fn(&E) -> D + Send + Sync + 'static,
    {
        Ability(AbilityKind::Domain(DomainOf::Given(Box::new(move |env| domain(env).boxed()))))
    }

    /// Like [`Ability::generator`], for a domain that depends on earlier variables.
    pub fn generator_given<D, F>(domain: F) -> Ability<A, E>
    where
        D: Domain<Value = A> + Send + Sync + 'static,
        F: Fn(&E) -> D + Send + Sync + 'static,
    {
        Ability(AbilityKind::Generate(DomainOf::Given(Box::new(move |env| domain(env).boxed()))))
    }

    /// Like [`Ability::mutator`], for a function of earlier variables too.
    pub fn mutator_given<F>(mutate: F) -> Ability<A, E>
    where
        F: Fn(&E, &A, &mut Source) -> Result<A, Reject> + Send + Sync + 'static,
    {
        Ability(AbilityKind::Mutate(Box::new(mutate)))
    }

    /// Like [`Ability::shrinker`], for a function of earlier variables too.
    pub fn shrinker_given<F>(shrink: F) -> Ability<A, E>
    where
        F: Fn(&E, &A) -> Vec<A> + Send + Sync + 'static,
    {
        Ability(AbilityKind::Shrink(Box::new(shrink)))
    }

    /// Like [`Ability::printer`], for a function of earlier variables too.
    pub fn printer_given<F>(print: F) -> Ability<A, E>
    where
        F: Fn(&E, &A) -> String + Send + Sync + 'static,
    {
        Ability(AbilityKind::Print(Box::new(print)))
    }

    /// Like [`Ability::contract`], for a condition that depends on earlier variables too.
    pub fn contract_given<F>(text: impl Into<CowStr>, holds: F) -> Ability<A, E>
    where
        F: Fn(&E, &A) -> bool + Send + Sync + 'static,
    {
        let contract = ContractOf { text: text.into(), holds: Box::new(holds) };
        Ability(AbilityKind::Contract(contract))
    }
}

impl<A: 'static> Ability<A> {
    /// Returns the same ability for an environment that it ignores.
    pub(super) fn anywhere<E>(self) -> Ability<A, E> {
        let given = |domain| match domain {
            DomainOf::Constant(domain) => DomainOf::Constant(domain),
            DomainOf::Given(domain) => DomainOf::Given(Box::new(move |_: &E| domain(&()))),
        };
        Ability(match self.0 {
            AbilityKind::Domain(domain) => AbilityKind::Domain(given(domain)),
            AbilityKind::Generate(domain) => AbilityKind::Generate(given(domain)),
            AbilityKind::Mutate(mutate) => {
                AbilityKind::Mutate(Box::new(move |_, value, source| mutate(&(), value, source)))
            }
            AbilityKind::Shrink(shrink) => {
                AbilityKind::Shrink(Box::new(move |_, value| shrink(&(), value)))
            }
            AbilityKind::Print(print) => {
                AbilityKind::Print(Box::new(move |_, value| print(&(), value)))
            }
            AbilityKind::Contract(ContractOf { text, holds }) => {
                let holds = Box::new(move |_: &E, value: &A| holds(&(), value));
                AbilityKind::Contract(ContractOf { text, holds })
            }
        })
    }
}

impl Annotation {
    /// An annotation that does not depend on earlier variables.
    pub fn new<X: Clone + Send + Sync + 'static>(annotation: X) -> Annotation {
        Annotation::given(move |(): &()| annotation.clone())
    }

    /// Returns the same annotation for an environment that it ignores.
    pub(super) fn anywhere<E>(self) -> Annotation<E> {
        Annotation(Box::new(move |_| (self.0)(&())))
    }
}

impl<E: 'static> Annotation<E> {
    /// An annotation that depends on earlier variables.
    pub fn given<X, F>(annotation: F) -> Annotation<E>
    where
        X: 'static,
        F: Fn(&E) -> X + Send + Sync + 'static,
    {
        Annotation(Box::new(move |env| Box::new(annotation(env))))
    }
}

impl<A, E> DomainOf<A, E> {
    pub(super) fn apply<R>(&self, env: &E, f: impl FnOnce(&dyn Domain<Value = A>) -> R) -> R {
        match self {
            DomainOf::Constant(domain) => f(&**domain),
            DomainOf::Given(domain) => f(&*domain(env)),
        }
    }

    pub(super) fn depends(&self) -> bool {
        matches!(self, DomainOf::Given(_))
    }
}

impl AnyAbility {
    /// Takes the ability out, if it is a `T`.
    pub(super) fn take<T: 'static>(&mut self) -> Option<T> {
        self.slot.downcast_mut::<Option<T>>()?.take()
    }
}

impl<A: 'static, E: 'static> From<Ability<A, E>> for AnyAbility {
    fn from(ability: Ability<A, E>) -> AnyAbility {
        let value = Some(type_name::<A>());
        AnyAbility { slot: Box::new(Some(ability)), value, env: type_name::<E>() }
    }
}

impl<E: 'static> From<Annotation<E>> for AnyAbility {
    fn from(annotation: Annotation<E>) -> AnyAbility {
        AnyAbility { slot: Box::new(Some(annotation)), value: None, env: type_name::<E>() }
    }
}

impl<D: Domain + Send + Sync + 'static> From<D> for AnyAbility {
    fn from(domain: D) -> AnyAbility {
        Ability::domain(domain).into()
    }
}

impl fmt::Debug for AnyAbility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Some(value) => write!(f, "an ability of a variable of type `{value}`")?,
            None => f.write_str("an annotation")?,
        }
        if self.env == type_name::<()>() {
            Ok(())
        } else {
            write!(f, " in the environment `{}`", self.env)
        }
    }
}

impl<A, E> fmt::Debug for Ability<A, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.0 {
            AbilityKind::Domain(_) => "Domain(…)",
            AbilityKind::Generate(_) => "Generate(…)",
            AbilityKind::Mutate(_) => "Mutate(…)",
            AbilityKind::Shrink(_) => "Shrink(…)",
            AbilityKind::Print(_) => "Print(…)",
            AbilityKind::Contract(_) => "Contract(…)",
        })
    }
}

impl<E> fmt::Debug for Annotation<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Annotation(…)")
    }
}
