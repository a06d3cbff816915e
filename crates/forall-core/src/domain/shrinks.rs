//! The simpler values that a domain returns for a value.

use std::fmt::Debug;

/// An iterator over simpler values, the simplest first.
///
/// `Shrinks::new` wraps any iterator. (It stores a closure and not a boxed iterator, because the compiler
/// would instantiate all methods of the iterator for every type of value, and not only `next`.)
///
/// ```
/// use forall::domain::Shrinks;
///
/// assert_eq!(Shrinks::new([0, 5]).collect::<Vec<_>>(), [0, 5]);
/// let mut nothing: Shrinks<'_, u8> = Shrinks::none();
/// assert_eq!(nothing.next(), None);
///
/// let mut x = 40;
/// let halves = Shrinks::from_fn(|| {
///     x /= 2;
///     (x > 0).then_some(x)
/// });
/// assert_eq!(halves.collect::<Vec<_>>(), [20, 10, 5, 2, 1]);
/// ```
pub struct Shrinks<'a, A>(Box<dyn FnMut() -> Option<A> + 'a>);

impl<'a, A> Shrinks<'a, A> {
    /// Returns the items of `simpler`.
    pub fn new<I: IntoIterator<Item = A, IntoIter: 'a>>(simpler: I) -> Shrinks<'a, A> {
        let mut simpler = simpler.into_iter();
        Shrinks(Box::new(move || simpler.next()))
    }

    /// Returns the results of `next`, until it returns `None`.
    pub fn from_fn(next: impl FnMut() -> Option<A> + 'a) -> Shrinks<'a, A> {
        Shrinks(Box::new(next))
    }

    /// Returns no values.
    pub fn none() -> Shrinks<'a, A> {
        Shrinks(Box::new(|| None))
    }
}

impl<A> Iterator for Shrinks<'_, A> {
    type Item = A;

    fn next(&mut self) -> Option<A> {
        (self.0)()
    }
}

impl<A> Debug for Shrinks<'_, A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shrinks(…)")
    }
}
