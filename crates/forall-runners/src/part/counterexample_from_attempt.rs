//! Failures of guided runs, whose inputs may not be those of a numbered test.

use forall::block::{Attempt, Property, run};
use forall::part::Options;
use forall::report::{Counterexample, Failure};
use forall::shrink::{FailedTest, shrink_failure, shrink_inputs};
use forall::source::{Policy, Provenance, Source};

/// Shrinks and prints the inputs of test `n`, which failed. Fresh inputs are generated again from the number
/// of the test, and mutants from their choices. If that does not regenerate them, because a custom mutator
/// changed the values, only the values are shrunk.
///
/// ```
/// use forall::block::{try_generate, check};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::part::counterexample_from_attempt;
/// use forall::runner::Options;
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let options = Options::default();
/// let attempt = try_generate(&property, options.campaign().source(2), &mut || ());
/// let verdict = check(&property, attempt.inputs.as_ref().unwrap());
/// let Verdict::Fail(failure) = verdict else { panic!("test 2 draws a large value") };
/// assert_eq!(counterexample_from_attempt(&property, 2, attempt, *failure, &options).shrunk[0].value, "100");
/// ```
pub fn counterexample_from_attempt<P: Property>(
    property: &P,
    n: u64,
    attempt: Attempt<P::Inputs>,
    failure: Failure,
    options: &Options,
) -> Counterexample {
    let source = match attempt.record.provenance {
        Provenance::Fresh => options.campaign().source(n),
        provenance => {
            let source = Source::replay(attempt.record.values(), Policy::STRICT);
            source.with_provenance(provenance, None)
        }
    };
    let again = run(property, &mut source.clone());
    let same_failure = again.same_origin(&failure).is_some();
    let shrunk = match attempt.inputs {
        Ok(inputs) if !same_failure => {
            shrink_inputs(property, inputs, failure, options.shrink_config())
        }
        _ => shrink_failure(
            property,
            FailedTest { number: n, source, failure },
            options.shrink_config(),
        ),
    };
    Counterexample { provenance: attempt.record.provenance, number: n, ..shrunk }
}
