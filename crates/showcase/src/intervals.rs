//! Sets of whole numbers, kept as intervals.

use std::ops::RangeInclusive;

/// Numbers. Its intervals are in order, and between two of them a number is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intervals(Vec<(i32, i32)>);

impl Intervals {
    /// Adds all numbers of a range.
    pub fn insert(&mut self, range: RangeInclusive<i32>) {
        let (mut first, mut last) = range.into_inner();
        if first > last {
            return;
        }
        for &(from, to) in &self.0 {
            if from <= last.saturating_add(1) && first <= to.saturating_add(1) {
                (first, last) = (first.min(from), last.max(to));
            }
        }
        self.0.retain(|(from, to)| *to < first || last < *from);
        let at = self.0.partition_point(|(from, _)| *from < first);
        self.0.insert(at, (first, last));
    }

    /// Is this number among them?
    pub fn contains(&self, number: i32) -> bool {
        self.0.iter().any(|(from, to)| (*from..=*to).contains(&number))
    }

    /// The intervals.
    pub fn as_slice(&self) -> &[(i32, i32)] {
        &self.0
    }
}
