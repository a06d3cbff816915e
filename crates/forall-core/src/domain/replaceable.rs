//! Quantifiers whose abilities can be replaced.

use std::any::{Any, type_name};
use std::fmt::{self, Debug};
use std::ops::Range;

use super::Shrinks;
use super::ability::{
    Ability, AbilityKind, AnnotateFn, Annotation, AnyAbility, ContractOf, DomainOf, MutateFn,
    PrintFn, ShrinkFn,
};
use super::dependent::{Dependent, portion};
use crate::data::CowStr;
use crate::source::{ChoiceValue, Reject, Source};

/// The domain of a quantifier, each of whose abilities can be replaced.
///
/// ```
/// use forall::property::{Ability, Override, With, forall};
///
/// let pair = forall("x", 0..10).forall("y", 0..10).check(|_| true);
/// let pair = pair.with("y", Ability::printer(|y: &i32| format!("{y:+}")));
/// let domain: &Override<std::ops::Range<i32>, i32, (i32, ())> = &pair.body.domain;
/// assert_eq!(domain.original, 0..10);
/// ```
pub struct Override<D, A, E> {
    /// The original domain.
    pub original: D,
    /// Another domain, with all of its abilities.
    domain: Option<DomainOf<A, E>>,
    /// Another domain, which only generates values.
    generator: Option<DomainOf<A, E>>,
    mutate: Option<MutateFn<A, E>>,
    shrink: Option<ShrinkFn<A, E>>,
    print: Option<PrintFn<A, E>>,
    annotations: Vec<AnnotateFn<E>>,
    contracts: Vec<ContractOf<A, E>>,
}

impl<D, A: 'static, E: 'static> Override<D, A, E> {
    /// Makes the abilities of a domain replaceable.
    pub(crate) fn new(original: D) -> Override<D, A, E> {
        Override {
            original,
            domain: None,
            generator: None,
            mutate: None,
            shrink: None,
            print: None,
            annotations: Vec::new(),
            contracts: Vec::new(),
        }
    }

    fn set(&mut self, ability: Ability<A, E>) -> Replacement {
        match ability.0 {
            AbilityKind::Domain(domain) => {
                let depends = domain.depends();
                self.domain = Some(domain);
                self.generator = None;
                self.mutate = None;
                self.shrink = None;
                self.print = None;
                return Replacement::Generator { depends };
            }
            AbilityKind::Generate(domain) => {
                let depends = domain.depends();
                self.generator = Some(domain);
                return Replacement::Generator { depends };
            }
            AbilityKind::Mutate(mutate) => self.mutate = Some(mutate),
            AbilityKind::Shrink(shrink) => self.shrink = Some(shrink),
            AbilityKind::Print(print) => self.print = Some(print),
            AbilityKind::Contract(contract) => self.contracts.push(contract),
        }
        Replacement::Other
    }

    /// Returns the domain that generates the values, if it is not the original one.
    fn generator(&self) -> Option<&DomainOf<A, E>> {
        self.generator.as_ref().or(self.domain.as_ref())
    }
}

/// What a replacement changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Another domain generates the values.
    Generator {
        /// Whether it depends on earlier variables.
        depends: bool,
    },
    /// Another ability.
    Other,
}

impl<D, A, E> Dependent<E> for Override<D, A, E>
where
    A: Debug + 'static,
    E: 'static,
    D: Dependent<E, Value = A>,
{
    type Value = A;
    const MAY_DEPEND: bool = true;
    const IS_ANNOTATED: bool = true;
    const HAS_CONTRACT: bool = true;

    #[inline]
    fn generate(&self, env: &E, source: &mut Source) -> Result<A, Reject> {
        match self.generator() {
            None => self.original.generate(env, source),
            Some(other) => other.apply(env, |domain| domain.generate(source)),
        }
    }

    fn mutate(&self, env: &E, value: &A, source: &mut Source) -> Result<A, Reject> {
        match (&self.mutate, self.generator()) {
            (Some(mutate), _) => mutate(env, value, source),
            (None, Some(other)) => other.apply(env, |domain| domain.mutate(value, source)),
            (None, None) => self.original.mutate(env, value, source),
        }
    }

    fn shrink(&self, env: &E, value: &A, which: Range<usize>) -> Vec<A> {
        match (&self.shrink, &self.domain) {
            (Some(shrink), _) => portion(Shrinks::new(shrink(env, value)), which),
            (None, Some(other)) => other.apply(env, |domain| portion(domain.shrink(value), which)),
            (None, None) => self.original.shrink(env, value, which),
        }
    }

    fn print(&self, env: &E, value: &A) -> String {
        match (&self.print, &self.domain) {
            (Some(print), _) => print(env, value),
            (None, Some(other)) => other.apply(env, |domain| domain.print(value)),
            (None, None) => self.original.print(env, value),
        }
    }

    fn invert(&self, env: &E, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        match self.generator() {
            None => self.original.invert(env, value, choices),
            Some(other) => other.apply(env, |domain| domain.invert(value, choices)),
        }
    }

    fn depends(&self) -> bool {
        self.generator().map_or_else(|| self.original.depends(), DomainOf::depends)
    }

    fn annotations(&self, env: &E, visit: &mut dyn FnMut(&dyn Any)) {
        for annotation in self.annotations.iter().rev() {
            visit(&*annotation(env));
        }
        self.original.annotations(env, visit);
    }

    fn broken_contract(&self, env: &E, value: &A) -> Option<CowStr> {
        let broken = self.contracts.iter().find(|contract| !(contract.holds)(env, value));
        let text = broken.map(|contract| contract.text.clone());
        text.or_else(|| self.original.broken_contract(env, value))
    }

    /// # Panics
    ///
    /// If the ability is for values of another type, or for another environment.
    fn replace(&mut self, ability: &mut AnyAbility) -> Option<Replacement> {
        if let Some(ability) = ability.take::<Ability<A, E>>() {
            return Some(self.set(ability));
        }
        if let Some(ability) = ability.take::<Ability<A>>() {
            return Some(self.set(ability.anywhere()));
        }
        let annotation = ability.take::<Annotation<E>>();
        let annotation =
            annotation.or_else(|| ability.take::<Annotation>().map(Annotation::anywhere));
        let Some(annotation) = annotation else {
            let value = type_name::<A>();
            panic!("the variable is of type `{value}`{}, and this is {ability:?}", in_env::<E>());
        };
        self.annotations.push(annotation.0);
        Some(Replacement::Other)
    }
}

fn in_env<E>() -> String {
    match type_name::<E>() {
        "()" => String::new(),
        env => format!(" in the environment `{env}`"),
    }
}

impl<D, A, E> Debug for Override<D, A, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Override(…)")
    }
}
