//! Randomness: a counter and a mixing function.

/// The odd constant by which the counter steps (the golden ratio, as in SplitMix64).
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A seeded stream of words (SplitMix64; Steele, Lea and Flood, 2014).
///
/// The state is a counter, so any place in the stream is reached by one multiplication: test *n* of
/// a campaign starts 2²⁴ words after test *n* − 1, and can be run without running those before it.
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
    /// The stream that this seed names. The same seed names the same stream in every release.
    #[inline]
    pub fn from_seed(seed: u64) -> Random {
        Random { state: mix(seed) }
    }

    /// The stream of test `n` in the campaign that `seed` names.
    #[inline(always)]
    pub fn for_test(seed: u64, n: u64) -> Random {
        Random { state: mix(seed).wrapping_add(n.wrapping_mul(STEP << 24)) }
    }

    /// Sixty-four random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number in `0..bound`, or 0 when `bound` is 0.
    ///
    /// Takes the high half of a product (Lemire, 2019) without his rejection step: the bias is below
    /// `bound / 2⁶⁴`, which no test will see.
    #[inline(always)]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// A number in `0..=max`.
    #[inline(always)]
    pub fn up_to(&mut self, max: u128) -> u128 {
        match u64::try_from(max) {
            Ok(u64::MAX) => u128::from(self.word()),
            Ok(max) => u128::from(self.below(max + 1)),
            Err(_) => self.up_to_wide(max),
        }
    }

    /// A number in `0..1`, with all 53 bits that an `f64` holds there.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True once in `n` times.
    #[inline]
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Rejection on a mask: at most two rounds in the mean.
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
fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
