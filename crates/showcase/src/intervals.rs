//! Sets of integers, stored as intervals.

use std::ops::RangeInclusive;

/// A set of integers. Its intervals are sorted, and a number is missing between any two of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intervals(Vec<Interval>);

/// All integers from `first` to `last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The smallest integer.
    pub first: i32,
    /// The greatest integer.
    pub last: i32,
}

impl Intervals {
    /// Inserts all integers of a range.
    pub fn insert(&mut self, range: RangeInclusive<i32>) {
        let (mut first, mut last) = range.into_inner();
        if first > last {
            return;
        }
        for old in &self.0 {
            let touches =
                old.first <= last.saturating_add(1) && first <= old.last.saturating_add(1);
            if touches {
                first = first.min(old.first);
                last = last.max(old.last);
            }
        }
        self.0.retain(|old| old.last < first || last < old.first);
        let at = self.0.partition_point(|old| old.first < first);
        self.0.insert(at, Interval { first, last });
    }

    /// Returns whether the set contains a number.
    pub fn contains(&self, number: i32) -> bool {
        self.0.iter().any(|interval| (interval.first..=interval.last).contains(&number))
    }

    /// Returns the intervals.
    pub fn as_slice(&self) -> &[Interval] {
        &self.0
    }
}
