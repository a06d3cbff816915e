//! Campaigns: numbered tests, which can be run independently.

use super::Source;

/// The numbered tests of a run. Test `n` depends only on the fields of the campaign and on `n`.
///
/// ```
/// use forall::source::{Campaign, Sizes};
///
/// let campaign = Campaign { seed: 42, sizes: Sizes::Fixed(5), themes: true };
/// let number = |n| campaign.source(n).branch(1_000_000);
/// assert_eq!(number(7), number(7), "earlier tests have no influence");
/// assert_ne!(number(7), number(8));
/// assert_eq!(Campaign::from_seed(42).sizes, Sizes::VARIED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// The seed from which the choices of all tests derive.
    pub seed: u64,
    /// The sizes of the generated values.
    pub sizes: Sizes,
    /// Whether every second test has a [theme](Source::themed), and three of four large tests.
    pub themes: bool,
}

/// How the size of generated values depends on the number of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Mostly the binary logarithm of the number of the test (counted from 1), but some tests in every hundred
    /// are empty or small, have lists that are twice as large, or are [large](Sizes::is_large).
    Varied {
        /// The number of tests before test 0, in earlier parts of the run.
        tests_before: u64,
        /// How often the size may be doubled for the lengths of lists.
        max_list_doublings: u32,
    },
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

/// One test of this many is large.
const LARGE_INTERVAL: u64 = 31;
/// How often the size of lists is doubled in the large tests, in turn. They then have hundreds to thousands of
/// elements.
const LARGE_DOUBLINGS: [u32; 3] = [2, 2, 3];
/// The greatest size of lists in large tests.
const MAX_LIST_SIZE: u32 = 96;

/// The first tests only grow, so that a simple failure is found by a small input.
const GROWING_TESTS: u64 = 16;

/// The usual size of the tests after them, until its logarithm exceeds it.
const USUAL_SIZE: u32 = 8;

impl Campaign {
    /// Creates the campaign with this seed that is the default.
    pub const fn from_seed(seed: u64) -> Campaign {
        Campaign { seed, sizes: Sizes::VARIED, themes: true }
    }

    /// Creates the source of fresh choices for test `n`.
    #[inline(always)]
    pub fn source(&self, n: u64) -> Source {
        let source = Source::for_test(self.seed, n, self.sizes.at(n));
        let source = source.with_list_doublings(self.sizes.list_doublings(n));
        if self.themes && self.sizes.suit_themes(n) { source.themed() } else { source }
    }
}

impl Sizes {
    /// Sizes that vary, and large lists in some tests.
    pub const VARIED: Sizes = Sizes::Varied { tests_before: 0, max_list_doublings: 3 };

    /// Sizes that vary, without large tests: those could be limited by the time that they take.
    pub const NEVER_LARGE: Sizes = Sizes::Varied { tests_before: 0, max_list_doublings: 1 };

    /// Returns the size of test `n`.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// assert_eq!([0, 1, 2, 3, 7, 999].map(|n| Sizes::Log2(0).at(n)), [0, 1, 1, 2, 3, 9]);
    /// assert_eq!([0, 1, 2, 3].map(|n| Sizes::Cycle { max: 2 }.at(n)), [0, 1, 2, 0]);
    ///
    /// let hundred: Vec<u32> = (300..400).map(|n| Sizes::VARIED.at(n)).collect();
    /// assert!([0, 1, 2, 4, 8].iter().all(|size| hundred.contains(size)));
    /// ```
    #[inline(always)]
    pub fn at(self, n: u64) -> u32 {
        match self {
            Sizes::Varied { tests_before, .. } => varied(n.saturating_add(tests_before)),
            Sizes::Log2(plus) => n.saturating_add(1).ilog2().saturating_add(plus),
            Sizes::Fixed(size) => size,
            Sizes::Cycle { max } => (n % (u64::from(max) + 1)) as u32,
        }
    }

    /// Returns how often the size is doubled for the lengths of lists and strings in test `n`. Recursive values
    /// do not become deeper: some take time that is exponential in the size.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// let doublings: Vec<u32> = (300..400).map(|n| Sizes::VARIED.list_doublings(n)).collect();
    /// assert!([0, 1, 2, 3].iter().all(|doubled| doublings.contains(doubled)));
    /// assert_eq!(Sizes::Fixed(50).list_doublings(356), 0);
    /// ```
    #[inline(always)]
    pub fn list_doublings(self, n: u64) -> u32 {
        match self {
            Sizes::Varied { tests_before, max_list_doublings } => {
                list_doublings(n.saturating_add(tests_before)).min(max_list_doublings)
            }
            _ => 0,
        }
    }

