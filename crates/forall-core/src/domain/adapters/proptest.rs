//! Strategies of proptest.

use std::fmt::Debug;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::domain::Domain;
use crate::source::{Reject, Role, Source};

/// The greatest number of shrink steps of a strategy.
const MAX_SHRINK_STEPS: u32 = 1_024;

/// Generates values of a proptest strategy.
///
/// A value is two choices: a seed, and how many of the strategy's own shrink steps to skip. Shrinking that
/// number follows the path that proptest takes if every simpler value fails. The size has no influence.
///
/// ```
/// use forall::domain::{from_strategy, sample};
/// use proptest::strategy::Strategy;
///
/// let even = from_strategy((0..50_u32).prop_map(|x| x * 2));
/// assert!(sample(&even, 20).iter().all(|x| x % 2 == 0));
/// ```
pub fn from_strategy<S: Strategy<Value: 'static>>(strategy: S) -> FromStrategy<S> {
    FromStrategy { strategy }
}

/// See [`from_strategy`].
#[derive(Clone, Copy, Debug)]
pub struct FromStrategy<S> {
    strategy: S,
}

impl<S: Strategy<Value: 'static>> Domain for FromStrategy<S> {
    type Value = S::Value;

    fn generate(&self, source: &mut Source) -> Result<S::Value, Reject> {
        let mut runner = runner(source.fork());
        let Ok(mut tree) = self.strategy.new_tree(&mut runner) else {
            return Err(source.reject("the strategy generated no value"));
        };
        let skipped = source.integer(0..=MAX_SHRINK_STEPS, 0, Role::Value, |_| MAX_SHRINK_STEPS);
        for _ in skipped..MAX_SHRINK_STEPS {
            if !tree.simplify() {
                break;
            }
        }
        Ok(tree.current())
    }
}

fn runner(mut fork: Source) -> TestRunner {
    let mut word = || fork.integer(0..=u64::MAX, 0, Role::Value, |random| random.word());
    let seed = [word().to_le_bytes(), word().to_le_bytes()].concat();
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::XorShift, &seed))
}
