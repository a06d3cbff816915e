//! Contracts: what the domain of a variable promises about its values.

use std::fmt;

use super::{Augments, Env, Value};
use crate::data::{CowStr, Failure, Verdict};

/// What the domain of a variable promises about all values that it generates.
///
/// Every block that evaluates premises evaluates the contract of a variable before the nodes that follow it. A value that breaks it ends
/// the test with a failure of [its own origin](crate::report::Origin::Contract): not the property is wrong, but the domain.
///
/// ```
/// use forall::property::dynamic::{Contract, Value};
///
/// let even = Contract::new("x is even", |x: &u32| x % 2 == 0);
/// assert!(even.holds(&Value::new(4_u32)) && !even.holds(&Value::new(5_u32)));
/// assert!(!even.holds(&Value::new(4_u8)), "a value of another type");
/// ```
pub struct Contract {
    text: CowStr,
    holds: Box<dyn Fn(&Value) -> bool>,
}

impl Contract {
    /// Promises that the values are of type `A`, and that `holds` returns true for all of them. Reports print `text`.
    pub fn new<A, F>(text: impl Into<CowStr>, holds: F) -> Contract
    where
        A: 'static,
        F: Fn(&A) -> bool + 'static,
    {
        let holds = move |value: &Value| value.get().is_some_and(&holds);
        Contract { text: text.into(), holds: Box::new(holds) }
    }

    /// Returns whether this value obeys the contract.
    pub fn holds(&self, value: &Value) -> bool {
        (self.holds)(value)
    }
}

impl Augments {
    /// Returns the verdict about a value that breaks the contract, if there is one.
    pub(super) fn broken(&self, variable: &str, env: &Env, value: &Value) -> Option<Verdict> {
        let contract = self.get::<Contract>(Augments::CONTRACT, env)?;
        let is_broken = !contract.holds(value);
        is_broken.then(|| Failure::contract(variable, &contract.text, value).into())
    }
}

impl fmt::Debug for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contract").field(&self.text).finish()
    }
}
