//! The automatic runner: all inputs if there are few, otherwise random ones.
//!
//! ```text
//!              ┌─ few ──▶ enumerate ─┐
//!   count ──▶──┤                     ├──▶ its report
//!              └─ many ▶ quick_check ┘
//! ```
//!
//! A property of a flag and a byte has 512 inputs. A thousand random ones miss some of them and test others
//! three times; testing each once is less work, and a proof. A test that names no runner uses this one.
//! Hypothesis (MacIver and others) and jqwik (Link) do the same.
//!
//! If there are many inputs, it generates one or two that it does not test; if there are few, it generates
//! each once more to count them. If there are few, the seed does not matter, and a test that fails only now
//! and then, for example because of a race between threads, runs once for each input and not a thousand
//! times. Name [`quick_check`] for such a test. A property whose formula observes its inputs always runs
//! under `quick_check`: its statistics are about the inputs that are drawn, not about all that exist.
//! Observations that only the code under test makes, with `forall::observe`, are counted over all inputs.

use forall::block::Property;
use forall::part::Options;
use forall::property::{NodeKind, nodes};
use forall::report::Report;
use forall::runner::{count_inputs, enumerate, quick_check};

/// Runs `property` until an input falsifies it: on all inputs if there are no more than `options.tests`,
/// otherwise on fresh ones.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, auto};
///
/// let few = forall("a", any::<u8>()).forall("b", any::<bool>()).check(|(b, (a, ()))| b | (*a < 255) | !b);
/// assert_eq!(auto(&few, &Options::default()).to_string(), "proved: all 512 inputs pass\n");
/// let many = forall("a", any::<u64>()).check(|(a, ())| a.count_ones() <= 64);
/// assert_eq!(auto(&many, &Options::default()).to_string(), "passed: 1,000 tests\n");
/// ```
pub fn auto<P: Property>(property: &P, options: &Options) -> Report {
    if enumerates(property, options) {
        enumerate(property, options)
    } else {
        quick_check(property, options)
    }
}

/// Returns whether all inputs of `property` are tested.
pub(super) fn enumerates<P: Property>(property: &P, options: &Options) -> bool {
    let observes = nodes(property).iter().any(|info| info.kind == NodeKind::Observe);
    !observes && count_inputs(property, options).is_some()
}
