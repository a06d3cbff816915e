//! The simpler values of a derived type.
//!
//! This is written out where adaptors of the standard library would do: every derived type has these
//! iterators, and chains of adaptors take the compiler ten times as long.

use crate::domain::Shrinks;
use crate::source::{Policy, Reject, Source};

/// What is simpler than a value: first what it holds of its own type, then simpler variants, then
/// the value with one field simplified.
#[expect(missing_debug_implementations, reason = "it lives inside one generated function")]
pub struct Simpler<'a, S> {
    whole: &'a S,
    clone: fn(&S) -> S,
    /// What it holds of its own type, and then its fields.
    parts: Vec<Box<dyn Part<S> + 'a>>,
    /// How many of the parts are of its own type.
    children: usize,
    /// How many of the parts have no more.
    at: usize,
    simplest: Option<Generate<S>>,
    units: Option<Units<S>>,
}

impl<'a, S: 'a> Simpler<'a, S> {
    /// Gathers what `gather` names: children, variants, and then fields. That a type is `Clone` is
    /// asked here only, so that one which is not gives one error.
    pub fn of(whole: &'a S, gather: impl FnOnce(&mut Self)) -> Shrinks<'a, S>
    where
        S: Clone,
    {
        let (clone, parts) = (S::clone, Vec::new());
        let mut all =
            Simpler { whole, clone, parts, children: 0, at: 0, simplest: None, units: None };
        gather(&mut all);
        Shrinks::new(all)
    }

    /// A value of the same type that it holds.
    pub fn child(&mut self, child: &'a S) {
        self.children += 1;
        self.parts.push(Box::new(Child(Some(child))));
    }

    /// The simplest value of all, for a type whose simplest variant has fields. The value itself must
    /// be of another variant.
    pub fn simplest(&mut self, generate: fn(&mut Source) -> Result<S, Reject>) {
        self.simplest = Some(generate);
    }

    /// The first `count` variants that have no fields.
    pub fn units(&mut self, count: usize, unit: fn(usize) -> S) {
        self.units = Some(Units { at: 0, count, unit });
    }

    /// The value with one field simplified.
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
            Some(units) if units.at < units.count => {
                units.at += 1;
                Some((units.unit)(units.at - 1))
            }
            _ => None,
        }
    }
}

impl<S> Iterator for Simpler<'_, S> {
    type Item = S;

    fn next(&mut self) -> Option<S> {
        loop {
            if self.at == self.children
                && let Some(simpler) = self.next_variant()
            {
                return Some(simpler);
            }
            if self.at == self.parts.len() {
                return None;
            }
            if let Some(simpler) = self.parts[self.at].next(self.whole, self.clone) {
                return Some(simpler);
            }
            self.at += 1;
        }
    }
}

type Generate<S> = fn(&mut Source) -> Result<S, Reject>;

/// Variants that have no fields.
struct Units<S> {
    at: usize,
    count: usize,
    unit: fn(usize) -> S,
}

/// A part of an `S`. An iterator would do, but that has more functions, each of them compiled.
trait Part<S> {
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
    /// Only asked for when the parts before this one have no more.
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
