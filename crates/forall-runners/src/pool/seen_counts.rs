//! The counts of earlier tests, for a map with a counter for each key.

use crate::feedback::{Counts, FeedbackMap};

/// For each key, the classes of earlier counts, and the class of the size of the smallest input that hit it.
#[derive(Clone, Debug)]
pub(super) struct SeenCounts {
    pub(super) map: FeedbackMap,
    classes: Vec<u8>,
    sizes: Vec<u8>,
    /// The greatest of the sizes. Most inputs are not smaller, and need not be compared key by key.
    largest: u8,
}

/// The size for keys that were not hit or are unstable. No input is smaller.
const NO_SIZE: u8 = 0;

impl SeenCounts {
    /// Creates the record of a map before the first test.
    pub(super) fn new(map: FeedbackMap) -> SeenCounts {
        SeenCounts { map, classes: Vec::new(), sizes: Vec::new(), largest: NO_SIZE }
    }

    /// Returns whether a key has a new class, or was hit by a smaller input than before.
    pub(super) fn is_new(&self, counts: &Counts, size: u32) -> bool {
        counts.count_new(&self.classes) > 0 || self.is_smaller(&counts.counts, class(size))
    }

    fn is_smaller(&self, counts: &[u8], size: u8) -> bool {
        if size >= self.largest {
            return false;
        }
        let mut any = false;
        for (count, known) in counts.iter().zip(&self.sizes) {
            any |= (*count != 0) & (size < *known);
        }
        any
    }

    /// Returns whether `other` has all that is new in the counts of an input of this size.
    pub(super) fn covers(&self, counts: &Counts, size: u32, other: &[u8]) -> bool {
        let size = class(size);
        counts.counts.iter().enumerate().all(|(at, count)| {
            let new = Counts::class(*count) & !self.classes.get(at).copied().unwrap_or(0);
            let other = other.get(at).copied().unwrap_or(0);
            let is_smaller = *count != 0 && self.sizes.get(at).is_some_and(|known| size < *known);
            new & !Counts::class(other) == 0 && (!is_smaller || other != 0)
        })
    }

    /// Adds the counts of an input of this size.
    pub(super) fn remember(&mut self, counts: &Counts, size: u32) {
        counts.add_to(&mut self.classes);
        let size = class(size);
        self.sizes.resize(self.classes.len(), NO_SIZE);
        for (at, count) in counts.counts.iter().enumerate() {
            let known = &mut self.sizes[at];
            // One test adds one class. So a key that has all classes at its first hit was marked unstable.
            // Later, all of them may have been seen.
            let is_unstable = *known == NO_SIZE && self.classes[at] == u8::MAX;
            if *count != 0 && !is_unstable {
                *known = if *known == NO_SIZE { size } else { size.min(*known) };
            }
        }
        self.largest = self.sizes.iter().copied().max().unwrap_or(NO_SIZE);
    }

    /// Ignores the keys whose classes differ between two runs on the same input from now on.
    pub(super) fn mark_unstable(&mut self, first: &Counts, again: &Counts) {
        first.mark_unstable(again, &mut self.classes);
        for (size, class) in self.sizes.iter_mut().zip(&self.classes) {
            *size = if *class == u8::MAX { NO_SIZE } else { *size };
        }
    }
}

/// Returns the class of a size as it is stored, which is never [`NO_SIZE`].
fn class(size: u32) -> u8 {
    size as u8 + 1
}
