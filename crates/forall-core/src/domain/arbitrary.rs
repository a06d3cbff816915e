//! Types with a default domain.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::{Domain, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// A type that has a default domain, [`any::<Self>()`](any).
///
/// Derive it, or write how a value is made:
///
/// ```
/// use forall::Arbitrary;
/// use forall::source::{Reject, Source};
///
/// #[derive(Clone, Debug)]
/// struct Even(u32);
///
/// impl Arbitrary for Even {
///     fn generate(source: &mut Source) -> Result<Even, Reject> {
///         Ok(Even(u32::generate(source)? & !1))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing says how to make a `{Self}`",
    label = "`{Self}` has no default domain",
    note = "add `#[derive(forall::Arbitrary)]` to `{Self}`, or name a domain: `forall x: T in domain`, `#[domain(…)] x: T`, `#[forall(domain = …)]` on a field"
)]
pub trait Arbitrary: Debug + Sized + 'static {
    /// Makes a value of about the size of the source.
    ///
    /// (Ours are inlined into the loops that call them, but not where tests are compiled for a
    /// moment's use: there they are compiled once, with this crate.)
    fn generate(source: &mut Source) -> Result<Self, Reject>;

    /// Lists simpler values, simplest first.
    ///
    /// ```
    /// use forall::Arbitrary;
    /// use forall::source::ChoiceValue;
    ///
    /// let text = "ab".to_owned();
    /// assert_eq!(Arbitrary::shrink(&text).next(), Some(String::new()));
    /// assert_eq!(Arbitrary::print(&text), r#""ab""#);
    ///
    /// let mut choices = Vec::new();
    /// assert_eq!(Arbitrary::invert(&7_u8, &mut choices), Some(()));
    /// assert_eq!(choices, [ChoiceValue::Integer(7)]);
    /// ```
    fn shrink(&self) -> Shrinks<'_, Self> {
        Shrinks::none()
    }

    /// Shows a value, the same way in every run.
    fn print(&self) -> String {
        format!("{self:?}")
    }

    /// Appends the choices of which [`generate`](Arbitrary::generate) would make this value, where they
    /// can be told; see [`Domain::invert`].
    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let _ = choices;
        None
    }
}

/// The default domain of a type.
///
/// ```
/// use forall::domain::{any, sample};
///
/// assert_eq!(sample(&any::<bool>(), 3).len(), 3);
/// ```
pub fn any<T: Arbitrary>() -> Any<T> {
    Any::NEW
}

/// The default domain of `T`; see [`any`].
pub struct Any<T>(PhantomData<fn() -> T>);

impl<T> Any<T> {
    /// The default domain.
    pub const NEW: Any<T> = Any(PhantomData);
}

impl<T: Arbitrary> Domain for Any<T> {
    type Value = T;

    #[inline(always)]
    fn generate(&self, source: &mut Source) -> Result<T, Reject> {
        T::generate(source)
    }

    fn shrink<'a>(&'a self, value: &'a T) -> Shrinks<'a, T> {
        T::shrink(value)
    }

    fn print(&self, value: &T) -> String {
        T::print(value)
    }

    fn invert(&self, value: &T, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        T::invert(value, choices)
    }
}

impl<T> Clone for Any<T> {
    fn clone(&self) -> Any<T> {
        *self
    }
}

impl<T> Copy for Any<T> {}

impl<T> Debug for Any<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "any::<{}>()", std::any::type_name::<T>())
    }
}
