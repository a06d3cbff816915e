//! Environments of dynamic properties: values by name.

use std::any::type_name;
use std::fmt;

use super::Value;
use crate::data::CowStr;

/// The variables bound so far, or the complete inputs of a dynamic property.
///
/// ```
/// use forall::block::generate;
/// use forall::property::dynamic::{self, LookupError};
/// use forall::source::Source;
///
/// let property = dynamic::property().forall("width", 1..9_u32).check("it is there", |_| true);
/// let env = generate(&property, &mut Source::from_seed(1, 5)).unwrap();
/// assert!((1..9).contains(env.get::<u32>("width")));
/// let long: Result<&u64, LookupError> = env.try_get("width");
/// assert_eq!(long.unwrap_err().to_string(), "the variable `width` is of type `u32`, not `u64`");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Env {
    bindings: Vec<(CowStr, Value)>,
}

/// Why a name could not be looked up.
///
/// ```
/// use forall::property::dynamic::{Env, LookupError};
///
/// let missing = Env::default().try_get::<u32>("width").unwrap_err();
/// assert_eq!(missing, LookupError::Name { name: "width".into(), bound: Vec::new() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// No variable has this name.
    Name {
        /// The name.
        name: String,
        /// The names of the variables.
        bound: Vec<String>,
    },
    /// The value has another type.
    Type {
        /// The name.
        name: String,
        /// The requested type.
        asked: &'static str,
        /// The type of the value.
        is: &'static str,
    },
}

impl Env {
    /// Returns the value of the variable `name`.
    ///
    /// # Panics
    ///
    /// If there is no such variable, or if it has another type.
    #[track_caller]
    pub fn get<T: 'static>(&self, name: &str) -> &T {
        match self.try_get(name) {
            Ok(value) => value,
            Err(missing) => panic!("{missing}"),
        }
    }

    /// Returns the value of the variable `name`, if there is one of this type.
    pub fn try_get<T: 'static>(&self, name: &str) -> Result<&T, LookupError> {
        let value = self.value(name).ok_or_else(|| LookupError::Name {
            name: name.to_owned(),
            bound: self.names().map(str::to_owned).collect(),
        })?;
        value.get().ok_or_else(|| LookupError::Type {
            name: name.to_owned(),
            asked: type_name::<T>(),
            is: value.type_name(),
        })
    }

    /// Returns the value of the variable `name`, whatever its type is.
    ///
    /// ```
    /// use forall::property::dynamic::{Env, Value};
    ///
    /// let mut env = Env::default();
    /// env.bind("x", Value::new(7_u8));
    /// env.bind("x", Value::new('a'));
    /// assert_eq!(format!("{:?}", env.value("x")), "Some('a')");
    /// assert!(env.names().eq(["x", "x"]));
    /// ```
    pub fn value(&self, name: &str) -> Option<&Value> {
        let named = self.bindings.iter().rev().find(|(bound, _)| bound == name);
        named.map(|(_, value)| value)
    }

    /// Returns the names of the variables, in the order in which they were bound.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bindings.iter().map(|(name, _)| &**name)
    }

    /// Binds a variable. It hides an earlier one of the same name.
    pub fn bind(&mut self, name: impl Into<CowStr>, value: Value) {
        self.bindings.push((name.into(), value));
    }

    /// Returns the number of variables.
    pub(super) fn len(&self) -> usize {
        self.bindings.len()
    }

    /// Returns the value of the variable with this index.
    pub(super) fn at(&self, index: usize) -> &Value {
        &self.bindings[index].1
    }

    /// Returns the first `count` variables.
    pub(super) fn first(&self, count: usize) -> Env {
        Env { bindings: self.bindings[..count].to_vec() }
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LookupError::Name { name, bound } if bound.is_empty() => {
                write!(f, "no variable `{name}` is bound here, nor any other")
            }
            LookupError::Name { name, bound } => {
                write!(f, "no variable `{name}` is bound here, only `{}`", bound.join("`, `"))
            }
            LookupError::Type { name, asked, is } => {
                write!(f, "the variable `{name}` is of type `{is}`, not `{asked}`")
            }
        }
    }
}

impl std::error::Error for LookupError {}
