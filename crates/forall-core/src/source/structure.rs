//! Spans, nesting, and the size of values.

use super::{MAX_DEPTH, Reject, Source, SpanLabel, Theme};

/// Returns how often the size is halved for each of `parts` values that share it.
#[inline(always)]
fn halvings(parts: usize) -> u32 {
    parts.max(1).ilog2() / 2
}

/// Spans, nesting and size.
///
/// ```
/// use forall::source::{SpanLabel, Source};
///
/// let mut source = Source::from_seed(1, 6).recording();
/// assert_eq!((source.size(), source.share(4), source.edge_cases()), (6, 3, true));
/// assert_eq!(source.at_size(2, |source| source.size()), 2);
/// assert!(!source.without_edge_cases(|source| source.edge_cases()));
///
/// source.span(SpanLabel::new("point"), |source| (source.branch(9), source.branch(9)));
/// source.open(SpanLabel::LIST);
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
    /// Returns the approximate size of values to generate. See [`Sizes`](super::Sizes). Collections
    /// have at most size² elements, unless the test is [large](Source::list_size).
    #[inline(always)]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the size that limits the lengths of lists and strings. In [large tests](super::Sizes::is_large)
    /// it is greater than [`size`](Source::size).
    ///
    /// ```
    /// use forall::source::{Campaign, Source};
    ///
    /// let large = Campaign::from_seed(1).source(92);
    /// assert_eq!((large.size(), large.list_size()), (8, 64));
    /// let usual = Source::from_seed(1, 8);
    /// assert_eq!((usual.size(), usual.list_size()), (8, 8));
    /// ```
    #[inline(always)]
    pub fn list_size(&self) -> u32 {
        self.size << self.list_doublings
    }

    /// Returns this source with lists and strings whose [size](Source::list_size) is doubled this many times.
    #[must_use]
    #[inline(always)]
    pub(super) fn with_list_doublings(self, list_doublings: u32) -> Source {
        Source { list_doublings, ..self }
    }

    /// Generates a value at another size, which also limits the lengths of its lists.
    #[inline(always)]
    pub fn at_size<R>(&mut self, size: u32, make: impl FnOnce(&mut Source) -> R) -> R {
        self.at_sizes(size, 0, make)
    }

    /// Generates one of `count` elements of a list or an array. Together, they are about as large as one value of
    /// the current size.
    #[inline(always)]
    pub(crate) fn at_share<R>(&mut self, count: usize, make: impl FnOnce(&mut Source) -> R) -> R {
        let halvings = halvings(count);
        let doublings = self.list_doublings.saturating_sub(halvings);
        let size = self.size >> halvings.saturating_sub(self.list_doublings);
        self.at_sizes(size, doublings, make)
    }

    #[inline(always)]
    fn at_sizes<R>(
        &mut self,
        size: u32,
        list_doublings: u32,
        make: impl FnOnce(&mut Source) -> R,
    ) -> R {
        let outer_size = std::mem::replace(&mut self.size, size);
        let outer_doublings = std::mem::replace(&mut self.list_doublings, list_doublings);
        let value = make(self);
        self.size = outer_size;
        self.list_doublings = outer_doublings;
        value
    }

    /// Returns the size for each of `parts` values that share the current size. It is about
    /// size / √parts, so that the parts together are about as large as one value of the current size.
    #[inline(always)]
    pub fn share(&self, parts: usize) -> u32 {
        self.size >> halvings(parts)
    }

    /// Returns whether edge cases (0, the greatest number, the empty list …) should be generated more
    /// often than other values.
    #[inline(always)]
    pub fn edge_cases(&self) -> bool {
        self.theme.has_edge_cases()
    }

    /// Generates a value without a bias toward edge cases, and without a theme.
    #[inline(always)]
    pub fn without_edge_cases<R>(&mut self, make: impl FnOnce(&mut Source) -> R) -> R {
        self.with_theme(Theme::UNIFORM, make)
    }

    /// Generates a value without a theme, but with the usual bias toward edge cases.
    #[inline(always)]
    pub(crate) fn without_theme<R>(&mut self, make: impl FnOnce(&mut Source) -> R) -> R {
        let theme = if self.theme.is_themed() { Theme::PLAIN } else { self.theme };
        self.with_theme(theme, make)
    }

    /// Returns how fresh values are chosen.
    #[inline(always)]
    pub(crate) fn theme(&self) -> Theme {
        self.theme
    }

    #[inline(always)]
    fn with_theme<R>(&mut self, theme: Theme, make: impl FnOnce(&mut Source) -> R) -> R {
        let outer = std::mem::replace(&mut self.theme, theme);
        let value = make(self);
        self.theme = outer;
        value
    }

    /// Groups the choices that `make` draws into a span.
    #[inline(always)]
    pub fn span<R>(&mut self, label: SpanLabel, make: impl FnOnce(&mut Source) -> R) -> R {
        self.open(label);
        let value = make(self);
        self.close();
        value
    }

    /// Groups the choices that `make` draws into a span, and marks the span as discarded if `make` returns
    /// `None`.
    #[inline]
    pub fn try_draw<R>(&mut self, make: impl FnOnce(&mut Source) -> Option<R>) -> Option<R> {
        self.open(SpanLabel::TRY);
        let value = make(self);
        if let Some(tape) = &mut self.tape {
            tape.close(value.is_none());
        }
        value
    }

    /// Generates a part of a recursive value, one level deeper. Rejects a value that is nested too deeply,
    /// instead of overflowing the stack.
    ///
    /// ```
    /// use forall::source::{Reject, Source};
    ///
    /// /// Recurses without end.
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
        if self.depth >= MAX_DEPTH {
            return Err(self.reject("nested more than 128 levels deep"));
        }
        self.depth += 1;
        let value = make(self);
        self.depth -= 1;
        value
    }

    /// Records why no value can be generated, and returns the error to return.
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

    /// Opens a span, which lasts until the matching [`close`](Source::close). [`span`](Source::span) does
    /// both.
    #[inline(always)]
    pub fn open(&mut self, label: SpanLabel) {
        if let Some(tape) = &mut self.tape {
            tape.open(label);
        }
    }

    /// Closes the span that was opened last.
    #[inline(always)]
    pub fn close(&mut self) {
        if let Some(tape) = &mut self.tape {
            tape.close(false);
        }
    }
}
