//! Failures of guided runs: what is to be told of a case that may have no number of its own.

use forall::block::{Attempt, Case, Property, check, print, run};
use forall::report::{Counterexample, Failure, Verdict};
use forall::runner::Options;
use forall::shrink::{Both, External, Shrinker, counterexample};
use forall::source::{Policy, Source};

/// What is to be told of inputs that failed in test `n`. A fresh test is made again from its number, and
/// one of changed choices from these. Where they do not say how, because a mutator of a user's own
/// made the values, the values alone are shrunk.
pub fn found<P: Property>(
    property: &P,
    (n, made): (u64, Attempt<P::Inputs>),
    failure: Failure,
    options: &Options,
) -> Counterexample {
    let source = match made.record.changed {
        None => options.campaign().source(n),
        Some(_) => Source::replay(made.record.values(), Policy::STRICT),
    };
    let again = run(property, &mut source.clone());
    let alike = matches!(again, Verdict::Fail(again) if again.origin == failure.origin);
    let (false, Ok(inputs)) = (alike, made.inputs) else {
        return counterexample(property, (n, source), failure, &Both, options.limits());
    };
    // A function shows what it was asked, so it must be asked before it is shown.
    check(property, &inputs);
    let original = print(property, &inputs);
    let case = Case { inputs, record: made.record };
    let shrunk = External.shrink(property, case, failure, options.limits());
    let (shrunk, shrinking) = (print(property, &shrunk.inputs), shrunk.shrinking);
    Counterexample { test: n, size: options.sizes.of(n), original, shrunk, shrinking }
}
