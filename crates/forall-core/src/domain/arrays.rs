//! Arrays.

use super::collection_shrink::simplified;
use super::{Arbitrary, Domain, Shrinks};
use crate::data::join;
use crate::source::{ChoiceValue, Reject, Source};

/// Generates arrays of values of `element`.
///
/// ```
/// use forall::domain::{array, sample};
///
/// for [a, b, c] in sample(&array(0..10), 10) {
///     assert!(a < 10 && b < 10 && c < 10);
/// }
/// ```
pub fn array<D: Domain, const N: usize>(element: D) -> Arrays<D, N> {
    Arrays { element }
}

/// See [`array`](array()).
#[derive(Clone, Copy, Debug)]
pub struct Arrays<D, const N: usize> {
    element: D,
}

impl<D: Domain<Value: Clone>, const N: usize> Domain for Arrays<D, N> {
    type Value = [D::Value; N];

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<[D::Value; N], Reject> {
        generate_array(source, |source| self.element.generate(source))
    }

    fn shrink<'a>(&'a self, value: &'a [D::Value; N]) -> Shrinks<'a, [D::Value; N]> {
        let simpler = |x: &'a D::Value| self.element.shrink(x);
        let lists = simplified(value.iter().collect(), N, Clone::clone, simpler);
        Shrinks::new(lists.filter_map(|list| list.try_into().ok()))
    }

    fn print(&self, value: &[D::Value; N]) -> String {
        join("[", value.iter().map(|x| self.element.print(x)), "]")
    }

    fn invert(&self, value: &[D::Value; N], choices: &mut Vec<ChoiceValue>) -> Option<()> {
        for element in value {
            self.element.invert(element, choices)?;
        }
        Some(())
    }
}

impl<T: Arbitrary + Clone, const N: usize> Arbitrary for [T; N] {
    #[inline]
    fn generate(source: &mut Source) -> Result<[T; N], Reject> {
        generate_array(source, T::generate)
    }

    fn shrink(&self) -> Shrinks<'_, [T; N]> {
        let lists = simplified(self.iter().collect(), N, Clone::clone, T::shrink);
        Shrinks::new(lists.filter_map(|list| list.try_into().ok()))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        for element in self {
            element.invert(choices)?;
        }
        Some(())
    }
}

/// Generates an array without a heap allocation. After a rejection, nothing more is drawn.
#[inline]
fn generate_array<A, const N: usize>(
    source: &mut Source,
    mut make: impl FnMut(&mut Source) -> Result<A, Reject>,
) -> Result<[A; N], Reject> {
    source.at_share(N, |source| {
        let mut rejected = None;
        let made: [Option<A>; N] = std::array::from_fn(|_| match rejected {
            None => make(source).map_err(|reject| rejected = Some(reject)).ok(),
            Some(_) => None,
        });
        match rejected {
            None => Ok(made.map(|made| made.expect("no element was rejected"))),
            Some(reject) => Err(reject),
        }
    })
}
