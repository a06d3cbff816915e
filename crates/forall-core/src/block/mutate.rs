//! Mutation: inputs near to given ones; or fresh ones, where there are none. Premises are asked on the
//! way, as soon as a variable after them would be made.

use super::Generate;
use super::generate::generate_in;
use super::generation::{GenerationContext, Premises};
use crate::data::Verdict;
use crate::source::{Record, Source};

/// What came of making inputs.
#[derive(Clone, Debug)]
pub struct Attempt<Inputs> {
    /// The choices, as far as they were made.
    pub record: Record,
    /// The inputs, which may still be turned away by a premise after the last variable; or how the test
    /// ended before they were complete.
    pub inputs: Result<Inputs, Verdict>,
}

/// Makes fresh inputs from `source`, and keeps the choices. `asking` is called before each premise that
/// is asked.
///
/// ```
/// use forall::block::{Attempt, attempt};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = property! { forall x in 0..9; implies *x > 8; forall y in 0..*x; check y < x };
/// let mut asked = 0;
/// let Attempt { inputs, record } = attempt(&property, Source::from_seed(1, 5), &mut || asked += 1);
/// assert_eq!(inputs, Err(Verdict::Discard(1)), "so that no `y` is made");
/// assert_eq!((asked, record.choices.len()), (1, 1));
/// ```
pub fn attempt<P: Generate>(
    property: &P,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    attempt_near(property, None, source.recording(), asking)
}

/// Makes inputs near to `old` from `source`, in which the choices of `old` stand, changed
/// ([`Mutator::source`](forall::mutation::Mutator::source)). Variables whose domain has a mutator of its own
/// are given to it; what depends on a changed variable is made anew, as near as it can be to what
/// it was.
///
/// ```
/// use forall::block::{attempt, mutate};
/// use forall::property::property;
/// use forall::mutation::Mutator;
/// use forall::source::{Random, Source};
///
/// let property = property! { forall x: u64; forall y: u64; check x != y };
/// let old = attempt(&property, Source::from_seed(1, 5), &mut || ());
/// let source = Mutator::new(Random::from_seed(7)).source(&old.record, &[], 5);
/// let new = mutate(&property, &old, source, &mut || ());
/// assert_ne!(old.inputs.unwrap(), new.inputs.unwrap());
/// ```
pub fn mutate<P: Generate>(
    property: &P,
    old: &Attempt<P::Inputs>,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    attempt_near(property, old.inputs.as_ref().ok(), source, asking)
}

fn attempt_near<P: Generate>(
    property: &P,
    old: Option<&P::Inputs>,
    mut source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    let context = GenerationContext::new(&mut source, Premises::Early(asking));
    let inputs = generate_in(property, old, context);
    Attempt { record: source.into_record(), inputs }
}
