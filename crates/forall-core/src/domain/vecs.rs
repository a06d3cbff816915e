//! Lists.

use super::collection_shrink::simplified;
use super::{
    Arbitrary, Domain, Lengths, RestrictedDomain, Restriction, Shrinks, any, inverse, restrict,
};
use crate::data::join;
use crate::source::{ChoiceValue, Reject, Source};

/// Generates a `Vec` of values of `element`. `lengths` is the number of elements.
///
/// ```
/// use forall::domain::{any, sample, vec};
///
/// assert!(sample(&vec(0..10, 3), 10).iter().all(|xs| xs.len() == 3));
/// assert!(sample(&vec(any::<char>(), 1..=5), 10).iter().all(|cs| (1..=5).contains(&cs.len())));
/// ```
pub fn vec<D: Domain>(element: D, lengths: impl Into<Lengths>) -> Vecs<D> {
    Vecs { element, lengths: lengths.into() }
}

/// See [`vec`](vec()).
#[derive(Clone, Copy, Debug)]
pub struct Vecs<D> {
    element: D,
    lengths: Lengths,
}

impl<D: Domain<Value: Clone>> Domain for Vecs<D> {
    type Value = Vec<D::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Vec<D::Value>, Reject> {
        source.list(self.lengths.at(source.list_size()), |source| self.element.generate(source))
    }

    fn shrink<'a>(&'a self, value: &'a Vec<D::Value>) -> Shrinks<'a, Vec<D::Value>> {
        let simpler = |x: &'a D::Value| self.element.shrink(x);
        simplified(value.iter().collect(), self.lengths.min(), Clone::clone, simpler)
    }

    fn print(&self, value: &Vec<D::Value>) -> String {
        join("[", value.iter().map(|x| self.element.print(x)), "]")
    }

    fn invert(&self, value: &Vec<D::Value>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::list(value, self.lengths, choices, |x, choices| self.element.invert(x, choices))
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Vec<D::Value>>,
    ) -> Option<RestrictedDomain<'a, Vec<D::Value>>> {
        let element: &dyn Domain<Value = D::Value> = &self.element;
        let make = |lengths| Box::new(vec(element, lengths)) as RestrictedDomain<'a, _>;
        restrict::collections_within(restriction, self.lengths, element, make)
    }
}

impl<T: Arbitrary + Clone> Arbitrary for Vec<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Vec<T>, Reject> {
        vec(any::<T>(), ..).generate(source)
    }

    fn shrink(&self) -> Shrinks<'_, Vec<T>> {
        simplified(self.iter().collect(), 0, Clone::clone, T::shrink)
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::list(self, Lengths::ANY, choices, T::invert)
    }

    fn restricted(restriction: &Restriction<Vec<T>>) -> Option<RestrictedDomain<'_, Vec<T>>> {
        let make = |lengths| Box::new(vec(any::<T>(), lengths)) as RestrictedDomain<'_, _>;
        restrict::collections_within(restriction, Lengths::ANY, &any::<T>(), make)
    }
}
