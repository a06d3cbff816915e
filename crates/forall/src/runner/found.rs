//! Failures that have no number: what is to be told of a case whose choices were changed.

use forall::block::{Attempt, Case, Property, check, print, run};
use forall::report::{Counterexample, Failure, Verdict};
use forall::runner::Options;
use forall::shrink::{Both, External, Shrinker, counterexample};
use forall::source::{Policy, Source};

/// What is to be told of inputs that failed in test `n`. The choices say how to make them again. Where
/// they do not, because a mutator of a user's own made the values, the values alone are shrunk.
pub fn found<P: Property>(
    property: &P,
    (n, attempt): (u64, Attempt<P::Inputs>),
    failure: Failure,
    options: &Options,
) -> Counterexample {
    let source = Source::replay(attempt.record.values(), Policy::STRICT);
    let again = run(property, &mut source.clone());
    let alike = matches!(again, Verdict::Fail(again) if again.origin == failure.origin);
    let (false, Ok(inputs)) = (alike, attempt.inputs) else {
        return counterexample(property, (n, source), failure, &Both, options.limits());
    };
    // A function shows what it was asked, so it must be asked before it is shown.
    check(property, &inputs);
    let original = print(property, &inputs);
    let case = Case { inputs, record: attempt.record };
    let shrunk = External.shrink(property, case, failure, options.limits());
    let (shrunk, shrinking) = (print(property, &shrunk.inputs), shrunk.shrinking);
    Counterexample { test: n, size: options.sizes.of(n), original, shrunk, shrinking }
}
