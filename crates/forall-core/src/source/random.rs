//! Random numbers: a counter and a mixing function.

/// The odd constant that is added to the counter for each word (2⁶⁴ divided by the golden ratio, as in
/// SplitMix64).
const COUNTER_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A seeded stream of words (SplitMix64; Steele, Lea and Flood, 2014).
///
/// The state is a counter, so one multiplication reaches any position in the stream. Test *n* of a
/// campaign starts 2²⁴ words after test *n* − 1 and can be run without running the tests before it.
///
/// ```
/// use forall::source::Random;
///
/// let mut random = Random::from_seed(42);
/// assert_ne!(random.word(), random.word());
/// assert!(random.below(6) < 6 && random.up_to(u128::MAX - 1) < u128::MAX);
/// assert!((0.0..1.0).contains(&random.unit()));
/// assert!((200..300).contains(&(0..1_000).filter(|_| random.one_in(4)).count()));
/// assert_eq!(Random::for_test(42, 7).word(), Random::for_test(42, 7).word());
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    pub(super) state: u64,
}

impl Random {
    /// Creates the stream with this seed. The same seed yields the same stream in every release.
    #[inline]
    pub fn from_seed(seed: u64) -> Random {
        Random { state: mix(seed) }
    }

    /// Creates the stream of test `n` in the campaign with this seed.
    #[inline(always)]
    pub fn for_test(seed: u64, n: u64) -> Random {
        Random { state: mix(seed).wrapping_add(n.wrapping_mul(COUNTER_STEP << 24)) }
    }

    /// Returns 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(COUNTER_STEP);
        mix(self.state)
    }

    /// Returns a random number in `0..bound`, or 0 if `bound` is 0.
    ///
    /// Takes the high half of a product (Lemire, 2019) without the rejection step: the bias is less than
    /// `bound / 2⁶⁴`, which is too small to matter in tests.
    #[inline(always)]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns a random number in `0..=max`.
    #[inline(always)]
    pub fn up_to(&mut self, max: u128) -> u128 {
        match u64::try_from(max) {
            Ok(u64::MAX) => u128::from(self.word()),
            Ok(max) => u128::from(self.below(max + 1)),
            Err(_) => self.up_to_wide(max),
        }
    }

    /// Returns a random number in `0.0..1.0` with the full 53-bit precision of `f64`.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns `true` with probability 1 / `n`.
    #[inline]
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Returns a random number in `0..=max` by rejection under a bit mask. This takes fewer than two
    /// rounds on average.
    #[cold]
    fn up_to_wide(&mut self, max: u128) -> u128 {
        let mask = u128::MAX >> max.leading_zeros();
        loop {
            let word = (u128::from(self.word()) << 64 | u128::from(self.word())) & mask;
            if word <= max {
                return word;
            }
        }
    }
}

#[inline(always)]
pub(super) fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
