//! Failures of guided runs: what is to be told of a case that may have no number of its own.

use forall::block::{Attempt, Property, run};
use forall::part::Options;
use forall::report::{Counterexample, Failure};
use forall::shrink::{FailedTest, shrink_failure, shrink_inputs};
use forall::source::{Policy, Provenance, Source};

/// What is to be told of inputs that failed in test `n`. A fresh test is made again from its number, and
/// one of changed choices from these. Where they do not say how, because a mutator of a user's own
/// made the values, the values alone are shrunk.
///
/// ```
/// use forall::block::{attempt, check};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::part::found;
/// use forall::runner::Options;
///
/// let (property, options) = (property! { forall x: u32; check *x < 100 }, Options::default());
/// let made = attempt(&property, options.campaign().source(2), &mut || ());
/// let verdict = check(&property, made.inputs.as_ref().unwrap());
/// let Verdict::Fail(failure) = verdict else { panic!("test 2 draws a large one") };
/// assert_eq!(found(&property, (2, made), *failure, &options).shrunk[0].value, "100");
/// ```
pub fn found<P: Property>(
    property: &P,
    (n, made): (u64, Attempt<P::Inputs>),
    failure: Failure,
    options: &Options,
) -> Counterexample {
    let source = match made.record.provenance {
        Provenance::Fresh => options.campaign().source(n),
        provenance => {
            let source = Source::replay(made.record.values(), Policy::STRICT);
            source.with_provenance(provenance, None)
        }
    };
    let again = run(property, &mut source.clone());
    let alike = again.alike(&failure).is_some();
    let told = match made.inputs {
        Ok(inputs) if !alike => shrink_inputs(property, inputs, failure, options.shrink_config()),
        _ => shrink_failure(
            property,
            FailedTest { number: n, source, failure },
            options.shrink_config(),
        ),
    };
    Counterexample { provenance: made.record.provenance, number: n, ..told }
}
