//! Scanning: counters in, classes and what is new of them out.
//!
//! A line of 64 counters at a time, without a branch for each of them, so that the compiler uses vector
//! instructions. Most lines of most tests are all zero, and are left after one look.

/// So many counters are looked at together.
pub(crate) const LINE: usize = 64;

/// Counters that are looked at together.
pub(crate) type Line = [u8; LINE];

/// How often an edge was taken, roughly: once, 2 to 3 times, 4 to 7 times, … 128 times or more.
///
/// Loops that run once more seldom matter; that they run twice as often may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u8);

impl Class {
    /// The class of this many times, or none for never.
    ///
    /// ```
    /// use forall_coverage::Class;
    ///
    /// assert_eq!(Class::of(0), None);
    /// assert_eq!(Class::of(5).map(Class::index), Some(2));
    /// assert_eq!(Class::of(4), Class::of(7));
    /// ```
    pub fn of(count: u8) -> Option<Class> {
        count.checked_ilog2().map(|index| Class(index as u8))
    }

    /// From 0, once, to 7, often.
    pub fn index(self) -> u8 {
        self.0
    }
}

/// Which edges were taken how often, in any test so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Of every edge, one bit a class.
    lines: Vec<Line>,
}

impl Seen {
    /// How many edges were ever taken.
    pub fn edges(&self) -> usize {
        self.lines.iter().flatten().filter(|classes| **classes != 0).count()
    }

    /// Makes place for so many lines.
    pub(crate) fn grow(&mut self, lines: usize) {
        if self.lines.len() < lines {
            self.lines.resize(lines, [0; LINE]);
        }
    }

    /// Remembers the counters of one line: how many of them are of a class not seen before.
    #[inline]
    pub(crate) fn judge(&mut self, at: usize, counters: &Line) -> usize {
        let seen = &mut self.lines[at];
        let classes = classes(counters);
        let fresh = classes.iter().zip(&*seen).fold(0, |any, (class, seen)| any | (class & !seen));
        if fresh == 0 { 0 } else { remember(seen, &classes) }
    }
}

/// Seldom called: most tests do nothing new.
#[cold]
fn remember(seen: &mut Line, classes: &Line) -> usize {
    let mut news = 0;
    for (seen, class) in seen.iter_mut().zip(classes) {
        news += usize::from(class & !*seen != 0);
        *seen |= class;
    }
    news
}

/// Was none of them counted?
#[inline]
pub(crate) fn idle(counters: &Line) -> bool {
    counters.iter().fold(0, |any, counter| any | counter) == 0
}

/// Of every counter its highest bit, which stands for its class.
#[inline]
fn classes(counters: &Line) -> Line {
    counters.map(|counter| {
        let mut below = counter | counter >> 1;
        below |= below >> 2;
        below |= below >> 4;
        below - (below >> 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_the_highest_bit() {
        for count in 1..=u8::MAX {
            let bit = classes(&[count; LINE])[LINE - 1];
            assert_eq!(Class::of(count).map(|class| 1 << class.index()), Some(bit), "{count}");
        }
        assert_eq!(classes(&[0; LINE]), [0; LINE]);
    }

    #[test]
    fn what_was_seen_is_not_new() {
        let mut seen = Seen::default();
        seen.grow(2);
        let mut counters = [0; LINE];
        (counters[3], counters[60]) = (1, 200);
        assert_eq!(seen.judge(1, &counters), 2);
        assert_eq!(seen.judge(1, &counters), 0);
        counters[60] = 129;
        assert_eq!(seen.judge(1, &counters), 0, "the same class");
        counters[60] = 2;
        assert_eq!(seen.judge(1, &counters), 1, "fewer is new too");
        assert_eq!(seen.edges(), 2);
    }

    #[test]
    fn one_counter_wakes_a_line() {
        let mut counters = [0; LINE];
        assert!(idle(&counters));
        counters[LINE - 1] = 128;
        assert!(!idle(&counters));
    }
}
