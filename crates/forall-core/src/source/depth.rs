//! The nesting depth of the value that is being generated.

use super::{MAX_DEPTH, Reject, Source};

/// The size and depth to which a source returns after generating a part of a value.
pub(crate) struct Outer {
    size: u32,
    depth: u32,
}

impl Source {
    /// Returns the number of enclosing calls of [`nested`](Source::nested).
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

    /// Enters `levels` more levels of nesting, and sets the size. If that is too deep, rejects.
    ///
    /// Does the same as [`nested`](Source::nested) and [`at_size`](Source::at_size), but without
    /// closures: one for each variant of each derived type would slow down compilation.
    #[inline(always)]
    pub(crate) fn enter(&mut self, size: u32, levels: u32) -> Result<Outer, Reject> {
        if self.depth + levels > MAX_DEPTH {
            return Err(self.reject("nested more than 128 levels deep"));
        }
        let outer = Outer { size: self.size, depth: self.depth };
        self.size = size;
        self.depth += levels;
        Ok(outer)
    }

    /// Restores the size and depth from before [`enter`](Source::enter).
    #[inline(always)]
    pub(crate) fn leave(&mut self, outer: Outer) {
        self.size = outer.size;
        self.depth = outer.depth;
    }
}
