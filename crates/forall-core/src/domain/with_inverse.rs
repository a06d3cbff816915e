//! Mapped domains whose mapping has an inverse.

use std::fmt::Debug;

use super::{Domain, Map};
use crate::source::{self, Reject, Source};

impl<D: Domain, B: Debug + 'static, F: Fn(D::Value) -> B> Map<D, F> {
    /// Adds the inverse of the mapping, so that the domain can [`invert`](Domain::invert) its values.
    ///
    /// `inverse` returns a value that the mapping maps to its argument, or `None` if there is no such value.
    ///
    /// ```
    /// use forall::domain::Domain;
    /// use forall::source::ChoiceValue;
    ///
    /// let half = |x: &u32| (x % 2 == 0).then_some(x / 2);
    /// let even = (0..50).mapped(|x| x * 2).with_inverse(half);
    ///
    /// let mut choices = Vec::new();
    /// assert_eq!(even.invert(&14, &mut choices), Some(()));
    /// assert_eq!(choices, [ChoiceValue::Integer(7)]);
    /// assert_eq!(even.invert(&15, &mut choices), None);
    /// ```
    pub fn with_inverse<G>(self, inverse: G) -> WithInverse<Map<D, F>, G>
    where
        G: Fn(&B) -> Option<D::Value>,
    {
        WithInverse { domain: self, inverse }
    }
}

/// See [`Map::with_inverse`].
#[derive(Clone, Copy)]
pub struct WithInverse<D, F> {
    domain: D,
    inverse: F,
}

impl<D, B, F, G> Domain for WithInverse<Map<D, F>, G>
where
    D: Domain,
    B: Debug + 'static,
    F: Fn(D::Value) -> B,
    G: Fn(&B) -> Option<D::Value>,
{
    type Value = B;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<B, Reject> {
        self.domain.generate(source)
    }

    fn invert(&self, value: &B, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        self.domain.domain.invert(&(self.inverse)(value)?, choices)
    }
}

impl<D: Debug, F> Debug for WithInverse<D, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}.with_inverse(…)", self.domain)
    }
}
