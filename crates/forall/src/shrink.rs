//! Shrinkers: ways from a case that fails to the simplest one that fails alike.
//!
//! A runner takes its shrinker as a part. [`Integrated`] works on the choices of which a case is
//! made and knows nothing of values, so that all domains shrink, however they were put together,
//! and only to values that they could have made. [`External`] works on values and asks the domains
//! for simpler ones, which may be what a user wrote for them. [`Both`] does one after the other.
//! Another one of yours is as good: it is one function.

mod integrated;
mod descent;
mod schedule;
mod search;
mod shape;
mod simplest;
mod delete;
mod reindex;
mod bound;
mod merge;
mod branch;
mod graft;
mod twins;
mod infer;
mod relabel;
mod lower;
mod letters;
mod shift;
mod fold;
mod trade;
mod reorder;

pub use self::integrated::Integrated;
pub use crate::block::Limits;
use crate::block::{Case, Property, Shrunk, check, print, retrace, shrink};
use crate::report::{Counterexample, Failure, Shrinking};
use crate::source::Source;

/// Finds simpler cases.
pub trait Shrinker {
    /// Finds the simplest case that fails like this one, as far as the limits allow.
    fn shrink<P: Property>(
        &self,
        property: &P,
        case: Case<P::Inputs>,
        failure: Failure,
        limits: Limits,
    ) -> Shrunk<P::Inputs>;
}

/// What is to be told of a test that failed: makes its inputs again, shows them, shrinks them, and
/// shows what that came to.
pub fn counterexample<P: Property>(
    property: &P,
    (test, source): (u64, Source),
    failure: Failure,
    shrinker: &impl Shrinker,
    limits: Limits,
) -> Counterexample {
    let size = source.size();
    let Some(found) = retrace(property, source) else {
        let shrinking = Shrinking { failure, ..Shrinking::default() };
        return Counterexample { test, size, original: vec![], shrunk: vec![], shrinking };
    };
    // A function shows what it was asked, so it must be asked before it is shown.
    check(property, &found.inputs);
    let original = print(property, &found.inputs);
    let Shrunk { inputs, shrinking, .. } = shrinker.shrink(property, found, failure, limits);
    Counterexample { test, size, original, shrunk: print(property, &inputs), shrinking }
}

/// Simpler values, as the domains list them. See [`shrink`](crate::block::shrink()).
#[derive(Clone, Copy, Debug, Default)]
pub struct External;

/// First the choices, then the values of what that came to. The domains that list no simpler values
/// have had their turn by then, and those that do, such as a user's own, have the last word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Both;

impl Shrinker for External {
    fn shrink<P: Property>(
        &self,
        property: &P,
        case: Case<P::Inputs>,
        failure: Failure,
        limits: Limits,
    ) -> Shrunk<P::Inputs> {
        shrink(property, case, failure, limits)
    }
}

impl Shrinker for Both {
    fn shrink<P: Property>(
        &self,
        property: &P,
        case: Case<P::Inputs>,
        failure: Failure,
        limits: Limits,
    ) -> Shrunk<P::Inputs> {
        let first = Integrated.shrink(property, case, failure, limits);
        let done = first.shrinking;
        let Some(record) = first.record.filter(|_| done.reproduced && !limits.spent(done.tried))
        else {
            return Shrunk { inputs: first.inputs, record: None, shrinking: done };
        };
        let case = Case { inputs: first.inputs, record };
        let left = Limits { tries: limits.tries - done.tried, ..limits };
        let mut last = External.shrink(property, case, done.failure, left);
        last.shrinking.tried += done.tried;
        last.shrinking.accepted += done.accepted;
        last.shrinking.efforts.splice(0..0, done.efforts);
        last
    }
}
