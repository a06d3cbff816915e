//! Campaigns: numbered tests, which can be run independently.

use super::Source;

/// The numbered tests of a run. Test `n` depends only on the seed, the sizes and `n`.
///
/// ```
/// use forall::source::{Campaign, Sizes};
///
/// let campaign = Campaign { seed: 42, sizes: Sizes::Fixed(5) };
/// let number = |n| campaign.source(n).branch(1_000_000);
/// assert_eq!(number(7), number(7), "earlier tests have no influence");
/// assert_ne!(number(7), number(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// The seed from which the choices of all tests derive.
    pub seed: u64,
    /// The sizes of the generated values.
    pub sizes: Sizes,
}

/// How the size of generated values depends on the number of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// The binary logarithm of the number of the test (counted from 1), plus this constant.
    Log2(u32),
    /// The same size for every test.
    Fixed(u32),
    /// Grows by one per test from 0 to `max`, then starts again at 0.
    Cycle {
        /// The largest size.
        max: u32,
    },
}

impl Campaign {
    /// Creates the source of fresh choices for test `n`.
    #[inline(always)]
    pub fn source(&self, n: u64) -> Source {
        Source::for_test(self.seed, n, self.sizes.at(n))
    }
}

impl Sizes {
    /// Returns the size of test `n`.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// assert_eq!([0, 1, 2, 3, 7, 999].map(|n| Sizes::Log2(0).at(n)), [0, 1, 1, 2, 3, 9]);
    /// assert_eq!([0, 1, 2, 3].map(|n| Sizes::Cycle { max: 2 }.at(n)), [0, 1, 2, 0]);
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
