//! The thorough runner: all inputs where they are few, and random ones where they are many.
//!
//! ```text
//!              ┌─ few ──▶ enumerate ─┐
//!   count ──▶──┤                     ├──▶ its report
//!              └─ many ▶ quick_check ┘
//! ```
//!
//! A property of a flag and a byte has 512 inputs. To draw a thousand at random misses some of them and
//! runs others three times; to run each of them once is less work, and a proof. This is what a test runs
//! that names no runner. Hypothesis (MacIver and others) and jqwik (Link) do the same.
//!
//! What it costs: one or two inputs are made that are not run, where there are many; where there are few,
//! each is made once more, to count them. What it changes: where there are few, no seed matters, and a test
//! that hopes to see something only now and then, as a race between threads, is run once for each input and
//! not a thousand times. Such a test wants [`quick_check`](crate::runner::quick_check) by name. And a
//! property whose formula observes its inputs is always run by that one: it asks for shares of what is drawn,
//! not of all there is. What only a body says, with `forall::observe`, is counted over all there is.

use forall::block::Property;
use forall::part::Options;
use forall::property::{NodeKind, outline};
use forall::report::Report;
use forall::runner::{count_inputs, enumerate, quick_check};

/// Runs `property` on all inputs if `options` have as many tests, and else on fresh ones, until one
/// falsifies it.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, thorough};
///
/// let few = forall("a", any::<u8>()).forall("b", any::<bool>()).check(|(b, (a, ()))| b | (*a < 255) | !b);
/// assert_eq!(thorough(&few, &Options::default()).to_string(), "exhausted: all 512 cases pass\n");
/// let many = forall("a", any::<u64>()).check(|(a, ())| a.count_ones() <= 64);
/// assert_eq!(thorough(&many, &Options::default()).to_string(), "passed: 1,000 tests\n");
/// ```
pub fn thorough<P: Property>(property: &P, options: &Options) -> Report {
    let observes = outline(property).iter().any(|note| note.kind == NodeKind::Observe);
    if !observes && count_inputs(property, options).is_some() {
        enumerate(property, options)
    } else {
        quick_check(property, options)
    }
}
