//! Combinations: which features of inputs have occurred together in a test.

/// The combinations of features that tests have covered.
///
/// It is a bit set indexed by hashes, so two combinations are occasionally counted as one.
///
/// ```
/// use forall::part::CoveredCombinations;
///
/// let mut pairs = CoveredCombinations::new(2);
/// assert_eq!(pairs.count_new(&[1, 2, 3]), 3);
/// pairs.cover(&[1, 2, 3]);
/// assert_eq!(pairs.count_new(&[2, 3, 4]), 2, "2 and 3 occurred together before");
/// pairs.clear();
/// assert_eq!(pairs.count_new(&[2, 3, 4]), 3);
/// ```
#[derive(Clone, Debug)]
pub struct CoveredCombinations {
    strength: usize,
    bits: Vec<u64>,
}

impl CoveredCombinations {
    /// Creates an empty set of combinations of `strength` features: 1, 2 or 3.
    pub fn new(strength: usize) -> CoveredCombinations {
        CoveredCombinations { strength: strength.clamp(1, 3), bits: vec![0; 1 << 12] }
    }

    /// Drops features until their combinations can be counted in a microsecond. It prefers to keep features
    /// that have not occurred before.
    ///
    /// ```
    /// use forall::part::CoveredCombinations;
    ///
    /// let mut pairs = CoveredCombinations::new(2);
    /// pairs.cover(&(0..32).map(|feature| feature << 50).collect::<Vec<_>>());
    /// let new = 100 << 50;
    /// let mut features: Vec<u64> = (0..32).map(|feature| feature << 50).chain([new]).collect();
    /// pairs.limit(&mut features);
    /// assert!(features.len() == 32 && features.contains(&new));
    /// ```
    pub fn limit(&self, features: &mut Vec<u64>) {
        let max = [200, 32, 15][self.strength - 1];
        if features.len() > max {
            features.sort_by_key(|feature| (self.contains(*feature), *feature));
            features.truncate(max);
            features.sort_unstable();
        }
    }

    /// Counts the combinations of these features that no test has covered.
    pub fn count_new(&self, features: &[u64]) -> u32 {
        let mut new = 0;
        let mut count = |combination| new += u32::from(!self.contains(combination));
        each_combination(self.strength, features, &mut count);
        new
    }

    /// Adds the combinations of these features, and the features by themselves.
    pub fn cover(&mut self, features: &[u64]) {
        let bits = &mut self.bits;
        let mut set = |combination| bits[word_of(combination)] |= bit_of(combination);
        features.iter().for_each(|feature| set(*feature));
        each_combination(self.strength, features, &mut set);
    }

    /// Removes all combinations. Rare combinations then count as new again, and are tested together with
    /// others.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    fn contains(&self, combination: u64) -> bool {
        self.bits[word_of(combination)] & bit_of(combination) != 0
    }
}

fn word_of(combination: u64) -> usize {
    (combination >> 52) as usize
}

fn bit_of(combination: u64) -> u64 {
    1 << (combination >> 46 & 63)
}

/// Calls `then` with a hash for each combination of `strength` of these features.
fn each_combination(strength: usize, features: &[u64], then: &mut impl FnMut(u64)) {
    for (i, first) in features.iter().enumerate() {
        if strength == 1 {
            then(*first);
            continue;
        }
        for (j, second) in features.iter().enumerate().skip(i + 1) {
            let pair = mix(*first, *second);
            if strength == 2 {
                then(pair);
                continue;
            }
            features[j + 1..].iter().for_each(|third| then(mix(pair, *third)));
        }
    }
}

fn mix(first: u64, second: u64) -> u64 {
    (first.rotate_left(17) ^ second).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
