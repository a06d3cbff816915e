//! Counters: maps with one small counter for each key, judged many at a time.

use super::Map;

/// The counters of one map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Which map.
    pub map: Map,
    /// How often each of its keys was hit.
    pub counts: Vec<u8>,
}

/// So many counters are looked at together, and passed by together if they are all zero.
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
    /// Most tests bring nothing new and touch few of the keys, so lines without hits are passed by, and
    /// the others are judged without a branch, which the compiler makes wide.
    ///
    /// ```
    /// use forall::feedback::{Counts, Map};
    ///
    /// let counts = Counts { map: Map::EDGES, counts: vec![0, 1, 5] };
    /// assert_eq!(counts.news(&[0, 0b1, 0b1]), 1);
    /// ```
    pub fn news(&self, known: &[u8]) -> usize {
        let split = self.counts.len().min(known.len());
        let (seen, beyond) = self.counts.split_at(split);
        let lines = seen.chunks(LINE).zip(known[..split].chunks(LINE));
        let news: usize = lines.map(|(line, known)| news_in(line, known)).sum();
        news + beyond.iter().filter(|count| **count > 0).count()
    }

    /// Adds the classes of all counts to those that are known.
    pub fn learn(&self, known: &mut Vec<u8>) {
        if known.len() < self.counts.len() {
            known.resize(self.counts.len(), 0);
        }
        for (known, count) in known.iter_mut().zip(&self.counts) {
            *known |= Counts::class(*count);
        }
    }

    /// Marks the keys whose class is another in `again` as known in every class: they say nothing.
    pub fn distrust(&self, again: &Counts, known: &mut Vec<u8>) {
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

#[inline]
fn news_in(line: &[u8], known: &[u8]) -> usize {
    if line.iter().fold(0, |any, count| any | count) == 0 {
        return 0;
    }
    let mut any = 0;
    for (count, known) in line.iter().zip(known) {
        any |= Counts::class(*count) & !known;
    }
    if any == 0 {
        return 0;
    }
    let new = |(count, known): &(&u8, &u8)| Counts::class(**count) & !**known != 0;
    line.iter().zip(known).filter(new).count()
}
