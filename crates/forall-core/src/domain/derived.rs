//! What `#[derive(Arbitrary)]` calls. It is here so that the derive can emit little; nothing else
//! should use it, and it may change in any release.

mod simpler;

pub use self::simpler::Simpler;
use super::{Arbitrary, Domain, Shrinks, inverse};
use crate::source::{ChoiceValue, Label, Reject, Role, Source};

/// From here on, a type that holds other derived types may well be holding itself.
const DEEP: u32 = 3;

/// From here on, values of size 0 are made of the simplest variants only.
const DEEPER: u32 = 8;

/// What a value holds, as far as the derive can see.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// Nothing that could hold a value like it.
    Leaves,
    /// This many parts that other code makes.
    Others(u32),
    /// This many parts that may be values like itself.
    Itself(u32),
}

/// The variants of a type, in the order of simplicity.
#[derive(Debug)]
pub struct Variants {
    /// The sums of their weights.
    pub sums: &'static [u32],
    /// How many end here and now.
    pub simplest: usize,
    /// How many do not obviously hold values like themselves.
    pub ending: usize,
    /// What each of them holds; nothing is said if they are all leaves.
    pub hold: &'static [Holds],
}

/// Makes a value of a type that has several variants.
#[inline]
pub fn one_of<A>(
    source: &mut Source,
    label: Label,
    variants: &'static Variants,
    make: impl FnOnce(&mut Source, usize) -> Result<A, Reject>,
) -> Result<A, Reject> {
    source.span(label, |source| {
        let variant = variants.draw(source);
        match variants.hold {
            [] => make(source, variant),
            hold => held(source, hold[variant], |source| make(source, variant)),
        }
    })
}

/// Makes a value of a type that has only one variant.
#[inline]
pub fn only<A>(
    source: &mut Source,
    label: Label,
    holds: Holds,
    make: impl FnOnce(&mut Source) -> Result<A, Reject>,
) -> Result<A, Reject> {
    source.span(label, |source| held(source, holds, make))
}

/// Makes a value at the depth, and its parts at the size, that what it holds calls for.
#[inline(always)]
fn held<A>(
    source: &mut Source,
    holds: Holds,
    make: impl FnOnce(&mut Source) -> Result<A, Reject>,
) -> Result<A, Reject> {
    let (size, levels) = holds.inside(source);
    let outer = source.enter(size, levels)?;
    let made = make(source);
    source.leave(outer);
    made
}

impl Holds {
    /// The size of the parts, and how many levels deeper they are.
    ///
    /// Parts like the value itself share its size, and each is smaller. Parts that other code makes
    /// are as large as the value, unless it is so deep already that types seem to hold each other.
    #[inline]
    fn inside(self, source: &Source) -> (u32, u32) {
        let size = source.size();
        let shared = |parts: u32| source.share(parts as usize).min(size.saturating_sub(1));
        match self {
            Holds::Leaves => (size, 0),
            Holds::Others(_) if source.depth() < DEEP => (size, 1),
            Holds::Others(parts) | Holds::Itself(parts) => (shared(parts), 1),
        }
    }
}

impl Variants {
    /// Draws one. What may be drawn does not depend on the size, only what is drawn when fresh.
    #[inline]
    fn draw(&self, source: &mut Source) -> usize {
        let last = self.sums.len() - 1;
        let open = match source.size() {
            0 if source.depth() >= DEEPER => self.simplest,
            0 => self.ending,
            _ => self.sums.len(),
        };
        source.integer(0..=last, 0, Role::Branch, |random| {
            let at = random.below(u64::from(self.sums[open - 1])) as u32;
            self.sums.iter().filter(|sum| **sum <= at).count()
        })
    }
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

/// Appends the choices of such an `Option`.
pub fn invert_option<A: Arbitrary>(
    value: &Option<A>,
    choices: &mut Vec<ChoiceValue>,
) -> Option<()> {
    choices.push(ChoiceValue::Bool(value.is_some()));
    match value {
        Some(value) => value.invert(choices),
        None => Some(()),
    }
}

/// Appends the choice of a variant.
pub fn invert_variant(variant: usize, choices: &mut Vec<ChoiceValue>) {
    inverse::branch(variant, choices);
}

/// The simpler values of a domain that is made on the spot, and so cannot be borrowed from.
pub fn simpler<'a, A: 'a, D: Domain<Value = A>>(domain: &D, value: &A) -> Shrinks<'a, A> {
    Shrinks::new(domain.shrink(value).collect::<Vec<_>>())
}
