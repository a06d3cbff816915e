//! Inputs that are not mutants: saved ones and fresh ones.

use forall::block::{Attempt, Mutate, attempt};
use forall::source::{Choices, Policy, Record, Source};

/// Generates inputs from the choices that an earlier run saved, if there are some, otherwise fresh ones from
/// `source`. Calls `before_premise` before each premise that is checked on the way.
///
/// ```
/// use forall::property::property;
/// use forall::part::corpus_or_fresh;
/// use forall::source::{Choices, Source, Value};
///
/// let property = property! { forall x: u32; check *x != 7 };
/// let seven = Choices(vec![Value::Integer(7)]);
/// let saved = corpus_or_fresh(&property, Some(seven), Source::from_seed(1, 5), &mut || ());
/// assert_eq!(saved.inputs, Ok((7, ())));
/// let fresh = corpus_or_fresh(&property, None, Source::from_seed(1, 5), &mut || ());
/// assert_ne!(fresh.inputs, Ok((7, ())));
/// ```
pub fn corpus_or_fresh<P: Mutate>(
    property: &P,
    saved: Option<Choices>,
    source: Source,
    before_premise: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    let Some(choices) = saved else { return attempt(property, source, before_premise) };
    let mut made = attempt(property, Source::replay(choices.0, Policy::NEAREST), before_premise);
    // No number regenerates them, and none of the choices is newer than others.
    made.record.changed = Some(Record::KEPT);
    made
}
