//! What one of several is chosen from.
//!
//! Domains of different kinds are of different types. So that nobody has to box each of them, a tuple of them
//! is boxed here.

use super::{BoxedDomain, Domain};

/// Domains of the same values, of which [`union`](super::union) chooses one.
///
/// ```
/// use forall::domain::{Alternatives, any, just, sample};
///
/// let alternatives = (just(0), 10..20, any::<i32>()).each();
/// assert_eq!(alternatives.len(), 3);
/// assert!(sample(&alternatives[1], 9).iter().all(|x| (10..20).contains(x)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing to choose a domain from",
    note = "it is a tuple of up to 12 domains of the same values, or an array or a `Vec` of them"
)]
pub trait Alternatives {
    /// The values of each.
    type Value;

    /// Each of them, of whatever kind it is.
    fn each(self) -> Vec<BoxedDomain<Self::Value>>;
}

/// Domains of the same values, each with how often [`weighted`](super::weighted) shall choose it.
///
/// ```
/// use forall::domain::{WeightedAlternatives, just};
///
/// let alternatives = ((9, just(0)), (1, 10..20)).each();
/// assert_eq!(alternatives.iter().map(|(weight, _)| *weight).collect::<Vec<_>>(), [9, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing to choose a domain from",
    note = "it is a tuple of up to 12 pairs of a `u32` and a domain, or an array or a `Vec` of them"
)]
pub trait WeightedAlternatives {
    /// The values of each.
    type Value;

    /// Each of them, of whatever kind it is.
    fn each(self) -> Vec<(u32, BoxedDomain<Self::Value>)>;
}

impl<D: Domain + Send + Sync + 'static> Alternatives for Vec<D> {
    type Value = D::Value;

    fn each(self) -> Vec<BoxedDomain<D::Value>> {
        self.into_iter().map(D::boxed).collect()
    }
}

impl<D: Domain + Send + Sync + 'static> WeightedAlternatives for Vec<(u32, D)> {
    type Value = D::Value;

    fn each(self) -> Vec<(u32, BoxedDomain<D::Value>)> {
        self.into_iter().map(|(weight, domain)| (weight, domain.boxed())).collect()
    }
}

impl<D: Domain + Send + Sync + 'static, const N: usize> Alternatives for [D; N] {
    type Value = D::Value;

    fn each(self) -> Vec<BoxedDomain<D::Value>> {
        Vec::from(self).each()
    }
}

impl<D: Domain + Send + Sync + 'static, const N: usize> WeightedAlternatives for [(u32, D); N] {
    type Value = D::Value;

    fn each(self) -> Vec<(u32, BoxedDomain<D::Value>)> {
        Vec::from(self).each()
    }
}

macro_rules! tuple {
    ($($D:ident $i:tt),*) => {
        impl<A, $($D: Domain<Value = A> + Send + Sync + 'static),*> Alternatives for ($($D,)*) {
            type Value = A;

            fn each(self) -> Vec<BoxedDomain<A>> {
                vec![$(self.$i.boxed()),*]
            }
        }

        impl<A, $($D: Domain<Value = A> + Send + Sync + 'static),*> WeightedAlternatives for ($((u32, $D),)*) {
            type Value = A;

            fn each(self) -> Vec<(u32, BoxedDomain<A>)> {
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
