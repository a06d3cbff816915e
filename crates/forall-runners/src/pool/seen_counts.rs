//! What is known of a map with a counter for each key.

use crate::feedback::{Counts, FeedbackMap};

/// Of each key, in which classes it was counted, and the class of the smallest input that hit it.
#[derive(Clone, Debug)]
pub(super) struct SeenCounts {
    pub(super) map: FeedbackMap,
    classes: Vec<u8>,
    sizes: Vec<u8>,
    /// No size is greater. Most inputs are no smaller than this, and need not be compared key by key.
    largest: u8,
}

/// Of a key that was never hit, or that says nothing: no input is smaller than that.
const NEVER: u8 = 0;

impl SeenCounts {
    /// Nothing of this map.
    pub(super) fn new(map: FeedbackMap) -> SeenCounts {
        SeenCounts { map, classes: Vec::new(), sizes: Vec::new(), largest: NEVER }
    }

    /// Is a key in a new class, or was it hit by a smaller input than ever?
    pub(super) fn news(&self, counts: &Counts, size: u32) -> bool {
        counts.news(&self.classes) > 0 || self.smaller(&counts.counts, class(size))
    }

    fn smaller(&self, counts: &[u8], size: u8) -> bool {
        if size >= self.largest {
            return false;
        }
        let mut any = false;
        for (count, known) in counts.iter().zip(&self.sizes) {
            any |= (*count != 0) & (size < *known);
        }
        any
    }

    /// Takes notice of all counts of an input of this size.
    pub(super) fn remember(&mut self, counts: &Counts, size: u32) {
        counts.add_to(&mut self.classes);
        let size = class(size);
        self.sizes.resize(self.classes.len(), NEVER);
        for (at, count) in counts.counts.iter().enumerate() {
            let known = &mut self.sizes[at];
            // One hit is one class: what has all of them at its first says nothing. Later they may have been seen.
            let says_nothing = *known == NEVER && self.classes[at] == u8::MAX;
            if *count != 0 && !says_nothing {
                *known = if *known == NEVER { size } else { size.min(*known) };
            }
        }
        self.largest = self.sizes.iter().copied().max().unwrap_or(NEVER);
    }

    /// Ignores the keys whose class is another in `again` from now on.
    pub(super) fn mark_unstable(&mut self, first: &Counts, again: &Counts) {
        first.mark_unstable(again, &mut self.classes);
        for (size, class) in self.sizes.iter_mut().zip(&self.classes) {
            *size = if *class == u8::MAX { NEVER } else { *size };
        }
    }
}

/// A class of sizes as it is kept, which is never [`NEVER`].
fn class(size: u32) -> u8 {
    size as u8 + 1
}
