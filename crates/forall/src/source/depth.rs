//! How deep the value is that is being made.

use super::Source;

impl Source {
    /// How many calls of [`nested`](Source::nested) this is inside of.
    #[inline(always)]
    pub fn depth(&self) -> u32 {
        self.depth
    }
}
