//! Inputs from the corpus, or fresh ones.

use forall::block::{Attempt, Generate, try_generate};
use forall::source::{ChoiceSequence, Policy, Provenance, Source};

/// Generates inputs from `saved` choices of an earlier run, if there are any, and otherwise fresh ones from
/// `source`. Calls `before_premise` before each premise that it evaluates.
///
/// ```
/// use forall::part::corpus_or_fresh;
/// use forall::property::property;
/// use forall::source::{ChoiceSequence, ChoiceValue, Source};
///
/// let property = property! { forall x: u32; check *x != 7 };
/// let seven = ChoiceSequence(vec![ChoiceValue::Integer(7)]);
/// let saved = corpus_or_fresh(&property, Some(seven), Source::from_seed(1, 5), &mut || ());
/// assert_eq!(saved.inputs, Ok((7, ())));
/// let fresh = corpus_or_fresh(&property, None, Source::from_seed(1, 5), &mut || ());
/// assert_ne!(fresh.inputs, Ok((7, ())));
/// ```
pub fn corpus_or_fresh<P: Generate>(
    property: &P,
    saved: Option<ChoiceSequence>,
    source: Source,
    before_premise: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    let source = match saved {
        Some(choices) => {
            let source = Source::replay(choices.0, Policy::NEAREST);
            source.with_provenance(Provenance::Corpus, None)
        }
        None => source,
    };
    try_generate(property, source, before_premise)
}
