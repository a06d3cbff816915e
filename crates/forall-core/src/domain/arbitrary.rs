//! Types with a default domain: `Arbitrary` and `any`.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::{Domain, RestrictedDomain, Restriction, Shrinks};
use crate::data::debug_text;
use crate::source::{ChoiceValue, Reject, Source};

/// A type with a default domain, [`any::<Self>()`](any).
///
/// Derive it, or implement `generate`:
///
/// ```
/// use forall::Arbitrary;
/// use forall::domain::{any, sample};
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
/// assert!(sample(&any::<Even>(), 20).iter().all(|even| even.0 % 2 == 0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no default domain",
    label = "`{Self}` does not implement `Arbitrary`",
    note = "add `#[derive(forall::Arbitrary)]` to `{Self}`, or name a domain: `forall x: T in domain`, `#[domain(…)] x: T`, `#[forall(domain = …)]` on a field"
)]
pub trait Arbitrary: Debug + Sized + 'static {
    /// Generates a value. The [size](Source::size) of the source says how large it should be.
    // The implementations of this crate are inlined into the loops that call them, but not in debug builds,
    // where they are compiled once, with this crate.
    fn generate(source: &mut Source) -> Result<Self, Reject>;

    /// Returns simpler values, the simplest first; see [`Domain::shrink`].
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

    /// Prints a value for reports, in the same way in every run.
    fn print(&self) -> String {
        debug_text(self)
    }

    /// Appends the choices from which [`generate`](Arbitrary::generate) generates this value. Returns `None` if
    /// they are unknown; see [`Domain::invert`].
    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let _ = choices;
        None
    }

    /// Returns the part of the default domain that satisfies `restriction`; see [`Domain::restricted`].
    ///
    /// ```
    /// use forall::Arbitrary;
    /// use forall::domain::{RestrictedDomain, Restriction};
    /// use forall::property::property;
    /// use forall::runner::{Options, quick_check};
    /// use forall::source::{Reject, Source};
    ///
    /// /// A list that grows at one end.
    /// #[derive(Clone, Debug)]
    /// struct Stack(Vec<u8>);
    ///
    /// impl Stack {
    ///     fn is_empty(&self) -> bool {
    ///         self.0.is_empty()
    ///     }
    /// }
    ///
    /// impl Arbitrary for Stack {
    ///     fn generate(source: &mut Source) -> Result<Stack, Reject> {
    ///         Ok(Stack(Vec::generate(source)?))
    ///     }
    ///
    ///     fn restricted(restriction: &Restriction<Stack>) -> Option<RestrictedDomain<'_, Stack>> {
    ///         use forall::domain::{Domain, any, vec};
    ///         Some(Box::new(vec(any::<u8>(), restriction.lengths()).mapped(Stack)))
    ///     }
    /// }
    /// let full = property! { forall stack: Stack; implies !stack.is_empty(); check !stack.is_empty() };
    /// assert_eq!(quick_check(&full, &Options::default()).tally.discarded, 0);
    /// ```
    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        let _ = restriction;
        None
    }
}

/// Returns the default domain of a type.
///
/// ```
/// use forall::domain::{any, sample};
///
/// let flags = sample(&any::<bool>(), 20);
/// assert!(flags.contains(&true) && flags.contains(&false));
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

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<T>,
    ) -> Option<RestrictedDomain<'a, T>> {
        T::restricted(restriction)
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
