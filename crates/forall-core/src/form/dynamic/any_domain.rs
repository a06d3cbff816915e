//! Domains whose type is known only at run time.

use std::any::{Any, type_name};
use std::fmt;
use std::ops::Range;

use super::{Env, Value};
use crate::data::CowStr;
use crate::domain::ability::AnyAbility;
use crate::domain::dependent::{Dependent, Replacement};
use crate::domain::replaceable::Override;
use crate::source::{ChoiceValue, Reject, Source};

/// The domain of a variable of some type. It may depend on the environment, which holds the variables bound before.
///
/// ```
/// use forall::domain::dependent::FromEnv;
/// use forall::property::dynamic::{AnyDomain, Env, Value};
/// use forall::source::Source;
///
/// let below = AnyDomain::new(FromEnv(|env: &Env| 0..*env.get::<u32>("limit")));
/// let mut env = Env::default();
/// env.bind("limit", Value::new(9_u32));
/// let mut source = Source::from_seed(1, 5);
/// let x = below.generate(&env, &mut source).unwrap();
/// let y = below.mutate(&env, &x, &mut source).unwrap();
/// assert!(*y.get::<u32>().unwrap() < 9 && below.depends());
///
/// let five = Value::new(5_u32);
/// assert_eq!(below.print(&env, &five), "5");
/// assert_eq!(below.shrink(&env, &five, 0..1)[0].get(), Some(&0_u32));
/// let mut choices = Vec::new();
/// assert!(below.invert(&env, &five, &mut choices).is_some() && choices.len() == 1);
/// ```
pub struct AnyDomain(Box<dyn Object>);

/// A [`Dependent`] domain without the type of its values.
trait Object: Send + Sync {
    fn generate(&self, env: &Env, source: &mut Source) -> Result<Value, Reject>;
    fn mutate(&self, env: &Env, value: &Value, source: &mut Source) -> Result<Value, Reject>;
    fn shrink(&self, env: &Env, value: &Value, which: Range<usize>) -> Vec<Value>;
    fn print(&self, env: &Env, value: &Value) -> String;
    fn invert(&self, env: &Env, value: &Value, choices: &mut Vec<ChoiceValue>) -> Option<()>;
    fn depends(&self) -> bool;
    fn annotations(&self, env: &Env, visit: &mut dyn FnMut(&dyn Any));
    fn replace(&mut self, ability: &mut AnyAbility) -> Option<Replacement>;
    fn broken_contract(&self, env: &Env, value: &Value) -> Option<CowStr>;
}

impl<D: Dependent<Env> + Send + Sync> Object for D {
    fn generate(&self, env: &Env, source: &mut Source) -> Result<Value, Reject> {
        Ok(Value::new(Dependent::generate(self, env, source)?))
    }

    fn mutate(&self, env: &Env, value: &Value, source: &mut Source) -> Result<Value, Reject> {
        Ok(Value::new(Dependent::mutate(self, env, typed::<D>(value), source)?))
    }

    fn shrink(&self, env: &Env, value: &Value, which: Range<usize>) -> Vec<Value> {
        let simpler = Dependent::shrink(self, env, typed::<D>(value), which);
        simpler.into_iter().map(Value::new).collect()
    }

    fn print(&self, env: &Env, value: &Value) -> String {
        Dependent::print(self, env, typed::<D>(value))
    }

    fn invert(&self, env: &Env, value: &Value, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        Dependent::invert(self, env, typed::<D>(value), choices)
    }

    fn depends(&self) -> bool {
        Dependent::depends(self)
    }

    fn annotations(&self, env: &Env, visit: &mut dyn FnMut(&dyn Any)) {
        Dependent::annotations(self, env, visit);
    }

    fn replace(&mut self, ability: &mut AnyAbility) -> Option<Replacement> {
        Dependent::replace(self, ability)
    }

    fn broken_contract(&self, env: &Env, value: &Value) -> Option<CowStr> {
        Dependent::broken_contract(self, env, typed::<D>(value))
    }
}

#[track_caller]
fn typed<D: Dependent<Env>>(value: &Value) -> &D::Value {
    value.get().unwrap_or_else(|| {
        let expected = type_name::<D::Value>();
        panic!(
            "this domain generates values of type `{expected}`, and the value is a `{}`",
            value.type_name()
        )
    })
}

/// The methods that take a value panic if it is of another type than those that the domain generates.
impl AnyDomain {
    /// Hides the type of a domain.
    pub fn new<D: Dependent<Env> + Send + Sync + 'static>(domain: D) -> AnyDomain {
        AnyDomain(Box::new(Override::new(domain)))
    }

    /// Generates a value.
    pub fn generate(&self, env: &Env, source: &mut Source) -> Result<Value, Reject> {
        self.0.generate(env, source)
    }

    /// Generates a value that is similar to `value`.
    pub fn mutate(&self, env: &Env, value: &Value, source: &mut Source) -> Result<Value, Reject> {
        self.0.mutate(env, value, source)
    }

    /// Returns those simpler values whose position in the list of all simpler values is in `which`.
    pub fn shrink(&self, env: &Env, value: &Value, which: Range<usize>) -> Vec<Value> {
        self.0.shrink(env, value, which)
    }

    /// Prints a value.
    pub fn print(&self, env: &Env, value: &Value) -> String {
        self.0.print(env, value)
    }

    /// Appends the choices that generate the value. Returns `None` if they are not known.
    pub fn invert(&self, env: &Env, value: &Value, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.0.invert(env, value, choices)
    }

    /// Returns whether the domain depends on the environment.
    pub fn depends(&self) -> bool {
        self.0.depends()
    }

    /// Calls `visit` with the annotations that were attached with [`With::with`](crate::property::With::with), the last
    /// one first. The [`Augments`](super::Augments) of a quantifier are apart from them.
    pub fn annotations(&self, env: &Env, visit: &mut dyn FnMut(&dyn Any)) {
        self.0.annotations(env, visit);
    }

    pub(super) fn replace(&mut self, ability: &mut AnyAbility) -> Option<Replacement> {
        self.0.replace(ability)
    }

    /// Returns the text of a contract, attached with [`With::with`](crate::property::With::with), that this value breaks.
    /// The contract in the [`Augments`](super::Augments) of a quantifier is apart from it.
    ///
    /// ```
    /// use forall::property::dynamic::{self, Env, Node, Value};
    /// use forall::property::{Ability, With};
    ///
    /// let small = dynamic::property().forall("x", 0..9_u8).check("small", |env| *env.get::<u8>("x") < 9);
    /// let small = small.with("x", Ability::contract("x is even", |x: &u8| x % 2 == 0));
    /// let Node::Forall { domain, .. } = &small.as_nodes()[0] else { unreachable!() };
    /// let broken = |x: u8| domain.broken_contract(&Env::default(), &Value::new(x));
    /// assert_eq!((broken(3).as_deref(), broken(4)), (Some("x is even"), None));
    /// domain.annotations(&Env::default(), &mut |_| panic!("a contract is no annotation"));
    /// ```
    pub fn broken_contract(&self, env: &Env, value: &Value) -> Option<CowStr> {
        self.0.broken_contract(env, value)
    }
}

impl fmt::Debug for AnyDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyDomain(…)")
    }
}
