//! Values whose type is known only at run time.

use std::any::{Any, type_name};
use std::fmt::{self, Debug};
use std::rc::Rc;

/// A value of some type. A clone is the same value, shared.
///
/// ```
/// use forall::property::dynamic::Value;
///
/// let value = Value::new(7_u8);
/// assert_eq!((value.get::<u8>(), value.get::<u16>()), (Some(&7), None));
/// assert_eq!((value.type_name(), format!("{value:?}")), ("u8", "7".to_owned()));
/// ```
#[derive(Clone)]
pub struct Value(Rc<dyn AnyValue>);

trait AnyValue: Debug {
    fn as_any(&self) -> &dyn Any;
    fn type_name(&self) -> &'static str;
}

impl<T: Debug + 'static> AnyValue for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn type_name(&self) -> &'static str {
        type_name::<T>()
    }
}

impl Value {
    /// Hides the type of a value.
    pub fn new<T: Debug + 'static>(value: T) -> Value {
        Value(Rc::new(value))
    }

    /// Returns the value, if it is a `T`.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        (*self.0).as_any().downcast_ref()
    }

    /// Returns the name of the type.
    pub fn type_name(&self) -> &'static str {
        (*self.0).type_name()
    }
}

impl Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
