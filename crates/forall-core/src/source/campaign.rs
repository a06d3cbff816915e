//! Campaigns: numbered tests, each of which can be run by itself.

use super::Source;

/// Names the tests of a run: test `n` is a function of the seed and `n`, and of nothing else.
///
/// ```
/// use forall::source::{Campaign, Sizes};
///
/// let campaign = Campaign { seed: 42, sizes: Sizes::Fixed(5) };
/// let number = |n| campaign.source(n).branch(1_000_000);
/// assert_eq!(number(7), number(7), "whatever ran before it");
/// assert_ne!(number(7), number(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// Names the choices of all tests.
    pub seed: u64,
    /// How large the values of a test are.
    pub sizes: Sizes,
}

/// How sizes grow with the number of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// With its binary logarithm, plus this much.
    Log2(u32),
    /// Not at all.
    Fixed(u32),
    /// From 0 to `max`, over and over, `max + 1` tests each time.
    Cycle {
        /// The largest.
        max: u32,
    },
}

impl Campaign {
    /// The fresh choices of test `n`.
    #[inline(always)]
    pub fn source(&self, n: u64) -> Source {
        Source::for_test(self.seed, n, self.sizes.at(n))
    }
}

impl Sizes {
    /// The size of test `n`.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// assert_eq!([0, 1, 2, 3, 7, 999].map(|n| Sizes::Log2(0).of(n)), [0, 1, 1, 2, 3, 9]);
    /// assert_eq!([0, 1, 2, 3].map(|n| Sizes::Cycle { max: 2 }.of(n)), [0, 1, 2, 0]);
    /// ```
    #[inline(always)]
    pub fn at(self, n: u64) -> u32 {
        match self {
            Sizes::Log2(plus) => n.saturating_add(1).ilog2().saturating_add(plus),
            Sizes::Fixed(size) => size,
            Sizes::Cycle { max } => (n % (u64::from(max) + 1)) as u32,
        }
    }
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes::Log2(0)
    }
}
