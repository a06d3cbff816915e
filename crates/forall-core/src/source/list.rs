//! Lists: in the hot loop a loop, on a tape a span for each element.

use super::{Label, Reject, Role, Source};

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
    /// Draws a list: at least `min` elements, at most `max`, and when fresh up to `usual` of them.
    /// Each is a span with the choice that there is one, if there need not be, so that an element can be
    /// taken out of the record whole; where there could be more, a last span has the choice that there is
    /// none. Together they are about as large as one value of this size.
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
            Some(_) => source.span(Label::LIST, |source| {
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
            // There is room for all, but `push` can only be seen to need no more if asked here.
            if list.len() >= length || list.len() == list.capacity() {
                break Ok(list);
            }
            // A source of its own for each element is seen to have no tape, so that the slow paths
            // fall away, state and list stay in registers, and the loop can be vectorised.
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
            self.open(Label::ELEMENT);
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