    /// Returns whether test `n` is one of the few that have much longer lists than the others. A costly property
    /// may have no time for it.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// let large = (0..1_000).filter(|n| Sizes::VARIED.is_large(*n)).count();
    /// assert_eq!(large, 32);
    /// assert!(!(0..1_000).any(|n| Sizes::Fixed(50).is_large(n)));
    /// ```
    #[inline]
    pub fn is_large(self, n: u64) -> bool {
        match self {
            Sizes::Varied { tests_before, .. } => is_large(n.saturating_add(tests_before)),
            _ => false,
        }
    }

    /// Returns these sizes, but the size of lists is doubled at most this often.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// let limited = Sizes::VARIED.with_list_doublings(1);
    /// let large = Sizes::VARIED.next_large(100);
    /// assert_eq!((Sizes::VARIED.list_doublings(large), limited.list_doublings(large)), (2, 1));
    /// assert_eq!(limited.at(large), Sizes::VARIED.at(large));
    /// ```
    #[must_use]
    pub fn with_list_doublings(self, most: u32) -> Sizes {
        match self {
            Sizes::Varied { tests_before, max_list_doublings } => {
                Sizes::Varied { tests_before, max_list_doublings: max_list_doublings.min(most) }
            }
            other => other,
        }
    }

    /// Returns whether test `n` may have a theme. Large inputs without one are mostly noise.
    #[inline(always)]
    fn suit_themes(self, n: u64) -> bool {
        n % 2 == 1 || n % 4 == 2 && self.is_large(n)
    }

    /// Returns the number of the first large test from test `n` on, or `u64::MAX` if no test is large.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// assert_eq!(Sizes::VARIED.next_large(100), 123);
    /// assert!(Sizes::VARIED.is_large(123));
    /// assert_eq!(Sizes::Fixed(5).next_large(100), u64::MAX);
    /// ```
    pub fn next_large(self, n: u64) -> u64 {
        match self {
            Sizes::Varied { tests_before, .. } => {
                let past = n.saturating_add(tests_before) % LARGE_INTERVAL;
                n.saturating_add(LARGE_INTERVAL - 1 - past)
            }
            _ => u64::MAX,
        }
    }

    /// Returns the sizes for the tests after the first `tests`, if they are numbered from 0 again.
    ///
    /// ```
    /// use forall::source::Sizes;
    ///
    /// assert_eq!(Sizes::VARIED.after(500).at(7), Sizes::VARIED.at(507));
    /// assert_eq!(Sizes::Fixed(5).after(500), Sizes::Fixed(5));
    /// ```
    #[must_use]
    pub fn after(self, tests: u64) -> Sizes {
        match self {
            Sizes::Varied { tests_before, max_list_doublings } => {
                let tests_before = tests_before.saturating_add(tests);
                Sizes::Varied { tests_before, max_list_doublings }
            }
            Sizes::Log2(plus) => Sizes::Log2(plus + tests.saturating_add(1).ilog2()),
            other => other,
        }
    }
}

#[inline(always)]
fn is_large(n: u64) -> bool {
    n % LARGE_INTERVAL == LARGE_INTERVAL - 1
}

/// Returns the usual size of the tests from test `n` on.
#[inline(always)]
fn usual(n: u64) -> u32 {
    let growing = n.saturating_add(1).ilog2();
    if n < GROWING_TESTS { growing } else { growing.max(USUAL_SIZE) }
}

#[inline]
fn varied(n: u64) -> u32 {
    let usual = usual(n);
    if n < GROWING_TESTS || is_large(n) {
        return usual;
    }
    // Small inputs are more frequent in the tests with a theme, where values relate to each other.
    let is_themed = n % 2 == 1;
    match n / 2 % 24 {
        small @ 0..=2 => small as u32,
        3 => usual / 2,
        small @ 5..=7 if is_themed => small as u32 - 4,
        _ => usual,
    }
}

#[inline]
fn list_doublings(n: u64) -> u32 {
    if n < GROWING_TESTS {
        return 0;
    }
    if is_large(n) {
        let wanted = LARGE_DOUBLINGS[(n / LARGE_INTERVAL % LARGE_DOUBLINGS.len() as u64) as usize];
        return wanted.min((MAX_LIST_SIZE / usual(n)).max(1).ilog2());
    }
    u32::from(n / 2 % 6 == 4)
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes::VARIED
    }
}
