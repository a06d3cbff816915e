//! Shrinking derived types.
//!
//! The iterators are handwritten, because every derived type has its own: chains of the adaptors of the
//! standard library take the compiler ten times as long.

use crate::domain::Shrinks;
use crate::source::{Policy, Reject, Source};

/// An iterator over the values that are simpler than `whole`: first its children, which are values of the same
/// type inside it, then simpler variants, then the value with one field simplified.
#[expect(missing_debug_implementations, reason = "it is used inside one generated function only")]
pub struct Simpler<'a, S> {
    whole: &'a S,
    clone: fn(&S) -> S,
    /// The children, then the fields.
    parts: Vec<Box<dyn Part<S> + 'a>>,
    child_count: usize,
    /// The number of parts whose simpler values are exhausted.
    finished: usize,
    simplest: Option<Generate<S>>,
    units: Option<Units<S>>,
}

impl<'a, S: 'a> Simpler<'a, S> {
    /// Returns the simpler values that `register` adds: children, variants, then fields. This is the only
    /// function that requires `Clone`, so that a type without it causes only one error.
    pub fn list(whole: &'a S, register: impl FnOnce(&mut Self)) -> Shrinks<'a, S>
    where
        S: Clone,
    {
        let mut simpler = Simpler {
            whole,
            clone: S::clone,
            parts: Vec::new(),
            child_count: 0,
            finished: 0,
            simplest: None,
            units: None,
        };
        register(&mut simpler);
        Shrinks::new(simpler)
    }

    /// Adds a value of the same type that `whole` contains.
    pub fn child(&mut self, child: &'a S) {
        self.child_count += 1;
        self.parts.push(Box::new(Child(Some(child))));
    }

    /// Adds the simplest value of all, for a type whose simplest variant has fields. `whole` must be of
    /// another variant.
    pub fn simplest(&mut self, generate: fn(&mut Source) -> Result<S, Reject>) {
        self.simplest = Some(generate);
    }

    /// Adds the first `count` variants without fields.
    pub fn units(&mut self, count: usize, unit: fn(usize) -> S) {
        self.units = Some(Units { next: 0, count, unit });
    }

    /// Adds the values with one field simplified.
    pub fn field<A: 'a>(
        &mut self,
        part: &'a A,
        shrink: fn(&A) -> Shrinks<'_, A>,
        put: fn(&mut S, A),
    ) {
        self.parts.push(Box::new(Field { part, shrink, put, simpler: None }));
    }
}

impl<S> Simpler<'_, S> {
    fn next_variant(&mut self) -> Option<S> {
        if let Some(generate) = self.simplest.take() {
            let made = generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST));
            if let Ok(simplest) = made {
                return Some(simplest);
            }
        }
        match &mut self.units {
            Some(units) if units.next < units.count => {
                units.next += 1;
                Some((units.unit)(units.next - 1))
            }
            _ => None,
        }
    }
}

impl<S> Iterator for Simpler<'_, S> {
    type Item = S;

    fn next(&mut self) -> Option<S> {
        loop {
            if self.finished == self.child_count
                && let Some(simpler) = self.next_variant()
            {
                return Some(simpler);
            }
            if self.finished == self.parts.len() {
                return None;
            }
            if let Some(simpler) = self.parts[self.finished].next(self.whole, self.clone) {
                return Some(simpler);
            }
            self.finished += 1;
        }
    }
}

type Generate<S> = fn(&mut Source) -> Result<S, Reject>;

/// Variants without fields.
struct Units<S> {
    next: usize,
    count: usize,
    unit: fn(usize) -> S,
}

/// A part of an `S`. The trait `Iterator` would do, but the compiler instantiates all its methods.
trait Part<S> {
    /// Returns the next value that is simpler in this part.
    fn next(&mut self, whole: &S, clone: fn(&S) -> S) -> Option<S>;
}

struct Child<'a, S>(Option<&'a S>);

impl<S> Part<S> for Child<'_, S> {
    fn next(&mut self, _: &S, clone: fn(&S) -> S) -> Option<S> {
        self.0.take().map(clone)
    }
}

struct Field<'a, S, A> {
    part: &'a A,
    shrink: fn(&A) -> Shrinks<'_, A>,
    put: fn(&mut S, A),
    /// Created when all parts before this one are exhausted.
    simpler: Option<Shrinks<'a, A>>,
}

impl<S, A> Part<S> for Field<'_, S, A> {
    fn next(&mut self, whole: &S, clone: fn(&S) -> S) -> Option<S> {
        let simpler = match &mut self.simpler {
            Some(simpler) => simpler,
            none => none.insert((self.shrink)(self.part)),
        };
        let simpler = simpler.next()?;
        let mut whole = clone(whole);
        (self.put)(&mut whole, simpler);
        Some(whole)
    }
}
