//! Beginnings: what a guided run changes nothing of.

use forall::block::{Attempt, Generate, attempt};
use forall::source::{ChoiceSequence, Policy, Provenance, Source};

/// Makes inputs that an earlier run kept, if there are some, and else fresh ones from `source`. `asking` is
/// called before each premise that is asked.
///
/// ```
/// use forall::property::property;
/// use forall::part::begin;
/// use forall::source::{ChoiceSequence, Source, ChoiceValue};
///
/// let property = property! { forall x: u32; check *x != 7 };
/// let seven = ChoiceSequence(vec![ChoiceValue::Integer(7)]);
/// let kept = begin(&property, Some(seven), Source::from_seed(1, 5), &mut || ());
/// assert_eq!(kept.inputs, Ok((7, ())));
/// let fresh = begin(&property, None, Source::from_seed(1, 5), &mut || ());
/// assert_ne!(fresh.inputs, Ok((7, ())));
/// ```
pub fn begin<P: Generate>(
    property: &P,
    kept: Option<ChoiceSequence>,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    let Some(choices) = kept else { return attempt(property, source, asking) };
    let source =
        Source::replay(choices.0, Policy::NEAREST).with_provenance(Provenance::Corpus, None);
    attempt(property, source, asking)
}
