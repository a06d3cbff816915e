//! Attempts: recorded inputs of guided runs, fresh or mutated. A premise is evaluated before the variables that
//! follow it are generated.

use super::Generate;
use super::generate::generate_in;
use super::generation::{GenerationContext, Premises};
use crate::data::Verdict;
use crate::source::{Record, Source};

/// The result of an attempt to generate inputs.
#[derive(Clone, Debug)]
pub struct Attempt<Inputs> {
    /// The choices, as far as they were drawn.
    pub record: Record,
    /// The inputs, which a premise after the last variable may still discard; or the verdict, if the test ended
    /// before the inputs were complete.
    pub inputs: Result<Inputs, Verdict>,
}

/// Generates inputs from `source`, and records the choices. Calls `before_premise` before each premise that it evaluates.
///
/// ```
/// use forall::block::{Attempt, try_generate};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = property! { forall x in 0..9; implies *x > 8; forall y in 0..*x; check y < x };
/// let mut asked = 0;
/// let Attempt { inputs, record } = try_generate(&property, Source::from_seed(1, 5), &mut || asked += 1);
/// assert_eq!(inputs, Err(Verdict::Discard(1)), "so that no `y` is made");
/// assert_eq!((asked, record.choices.len()), (1, 1));
/// ```
pub fn try_generate<P: Generate>(
    property: &P,
    source: Source,
    before_premise: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    attempt_near(property, None, source.recording(), before_premise)
}

/// Generates inputs close to `old` from `source`, which holds the mutated choices of `old` (see
/// `Mutator::source`). If the domain of a variable has its own mutator, that is used. A variable that depends on
/// a mutated one is generated again, as close to its old value as possible.
///
/// ```
/// use forall::block::{try_generate, mutate};
/// use forall::property::property;
/// use forall::mutation::Mutator;
/// use forall::source::{Random, Source};
///
/// let property = property! { forall x: u64; forall y: u64; check x != y };
/// let old = try_generate(&property, Source::from_seed(1, 5), &mut || ());
/// let source = Mutator::new(Random::from_seed(7)).source(&old.record, &[], 5);
/// let new = mutate(&property, &old, source, &mut || ());
/// assert_ne!(old.inputs.unwrap(), new.inputs.unwrap());
/// ```
pub fn mutate<P: Generate>(
    property: &P,
    old: &Attempt<P::Inputs>,
    source: Source,
    before_premise: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    attempt_near(property, old.inputs.as_ref().ok(), source, before_premise)
}

fn attempt_near<P: Generate>(
    property: &P,
    old: Option<&P::Inputs>,
    mut source: Source,
    before_premise: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    let context = GenerationContext::new(&mut source, Premises::Early(before_premise));
    let inputs = generate_in(property, old, context);
    Attempt { record: source.into_record(), inputs }
}
