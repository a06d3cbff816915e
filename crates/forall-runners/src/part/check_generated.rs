//! Checking inputs whose generation may have failed.

use forall::block::{Property, check_predicate};
use forall::report::Verdict;

/// Checks the predicate of `property` on inputs for which its premises hold. If generation failed, returns
/// its verdict.
///
/// ```
/// use forall::block::{RetryPolicy, generate_valid};
/// use forall::part::check_generated;
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = property! { forall x in 0..9; implies x % 3 == 0; check *x < 9 };
/// let verdict = |seed| {
///     let generated = generate_valid(&property, &mut Source::from_seed(seed, 5), &mut RetryPolicy::no_retries());
///     check_generated(&property, &generated)
/// };
/// assert!((0..99).any(|seed| verdict(seed) == Verdict::Pass));
/// assert!((0..99).any(|seed| verdict(seed) == Verdict::Discard(1)));
/// ```
pub fn check_generated<P: Property>(
    property: &P,
    generated: &Result<P::Inputs, Verdict>,
) -> Verdict {
    match generated {
        Ok(inputs) => check_predicate(property, inputs),
        Err(verdict) => verdict.clone(),
    }
}
