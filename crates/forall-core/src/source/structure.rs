//! How choices group and nest, and how large values shall be.

use super::{DEEPEST, Label, Reject, Source};

/// Structure and size.
///
/// ```
/// use forall::source::{Label, Source};
///
/// let mut source = Source::from_seed(1, 6).recording();
/// assert_eq!((source.size(), source.share(4), source.edge_cases()), (6, 3, true));
/// assert_eq!(source.at_size(2, |source| source.size()), 2);
/// assert!(!source.without_edge_cases(|source| source.edge_cases()));
///
/// source.span(Label::new("point"), |source| (source.branch(9), source.branch(9)));
/// source.open(Label::LIST);
/// source.try_draw(|source| (source.branch(9) == 9).then_some(9));
/// source.close();
/// let spans = source.record().unwrap().spans.iter();
/// assert_eq!(spans.map(|s| (s.start..s.end, s.discarded)).collect::<Vec<_>>(), [
///     (0..2, false),
///     (2..3, false),
///     (2..3, true),
/// ]);
/// ```
impl Source {
    /// About how large values should be: the logarithm of the tests run, unless a runner has other
    /// ideas. Collections hold up to size² elements.
    #[inline(always)]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Makes a value at another size.
    #[inline(always)]
    pub fn at_size<R>(&mut self, size: u32, make: impl FnOnce(&mut Source) -> R) -> R {
        let outer = std::mem::replace(&mut self.size, size);
        let made = make(self);
        self.size = outer;
        made
    }

    /// The size for each of `parts` values that share this size: about size / √parts, so that
    /// together they hold about as much as one value of this size.
    #[inline(always)]
    pub fn share(&self, parts: usize) -> u32 {
        self.size >> (parts.max(1).ilog2() / 2)
    }

    /// Should edge values (0, the greatest, the empty …) come up more often than others?
    #[inline(always)]
    pub fn edge_cases(&self) -> bool {
        self.edges
    }

    /// Makes a value with no bias to edge values.
    #[inline(always)]
    pub fn without_edge_cases<R>(&mut self, make: impl FnOnce(&mut Source) -> R) -> R {
        let outer = std::mem::replace(&mut self.edges, false);
        let made = make(self);
        self.edges = outer;
        made
    }

    /// Groups the choices that `make` draws.
    #[inline(always)]
    pub fn span<R>(&mut self, label: Label, make: impl FnOnce(&mut Source) -> R) -> R {
        self.open(label);
        let made = make(self);
        self.close();
        made
    }

    /// Groups the choices that `make` draws, and marks them as thrown away where it yields nothing.
    #[inline]
    pub fn try_draw<R>(&mut self, make: impl FnOnce(&mut Source) -> Option<R>) -> Option<R> {
        self.open(Label::TRY);
        let made = make(self);
        if let Some(tape) = &mut self.tape {
            tape.close(made.is_none());
        }
        made
    }

    /// Makes a part of a value that may hold values like itself: one level deeper, and rejected
    /// rather than overflowing the stack.
    ///
    /// ```
    /// use forall::source::{Reject, Source};
    ///
    /// /// It never ends by itself.
    /// fn deep(source: &mut Source) -> Result<Vec<u8>, Reject> {
    ///     source.nested(deep)
    /// }
    /// let mut source = Source::from_seed(1, 5);
    /// assert!(deep(&mut source).is_err());
    /// assert_eq!(source.reason(), Some("nested more than 128 levels deep"));
    /// ```
    #[inline]
    pub fn nested<A>(
        &mut self,
        make: impl FnOnce(&mut Source) -> Result<A, Reject>,
    ) -> Result<A, Reject> {
        if self.depth >= DEEPEST {
            return Err(self.reject("nested more than 128 levels deep"));
        }
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    /// Says why no value can be made.
    ///
    /// ```
    /// use forall::domain::{Domain, from_fn};
    /// use forall::source::Source;
    ///
    /// let primes = from_fn(|source| match (0..9_u8).generate(source)? {
    ///     x @ (2 | 3 | 5 | 7) => Ok(x),
    ///     _ => Err(source.reject("this is not prime")),
    /// });
    /// let mut sources = (0..99).map(|seed| Source::from_seed(seed, 5));
    /// let failed = sources.find_map(|mut s| primes.generate(&mut s).is_err().then_some(s)).unwrap();
    /// assert_eq!(failed.reason(), Some("this is not prime"));
    /// ```
    #[cold]
    pub fn reject(&mut self, reason: &'static str) -> Reject {
        self.reason = Some(reason);
        Reject(())
    }

    /// Begins to group choices, until [`close`](Source::close). [`span`](Source::span) is both.
    #[inline(always)]
    pub fn open(&mut self, label: Label) {
        if let Some(tape) = &mut self.tape {
            tape.open(label);
        }
    }

    /// Ends the group that was begun last.
    #[inline(always)]
    pub fn close(&mut self) {
        if let Some(tape) = &mut self.tape {
            tape.close(false);
        }
    }
}
