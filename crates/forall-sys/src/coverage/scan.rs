//! Scanning: counters in, classes and what is new of them out.
//!
//! A line of 64 counters at a time, without a branch for each of them, so that the compiler uses vector
//! instructions. Nor is there a branch for lines that are all zero: which of them are differs from test to
//! test, and to guess wrong takes a processor longer than to look at all of them.

/// So many counters are looked at together.
pub(crate) const LINE: usize = 64;

/// Counters that are looked at together.
pub(crate) type Line = [u8; LINE];

/// How often an edge was taken, roughly: once, 2 to 3 times, 4 to 7 times, … 128 times or more.
///
/// Loops that run once more seldom matter; that they run twice as often may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HitBucket(u8);

impl HitBucket {
    /// The class of this many times, or none for never.
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

    /// From 0, once, to 7, often.
    pub fn index(self) -> u8 {
        self.0
    }

    fn bit(self) -> u8 {
        1 << self.0
    }
}

/// Which edges were taken how often, in any test so far.
///
/// ```
/// use forall_sys::coverage::{Edges, SeenEdges};
///
/// let mut seen = SeenEdges::default();
/// let new = Edges::available().map_or(0, |mut edges| edges.merge_into(&mut seen));
/// assert_eq!(seen.count(), new, "to who has seen nothing, all that is taken is new");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenEdges {
    /// Of every edge, one bit a class.
    lines: Vec<Line>,
}

impl SeenEdges {
    /// How many edges were ever taken.
    pub fn count(&self) -> usize {
        self.lines.iter().flatten().filter(|classes| **classes != 0).count()
    }

    /// The first so many lines.
    pub(crate) fn lines(&mut self, lines: usize) -> &mut [Line] {
        if self.lines.len() < lines {
            self.lines.resize(lines, [0; LINE]);
        }
        &mut self.lines[..lines]
    }
}

/// Remembers the counters of one line: how many of them are of a class not seen before.
#[inline(always)]
pub(crate) fn merge(seen: &mut Line, counters: &Line) -> usize {
    // A copy, so that what was read may stay in registers.
    if is_new(seen, counters) { remember(seen, *counters) } else { 0 }
}

/// Is the class of any counter not among those seen?
///
/// A class is the highest bit of a counter. Of the bits that were seen and those that were not, the greater
/// number has the highest: so one subtraction tells, and no class has to be worked out.
#[inline(always)]
fn is_new(seen: &Line, counters: &Line) -> bool {
    let each = seen.iter().zip(counters);
    each.fold(0, |any, (seen, counter)| any | (counter & !seen).saturating_sub(counter & seen)) != 0
}

/// Seldom called: most tests do nothing new.
#[cold]
fn remember(seen: &mut Line, counters: Line) -> usize {
    let mut news = 0;
    for (seen, counter) in seen.iter_mut().zip(counters) {
        if let Some(class) = HitBucket::of(counter) {
            news += usize::from(*seen & class.bit() == 0);
            *seen |= class.bit();
        }
    }
    news
}

/// Was none of them counted?
pub(crate) fn idle(counters: &Line) -> bool {
    counters.iter().fold(0, |any, counter| any | counter) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_new_where_its_bit_is_not_set() {
        for (seen, counter) in (0..=u8::MAX).flat_map(|seen| (0..=u8::MAX).map(move |c| (seen, c)))
        {
            let mut line = [0; LINE];
            line[LINE - 1] = counter;
            let new = HitBucket::of(counter).is_some_and(|class| seen & class.bit() == 0);
            assert_eq!(is_new(&[seen; LINE], &line), new, "{counter} after {seen:08b}");
        }
    }

    #[test]
    fn what_was_seen_is_not_new() {
        let mut seen = SeenEdges::default();
        let line = &mut seen.lines(2)[1];
        let mut counters = [0; LINE];
        (counters[3], counters[60]) = (1, 200);
        assert_eq!(merge(line, &counters), 2);
        assert_eq!(merge(line, &counters), 0);
        counters[60] = 129;
        assert_eq!(merge(line, &counters), 0, "the same class");
        counters[60] = 2;
        assert_eq!(merge(line, &counters), 1, "fewer is new too");
        assert_eq!(seen.count(), 2);
    }

    #[test]
    fn one_counter_wakes_a_line() {
        let mut counters = [0; LINE];
        assert!(idle(&counters));
        counters[LINE - 1] = 128;
        assert!(!idle(&counters));
    }
}
