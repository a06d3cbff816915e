//! Failures of guided runs, whose inputs may not be those of a numbered test.

use forall::block::{Attempt, Property, run};
use forall::part::Options;
use forall::report::{Counterexample, Failure, Found};
use forall::shrink::{counterexample, counterexample_of};
use forall::source::{Policy, Record, Source};

/// Shrinks and prints the inputs of test `n`, which failed. Fresh inputs are generated again from the number
/// of the test, and mutants from their choices. If that does not regenerate them, because a mutator of the
/// user changed the values, only the values are shrunk.
///
/// ```
/// use forall::block::{attempt, check};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::part::counterexample_from_attempt;
/// use forall::runner::Options;
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let options = Options::default();
/// let made = attempt(&property, options.campaign().source(2), &mut || ());
/// let verdict = check(&property, made.inputs.as_ref().unwrap());
/// let Verdict::Fail(failure) = verdict else { panic!("test 2 draws a large value") };
/// assert_eq!(counterexample_from_attempt(&property, 2, made, *failure, &options).shrunk[0].value, "100");
/// ```
pub fn counterexample_from_attempt<P: Property>(
    property: &P,
    n: u64,
    made: Attempt<P::Inputs>,
    failure: Failure,
    options: &Options,
) -> Counterexample {
    let fresh = options.campaign().source(n);
    let (found, source) = match made.record.changed {
        None => (Found::Test { number: n, size: fresh.size() }, fresh),
        Some(at) => {
            let source = Source::replay(made.record.values(), Policy::STRICT);
            let kept = at == Record::KEPT;
            (if kept { Found::Kept { number: n } } else { Found::Mutated { number: n } }, source)
        }
    };
    let again = run(property, &mut source.clone());
    let same_failure = again.alike(&failure).is_some();
    let shrunk = match made.inputs {
        Ok(inputs) if !same_failure => {
            counterexample_of(property, inputs, failure, options.means())
        }
        _ => counterexample(property, (n, source), failure, options.means()),
    };
    Counterexample { found, ..shrunk }
}
