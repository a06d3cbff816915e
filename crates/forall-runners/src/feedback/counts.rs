//! Counters: maps with one small counter for each key, which are compared many at a time.

use super::FeedbackMap;

/// The counters of one map.
///
/// Counts are compared by class, so that a loop that runs once more is not new, but one that runs twice as
/// often is. A slice `known` holds, for each key, the classes of earlier counts as a bit set.
///
/// ```
/// use forall::feedback::{Counts, FeedbackMap};
///
/// let edges = |counts: &[u8]| Counts { map: FeedbackMap::EDGES, counts: counts.to_vec() };
/// assert_eq!([1, 2, 3, 4].map(Counts::class), [0b1, 0b10, 0b10, 0b100]);
///
/// let mut known = Vec::new();
/// edges(&[0, 1, 5]).add_to(&mut known);
/// assert_eq!(edges(&[0, 1, 6]).count_new(&known), 0);
/// assert_eq!(edges(&[0, 2, 5]).count_new(&known), 1);
/// edges(&[0, 1, 5]).mark_unstable(&edges(&[0, 2, 5]), &mut known);
/// assert_eq!(edges(&[0, 128, 5]).count_new(&known), 0, "the second counter is ignored from now on");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The map.
    pub map: FeedbackMap,
    /// The count of each key of the map.
    pub counts: Vec<u8>,
}

/// The number of counters that are compared together.
const LINE_LEN: usize = 64;

impl Counts {
    /// Returns the class of a count as one bit: 1, 2 to 3, 4 to 7, … For 0, returns 0.
    #[inline(always)]
    pub fn class(count: u8) -> u8 {
        let count = count | count >> 1;
        let count = count | count >> 2;
        let count = count | count >> 4;
        count & !(count >> 1)
    }

    /// Returns the number of keys whose class is not in `known`.
    ///
    /// Most tests have nothing new. So each line of counters is first checked as a whole, without a branch
    /// for each count: the compiler uses vector instructions for this check.
    ///
    /// ```
    /// use forall::feedback::{Counts, FeedbackMap};
    ///
    /// let counts = Counts { map: FeedbackMap::EDGES, counts: vec![0, 1, 5] };
    /// assert_eq!(counts.count_new(&[0, 0b1, 0b1]), 1);
    /// ```
    pub fn count_new(&self, known: &[u8]) -> usize {
        let split = self.counts.len().min(known.len());
        let (seen, beyond) = self.counts.split_at(split);
        let (lines, rest) = seen.as_chunks::<LINE_LEN>();
        let (known_lines, known_rest) = known[..split].as_chunks::<LINE_LEN>();
        let mut new = count_new_in(rest, known_rest);
        for (line, known) in lines.iter().zip(known_lines) {
            if has_new(line, known) {
                new += count_new_in(line, known);
            }
        }
        new + beyond.iter().filter(|count| **count > 0).count()
    }

    /// Adds the classes of all counts to `known`.
    pub fn add_to(&self, known: &mut Vec<u8>) {
        if known.len() < self.counts.len() {
            known.resize(self.counts.len(), 0);
        }
        for (known, count) in known.iter_mut().zip(&self.counts) {
            *known |= Counts::class(*count);
        }
    }

    /// For each key whose class differs between two runs of the same input, adds all classes to `known`, so that the
    /// key is never new again: such a count does not depend on the input alone.
    pub fn mark_unstable(&self, again: &Counts, known: &mut Vec<u8>) {
        let longest = self.counts.len().max(again.counts.len());
        if known.len() < longest {
            known.resize(longest, 0);
        }
        let class = |counts: &[u8], at: usize| Counts::class(counts.get(at).copied().unwrap_or(0));
        for (at, known) in known.iter_mut().enumerate().take(longest) {
            if class(&self.counts, at) != class(&again.counts, at) {
                *known = u8::MAX;
            }
        }
    }
}

/// Returns whether the class of any count is not in `known`.
///
/// The class of a count is its highest bit. Split the bits of the count into those that are in `known` and
/// those that are not: the greater of the two numbers contains the highest bit. So one saturating subtraction
/// decides, and no class has to be computed.
#[inline]
fn has_new(line: &[u8; LINE_LEN], known: &[u8; LINE_LEN]) -> bool {
    let mut any = 0;
    for (count, known) in line.iter().zip(known) {
        any |= (count & !known).saturating_sub(count & known);
    }
    any != 0
}

/// Returns the number of counts whose class is not in `known`.
fn count_new_in(line: &[u8], known: &[u8]) -> usize {
    let new = |(count, known): &(&u8, &u8)| Counts::class(**count) & !**known != 0;
    line.iter().zip(known).filter(new).count()
}
