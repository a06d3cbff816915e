//! Augments: data of any type that a quantifier carries under a name.

use std::any::{Any, type_name};
use std::fmt;

use super::{Env, FromEnv};
use crate::data::CowStr;

/// A table of data of any type, which a quantifier carries for the programs that interpret it.
///
/// Each value is a function of the environment, which holds the variables bound before the quantifier. The library
/// itself uses the key [`Augments::CONTRACT`] only.
///
/// ```
/// use forall::property::dynamic::{Augments, Env, Value};
///
/// let mut augments = Augments::default();
/// augments.set("unit", |_| "metres");
/// augments.set("cost", |env| env.get::<u32>("limit") * 2);
/// let mut env = Env::default();
/// env.bind("limit", Value::new(9_u32));
/// assert_eq!((augments.get("cost", &env), augments.get("unit", &env)), (Some(18_u32), Some("metres")));
/// assert_eq!(augments.get::<u32>("weight", &env), None);
/// assert!(augments.keys().eq(["unit", "cost"]) && augments.contains("unit"));
/// ```
#[derive(Default)]
pub struct Augments(Vec<Augment>);

struct Augment {
    key: CowStr,
    type_name: &'static str,
    value: FromEnv<Box<dyn Any>>,
}

impl Augments {
    /// The key of the [`Contract`](super::Contract) that all generated values must obey.
    pub const CONTRACT: &'static str = "contract";

    /// Sets the value for `key`, as a function of the environment. It replaces an earlier value.
    pub fn set<T, F>(&mut self, key: impl Into<CowStr>, value: F)
    where
        T: 'static,
        F: Fn(&Env) -> T + Send + Sync + 'static,
    {
        let augment = Augment {
            key: key.into(),
            type_name: type_name::<T>(),
            value: Box::new(move |env| Box::new(value(env))),
        };
        self.0.retain(|old| old.key != augment.key);
        self.0.push(augment);
    }

    /// Returns the value for `key` in this environment, if there is one.
    ///
    /// # Panics
    ///
    /// If the value has another type.
    #[track_caller]
    pub fn get<T: 'static>(&self, key: &str, env: &Env) -> Option<T> {
        let augment = self.0.iter().find(|augment| augment.key == key)?;
        let value = (augment.value)(env).downcast::<T>().unwrap_or_else(|_| {
            let asked = type_name::<T>();
            panic!("the augment `{key}` is of type `{}`, not `{asked}`", augment.type_name)
        });
        Some(*value)
    }

    /// Calls `visit` with all values in this environment, the last one first.
    pub(super) fn visit(&self, env: &Env, visit: &mut dyn FnMut(&dyn Any)) {
        self.0.iter().rev().for_each(|augment| visit(&*(augment.value)(env)));
    }

    /// Returns whether there is a value for `key`.
    pub fn contains(&self, key: &str) -> bool {
        self.0.iter().any(|augment| augment.key == key)
    }

    /// Returns the keys, in the order in which they were set.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|augment| &*augment.key)
    }
}

impl fmt::Debug for Augments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys()).finish()
    }
}
