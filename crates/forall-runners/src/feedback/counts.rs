//! Counters: maps with one small counter for each key, judged many at a time.

use super::FeedbackMap;

/// The counters of one map.
///
/// ```
/// use forall::feedback::{Counts, FeedbackMap};
///
/// let of = |counts: &[u8]| Counts { map: FeedbackMap::EDGES, counts: counts.to_vec() };
/// assert_eq!([1, 2, 3, 4].map(Counts::class), [0b1, 0b10, 0b10, 0b100]);
///
/// let mut known = Vec::new();
/// of(&[0, 1, 5]).add_to(&mut known);
/// assert_eq!((of(&[0, 1, 6]).news(&known), of(&[0, 2, 5]).news(&known)), (0, 1));
/// of(&[0, 1, 5]).mark_unstable(&of(&[0, 2, 5]), &mut known);
/// assert_eq!(of(&[0, 128, 5]).news(&known), 0, "the second says nothing any more");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Which map.
    pub map: FeedbackMap,
    /// How often each of its keys was hit.
    pub counts: Vec<u8>,
}

/// So many counters are looked at together.
const LINE: usize = 64;

impl Counts {
    /// The class of a count, one bit: once, twice or three times, four to seven times …
    #[inline(always)]
    pub fn class(count: u8) -> u8 {
        let count = count | count >> 1;
        let count = count | count >> 2;
        let count = count | count >> 4;
        count & !(count >> 1)
    }

    /// How many keys are in a class that `known` does not have under them.
    ///
    /// Most tests bring nothing new, so whole lines are judged first, without a branch for each count, which
    /// the compiler makes wide.
    ///
    /// ```
    /// use forall::feedback::{Counts, FeedbackMap};
    ///
    /// let counts = Counts { map: FeedbackMap::EDGES, counts: vec![0, 1, 5] };
    /// assert_eq!(counts.news(&[0, 0b1, 0b1]), 1);
    /// ```
    pub fn news(&self, known: &[u8]) -> usize {
        let split = self.counts.len().min(known.len());
        let (seen, beyond) = self.counts.split_at(split);
        let ((lines, rest), (known, known_rest)) =
            (seen.as_chunks::<LINE>(), known[..split].as_chunks::<LINE>());
        let mut news = news_in(rest, known_rest);
        for (line, known) in lines.iter().zip(known) {
            if any_news(line, known) {
                news += news_in(line, known);
            }
        }
        news + beyond.iter().filter(|count| **count > 0).count()
    }

    /// Adds the classes of all counts to those that are known.
    pub fn add_to(&self, known: &mut Vec<u8>) {
        if known.len() < self.counts.len() {
            known.resize(self.counts.len(), 0);
        }
        for (known, count) in known.iter_mut().zip(&self.counts) {
            *known |= Counts::class(*count);
        }
    }

    /// Marks the keys whose class is another in `again` as known in every class: they say nothing.
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

/// Is the class of any count not known?
///
/// A class is the highest bit of a count. Of the bits that are known and those that are not, the greater
/// number has the highest: so one subtraction tells, and no class has to be worked out.
#[inline]
fn any_news(line: &[u8; LINE], known: &[u8; LINE]) -> bool {
    let mut any = 0;
    for (count, known) in line.iter().zip(known) {
        any |= (count & !known).saturating_sub(count & known);
    }
    any != 0
}

/// How many are of a class that is not known.
fn news_in(line: &[u8], known: &[u8]) -> usize {
    let new = |(count, known): &(&u8, &u8)| Counts::class(**count) & !**known != 0;
    line.iter().zip(known).filter(new).count()
}
