//! Scanning: finds the counters that are new.
//!
//! Counters are scanned in lines of 64, without a branch for each counter, so that the compiler uses vector
//! instructions. There is no branch for lines of zeros either: which lines are zero differs from test to
//! test, and a mispredicted branch costs more than scanning the line.

/// The number of counters in a line.
pub(crate) const LINE_LEN: usize = 64;

/// Counters that are scanned together.
pub(crate) type Line = [u8; LINE_LEN];

/// A bucket of hit counts, as in AFL: 1, 2 to 3, 4 to 7, … up to 128 or more.
///
/// It seldom matters that a loop runs once more, but it may matter that it runs twice as often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HitBucket(u8);

impl HitBucket {
    /// Returns the bucket of a count, or `None` for 0.
    ///
    /// ```
    /// use forall_sys::coverage::HitBucket;
    ///
    /// assert_eq!(HitBucket::of(0), None);
    /// assert_eq!(HitBucket::of(5).map(HitBucket::index), Some(2));
    /// assert_eq!(HitBucket::of(4), HitBucket::of(7));
    /// ```
    pub fn of(count: u8) -> Option<HitBucket> {
        count.checked_ilog2().map(|index| HitBucket(index as u8))
    }

    /// Returns the number of the bucket, from 0 (a count of 1) to 7 (128 or more).
    pub fn index(self) -> u8 {
        self.0
    }

    fn bit(self) -> u8 {
        1 << self.0
    }
}

/// The edges that were taken in earlier tests, with the buckets of their counts.
///
/// ```
/// use forall_sys::coverage::{Edges, SeenEdges};
///
/// let mut seen = SeenEdges::default();
/// let new = Edges::available().map_or(0, |mut edges| edges.merge_into(&mut seen));
/// assert_eq!(seen.count(), new, "everything is new in the first test");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenEdges {
    /// The buckets of each edge, one bit for each bucket.
    lines: Vec<Line>,
}

impl SeenEdges {
    /// Returns the number of edges that were taken in any test.
    pub fn count(&self) -> usize {
        self.lines.iter().flatten().filter(|buckets| **buckets != 0).count()
    }

    /// Returns the first `count` lines, and adds empty ones if there are fewer.
    pub(crate) fn lines(&mut self, count: usize) -> &mut [Line] {
        if self.lines.len() < count {
            self.lines.resize(count, [0; LINE_LEN]);
        }
        &mut self.lines[..count]
    }
}

/// Adds the counters of a line to `seen`, and returns the number of counters whose bucket is new.
#[inline(always)]
pub(crate) fn merge(seen: &mut Line, counters: &Line) -> usize {
    // `remember` takes a copy, so that the counters can stay in registers.
    if is_new(seen, counters) { remember(seen, *counters) } else { 0 }
}

/// Returns whether the bucket of any counter is not in `seen`.
///
/// The bucket of a counter is its highest bit. Split the bits of the counter into those that are in `seen`
/// and those that are not: the greater of the two numbers contains the highest bit. So one saturating
/// subtraction decides, and no bucket has to be computed.
#[inline(always)]
fn is_new(seen: &Line, counters: &Line) -> bool {
    let each = seen.iter().zip(counters);
    each.fold(0, |any, (seen, counter)| any | (counter & !seen).saturating_sub(counter & seen)) != 0
}

/// Adds counters to `seen`. This is rarely called, since most tests do nothing new.
#[cold]
fn remember(seen: &mut Line, counters: Line) -> usize {
    let mut new = 0;
    for (seen, counter) in seen.iter_mut().zip(counters) {
        if let Some(bucket) = HitBucket::of(counter) {
            new += usize::from(*seen & bucket.bit() == 0);
            *seen |= bucket.bit();
        }
    }
    new
}

/// Returns whether all counters are 0.
pub(crate) fn is_zero(counters: &Line) -> bool {
    counters.iter().fold(0, |any, counter| any | counter) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_new_if_its_bit_is_not_set() {
        let step = if cfg!(miri) { 51 } else { 1 };
        let all = || (0..=u8::MAX).step_by(step);
        for (seen, counter) in all().flat_map(|seen| all().map(move |counter| (seen, counter))) {
            let mut line = [0; LINE_LEN];
            line[LINE_LEN - 1] = counter;
            let new = HitBucket::of(counter).is_some_and(|bucket| seen & bucket.bit() == 0);
            assert_eq!(is_new(&[seen; LINE_LEN], &line), new, "{counter} after {seen:08b}");
        }
    }

    #[test]
    fn counts_are_new_once() {
        let mut seen = SeenEdges::default();
        let line = &mut seen.lines(2)[1];
        let mut counters = [0; LINE_LEN];
        counters[3] = 1;
        counters[60] = 200;
        assert_eq!(merge(line, &counters), 2);
        assert_eq!(merge(line, &counters), 0);
        counters[60] = 129;
        assert_eq!(merge(line, &counters), 0, "129 and 200 are in the same bucket");
        counters[60] = 2;
        assert_eq!(merge(line, &counters), 1, "a lower bucket is new too");
        assert_eq!(seen.count(), 2);
    }

    #[test]
    fn a_line_is_zero_if_all_counters_are() {
        let mut counters = [0; LINE_LEN];
        assert!(is_zero(&counters));
        counters[LINE_LEN - 1] = 128;
        assert!(!is_zero(&counters));
    }
}
