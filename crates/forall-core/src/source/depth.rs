//! How deep the value is that is being made.

use super::{DEEPEST, Reject, Source};

/// What a source goes back to after a part of a value.
pub(crate) struct Outer {
    size: u32,
    depth: u32,
}

impl Source {
    /// How many calls of [`nested`](Source::nested) this is inside of.
    ///
    /// ```
    /// use forall::source::Source;
    ///
    /// let mut source = Source::from_seed(1, 5);
    /// assert_eq!(source.nested(|source| source.nested(|source| Ok(source.depth()))), Ok(2));
    /// assert_eq!(source.depth(), 0);
    /// ```
    #[inline(always)]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Goes so many levels deeper, to another size. This is [`nested`](Source::nested) and
    /// [`at_size`](Source::at_size) without a closure for each, which would take the compiler long
    /// when every variant of every derived type had them.
    #[inline(always)]
    pub(crate) fn enter(&mut self, size: u32, levels: u32) -> Result<Outer, Reject> {
        if self.depth + levels > DEEPEST {
            return Err(self.reject("nested more than 128 levels deep"));
        }
        let outer = Outer { size: self.size, depth: self.depth };
        (self.size, self.depth) = (size, self.depth + levels);
        Ok(outer)
    }

    /// Comes back from there.
    #[inline(always)]
    pub(crate) fn leave(&mut self, outer: Outer) {
        (self.size, self.depth) = (outer.size, outer.depth);
    }
}
