//! What `#[derive(Arbitrary)]` calls. It is here so that the derive can emit little; nothing else
//! should use it, and it may change in any release.

use super::{Domain, Shrinks};
use crate::source::{Policy, Reject, Role, Source};

/// From here on, a type that holds other derived types may well be holding itself.
const DEEP: u32 = 3;

/// From here on, values of size 0 are made of the simplest variants only.
const DEEPER: u32 = 8;

/// Draws a variant. They stand in the order of simplicity: first `simplest` that end here and now,
/// up to `ending` that do not obviously hold values like themselves, and then the others. `sums` are
/// the sums of their weights.
///
/// What may be drawn does not depend on the size, only what is drawn when it is fresh.
#[inline]
pub fn variant(source: &mut Source, sums: &[u32], simplest: usize, ending: usize) -> usize {
    let open = match source.size() {
        0 if source.depth() >= DEEPER => simplest,
        0 => ending,
        _ => sums.len(),
    };
    source.integer(0..=sums.len() - 1, 0, Role::Branch, |random| {
        let at = random.below(u64::from(sums[open - 1])) as u32;
        sums.iter().filter(|sum| **sum <= at).count()
    })
}

/// Makes a value that holds `parts` values like itself: they share its size, and each is smaller.
#[inline]
pub fn recursive<A>(
    source: &mut Source,
    parts: usize,
    make: impl FnOnce(&mut Source) -> Result<A, Reject>,
) -> Result<A, Reject> {
    let size = source.share(parts).min(source.size().saturating_sub(1));
    source.nested(|source| source.at_size(size, make))
}

/// Makes a value of `parts` values that other code makes. They are as large as it is, unless they
/// are already so deep inside of others that types probably hold each other.
#[inline]
pub fn composed<A>(
    source: &mut Source,
    parts: usize,
    make: impl FnOnce(&mut Source) -> Result<A, Reject>,
) -> Result<A, Reject> {
    if source.depth() < DEEP { source.nested(make) } else { recursive(source, parts, make) }
}

/// Makes an `Option` through which a type holds itself. At size 0 that must come to an end, which
/// the `Option`s of other types need not.
#[inline]
pub fn option<A>(
    source: &mut Source,
    make: impl FnOnce(&mut Source) -> Result<A, Reject>,
) -> Result<Option<A>, Reject> {
    let size = source.size();
    let some = source.bool(Role::Branch, |random| !random.one_in(4) && size > 0);
    some.then(|| make(source)).transpose()
}

/// The simpler values of a domain that is made on the spot, and so cannot be borrowed from.
pub fn simpler<'a, D: Domain>(domain: &D, value: &D::Value) -> Shrinks<'a, D::Value> {
    Box::new(domain.shrink(value).collect::<Vec<_>>().into_iter())
}

/// Gathers the simpler values of a derived type, each kind of them only when it is asked for.
#[expect(missing_debug_implementations, reason = "it lives inside one generated function")]
pub struct Simpler<'a, S> {
    whole: &'a S,
    clone: fn(&S) -> S,
    kinds: Vec<Shrinks<'a, S>>,
}

impl<'a, S> Simpler<'a, S> {
    /// Begins with none. That a type is `Clone` is asked here only, so that one which is not gives
    /// one error.
    pub fn of(whole: &'a S) -> Self
    where
        S: Clone,
    {
        Simpler { whole, clone: S::clone, kinds: Vec::new() }
    }

    /// The values of the same type that it holds.
    #[must_use]
    pub fn children(mut self, children: impl Iterator<Item = &'a S> + 'a) -> Self {
        self.kinds.push(Box::new(children.map(self.clone)));
        self
    }

    /// The simplest value of all, for a type whose simplest variant has fields. The value itself must
    /// be of another variant.
    #[must_use]
    pub fn simplest(mut self, generate: fn(&mut Source) -> Result<S, Reject>) -> Self
    where
        S: 'a,
    {
        let make = move || generate(&mut Source::replay(Vec::new(), Policy::SIMPLEST)).ok();
        self.kinds.push(Box::new(std::iter::once_with(make).flatten()));
        self
    }

    /// The first `count` variants that have no fields.
    #[must_use]
    pub fn units(mut self, count: usize, unit: fn(usize) -> S) -> Self
    where
        S: 'a,
    {
        self.kinds.push(Box::new((0..count).map(unit)));
        self
    }

    /// The value with one part simplified.
    #[must_use]
    pub fn field<A: 'a>(
        mut self,
        part: &'a A,
        shrink: fn(&A) -> Shrinks<'_, A>,
        put: fn(&mut S, A),
    ) -> Self {
        let (whole, clone) = (self.whole, self.clone);
        let parts = std::iter::once_with(move || shrink(part)).flatten();
        self.kinds.push(Box::new(parts.map(move |simpler| {
            let mut whole = clone(whole);
            put(&mut whole, simpler);
            whole
        })));
        self
    }

    /// All of them, in the order in which they were named.
    pub fn done(self) -> Shrinks<'a, S>
    where
        S: 'a,
    {
        Box::new(self.kinds.into_iter().flatten())
    }
}
