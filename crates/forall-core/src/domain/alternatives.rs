//! The domains that `one_of` and `frequency` choose from.
//!
//! Different domains have different types. A tuple of them is boxed here, so that users need not box each one.

use super::{BoxedDomain, Domain};

/// A list of domains with the same type of value, from which [`one_of`](super::one_of) picks one.
///
/// ```
/// use forall::domain::{Alternatives, any, just, sample};
///
/// let alternatives = (just(0), 10..20, any::<i32>()).into_domains();
/// assert_eq!(alternatives.len(), 3);
/// assert!(sample(&alternatives[1], 9).iter().all(|x| (10..20).contains(x)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of domains",
    note = "pass a tuple of up to 12 domains with the same type of value, or an array or a `Vec` of domains"
)]
pub trait Alternatives {
    /// The type of the values of every domain.
    type Value;

    /// Boxes every domain.
    fn into_domains(self) -> Vec<BoxedDomain<Self::Value>>;
}

/// A list of weighted domains with the same type of value, from which [`frequency`](super::frequency) picks
/// one.
///
/// ```
/// use forall::domain::{WeightedAlternatives, just};
///
/// let alternatives = ((9, just(0)), (1, 10..20)).into_domains();
/// assert_eq!(alternatives.iter().map(|(weight, _)| *weight).collect::<Vec<_>>(), [9, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of weighted domains",
    note = "pass a tuple of up to 12 pairs `(weight, domain)` whose domains have the same type of value, or an array or a `Vec` of such pairs; a weight is a `u32`"
)]
pub trait WeightedAlternatives {
    /// The type of the values of every domain.
    type Value;

    /// Boxes every domain, and keeps its weight.
    fn into_domains(self) -> Vec<(u32, BoxedDomain<Self::Value>)>;
}

impl<D: Domain + Send + Sync + 'static> Alternatives for Vec<D> {
    type Value = D::Value;

    fn into_domains(self) -> Vec<BoxedDomain<D::Value>> {
        self.into_iter().map(D::boxed).collect()
    }
}

impl<D: Domain + Send + Sync + 'static> WeightedAlternatives for Vec<(u32, D)> {
    type Value = D::Value;

    fn into_domains(self) -> Vec<(u32, BoxedDomain<D::Value>)> {
        self.into_iter().map(|(weight, domain)| (weight, domain.boxed())).collect()
    }
}

impl<D: Domain + Send + Sync + 'static, const N: usize> Alternatives for [D; N] {
    type Value = D::Value;

    fn into_domains(self) -> Vec<BoxedDomain<D::Value>> {
        Vec::from(self).into_domains()
    }
}

impl<D: Domain + Send + Sync + 'static, const N: usize> WeightedAlternatives for [(u32, D); N] {
    type Value = D::Value;

    fn into_domains(self) -> Vec<(u32, BoxedDomain<D::Value>)> {
        Vec::from(self).into_domains()
    }
}

macro_rules! tuple {
    ($($D:ident $i:tt),*) => {
        impl<A, $($D: Domain<Value = A> + Send + Sync + 'static),*> Alternatives for ($($D,)*) {
            type Value = A;

            fn into_domains(self) -> Vec<BoxedDomain<A>> {
                vec![$(self.$i.boxed()),*]
            }
        }

        impl<A, $($D: Domain<Value = A> + Send + Sync + 'static),*> WeightedAlternatives for ($((u32, $D),)*) {
            type Value = A;

            fn into_domains(self) -> Vec<(u32, BoxedDomain<A>)> {
                vec![$((self.$i.0, self.$i.1.boxed())),*]
            }
        }
    };
}

tuple!(D0 0);
tuple!(D0 0, D1 1);
tuple!(D0 0, D1 1, D2 2);
tuple!(D0 0, D1 1, D2 2, D3 3);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5, D6 6);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5, D6 6, D7 7);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5, D6 6, D7 7, D8 8);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5, D6 6, D7 7, D8 8, D9 9);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5, D6 6, D7 7, D8 8, D9 9, D10 10);
tuple!(D0 0, D1 1, D2 2, D3 3, D4 4, D5 5, D6 6, D7 7, D8 8, D9 9, D10 10, D11 11);
