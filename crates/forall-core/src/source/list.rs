//! Lists: a plain loop in the test loop; on a tape, a span for each element.

use super::{Reject, Role, Source, SpanLabel};

/// The allowed lengths of a list or a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBounds {
    /// The least length.
    pub min: usize,
    /// The greatest length of a freshly generated list. Replayed and mutated lists may be longer.
    pub usual: usize,
    /// The greatest length.
    pub max: usize,
}

impl Source {
    /// Draws a list of `min` to `max` elements; a fresh list has at most `usual` elements. Its elements
    /// together are about as large as one value of the current size.
    ///
    /// In the record, each element is a span. If the element is optional, its span begins with the choice
    /// that there is an element, so that deleting the span from the record deletes the element. If the
    /// list is shorter than `max`, a last span holds the choice that there are no more elements.
    ///
    /// ```
    /// use forall::source::{LengthBounds, Policy, Source};
    ///
    /// let lengths = LengthBounds { min: 0, usual: 3, max: 100 };
    /// let mut source = Source::from_seed(1, 5).recording();
    /// let list = source.list(lengths, |source| Ok(source.branch(9))).unwrap();
    /// assert!(list.len() <= 3);
    ///
    /// let mut values = source.into_record().values();
    /// values.drain(..2); // the first element, and the choice that there is one
    /// let mut rest = Source::replay(values, Policy::SIMPLEST);
    /// assert_eq!(rest.list(lengths, |source| Ok(source.branch(9))), Ok(list[1..].to_vec()));
    /// ```
    #[inline]
    pub fn list<A>(
        &mut self,
        LengthBounds { min, usual, max }: LengthBounds,
        mut element: impl FnMut(&mut Source) -> Result<A, Reject>,
    ) -> Result<Vec<A>, Reject> {
        if min > max {
            return Err(self.reject("the range of lengths is empty"));
        }
        let spare = usual.saturating_sub(min);
        let length = min + self.random.below((spare as u64).saturating_add(1)) as usize;
        self.at_size(self.share(length), |source| match source.tape {
            None => source.list_fresh(length, element),
            Some(_) => source.span(SpanLabel::LIST, |source| {
                let lengths = LengthBounds { min, usual: length, max };
                source.list_taped(lengths, &mut element)
            }),
        })
    }

    #[inline]
    fn list_fresh<A>(
        &mut self,
        length: usize,
        mut element: impl FnMut(&mut Source) -> Result<A, Reject>,
    ) -> Result<Vec<A>, Reject> {
        let mut list = Vec::with_capacity(length);
        let mut random = self.random.clone();
        let done = loop {
            // The capacity suffices for all elements. The second condition is always false, but lets the
            // compiler remove the reallocation from `push`.
            if list.len() >= length || list.len() == list.capacity() {
                break Ok(list);
            }
            // With a local source for each element, the compiler knows that there is no tape. It removes
            // the slow paths, keeps the state and the list in registers, and can vectorise the loop.
            let mut fresh = Source { random: random.clone(), reason: None, tape: None, ..*self };
            let element = element(&mut fresh);
            random = fresh.random.clone();
            match element {
                Ok(element) => list.push(element),
                Err(reject) => {
                    self.reason = fresh.reason;
                    break Err(reject);
                }
            }
        };
        self.random = random;
        done
    }

    #[cold]
    fn list_taped<A>(
        &mut self,
        LengthBounds { min, usual, max }: LengthBounds,
        element: &mut dyn FnMut(&mut Source) -> Result<A, Reject>,
    ) -> Result<Vec<A>, Reject> {
        let mut list = Vec::new();
        while list.len() < max {
            self.open(SpanLabel::ELEMENT);
            let more = list.len() < min || self.bool(Role::More, |_| list.len() < usual);
            let drawn = more.then(|| element(self)).transpose();
            self.close();
            match drawn? {
                Some(element) => list.push(element),
                None => break,
            }
        }
        Ok(list)
    }
}
