//! Beginnings: what a guided run changes nothing of.

use forall::block::{Attempt, Mutate, attempt};
use forall::source::{Choices, Policy, Record, Source};

/// Makes inputs that an earlier run kept, if there are some, and else fresh ones from `source`. `asking` is
/// called before each premise that is asked.
pub fn begin<P: Mutate>(
    property: &P,
    kept: Option<Choices>,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    let Some(choices) = kept else { return attempt(property, source, asking) };
    let mut made = attempt(property, Source::replay(choices.0, Policy::NEAREST), asking);
    // No number makes them again, and none of the choices is newer than others.
    made.record.changed = Some(Record::KEPT);
    made
}
