//! Mapped domains that know the way back.

use std::fmt::Debug;

use super::{Domain, Map};
use crate::source::{self, Reject, Source};

impl<D: Domain, B: Debug + 'static, F: Fn(D::Value) -> B> Map<D, F> {
    /// Says what a value was mapped from, so that it can be [inverted](Domain::invert): `back` gives
    /// something that is mapped to just this value, or nothing where there is no such thing.
    ///
    /// ```
    /// use forall::domain::Domain;
    /// use forall::source::ChoiceValue;
    ///
    /// let half = |x: &u32| (x % 2 == 0).then_some(x / 2);
    /// let even = (0..50).mapped(|x| x * 2).inverted_with(half);
    ///
    /// let mut choices = Vec::new();
    /// assert_eq!(even.invert(&14, &mut choices), Some(()));
    /// assert_eq!(choices, [ChoiceValue::Integer(7)]);
    /// assert_eq!(even.invert(&15, &mut choices), None);
    /// ```
    pub fn inverted_with<G>(self, back: G) -> Inverted<Map<D, F>, G>
    where
        G: Fn(&B) -> Option<D::Value>,
    {
        Inverted { domain: self, back }
    }
}

/// See [`Map::inverted_with`].
#[derive(Clone, Copy)]
pub struct Inverted<D, F> {
    domain: D,
    back: F,
}

impl<D, B, F, G> Domain for Inverted<Map<D, F>, G>
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
        self.domain.domain.invert(&(self.back)(value)?, choices)
    }
}

impl<D: Debug, F> Debug for Inverted<D, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}.inverted_with(…)", self.domain)
    }
}
