//! Lists: a plain loop in the test loop; on a tape or with a theme, a span for each element.

use super::list_pattern::ListPattern;
use super::{Aspect, Reject, Role, Source, SpanLabel};

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
    /// let draw = |source: &mut Source| source.list(lengths, |source| Ok(source.branch(9))).unwrap();
    /// let seed = (0..).find(|seed| !draw(&mut Source::from_seed(*seed, 5)).is_empty()).unwrap();
    /// let mut source = Source::from_seed(seed, 5).recording();
    /// let list = draw(&mut source);
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
        let length = self.fresh_length(LengthBounds { min, usual, max });
        self.at_share(length, |source| match source.tape {
            None if !source.theme.is_themed() => source.list_fresh(length, element),
            _ => source.list_slow(LengthBounds { min, usual: length, max }, &mut element),
        })
    }

    /// Returns the length of a fresh list. If the size alone limits it, short lists are more frequent than long
    /// ones, and very large lists are often nearly as long as the size permits.
    #[inline]
    pub(crate) fn fresh_length(&mut self, LengthBounds { min, usual, max }: LengthBounds) -> usize {
        let spare = usual.saturating_sub(min) as u64;
        let mut word = self.random.word();
        if self.theme.is_themed() && self.theme.length_recurs(word) {
            word = self.theme.word(Aspect::Length);
        }
        let skewed =
            if usual == max { self.theme.is_themed() } else { self.theme.has_edge_cases() };
        let length = if skewed { skewed_length(word, spare) } else { scaled(word, spare) };
        min + length as usize
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

    /// Draws a list on a tape or with a theme. `usual` is the length of a fresh list.
    #[cold]
    fn list_slow<A>(
        &mut self,
        LengthBounds { min, usual, max }: LengthBounds,
        element: &mut dyn FnMut(&mut Source) -> Result<A, Reject>,
    ) -> Result<Vec<A>, Reject> {
        let outer = self.theme;
        let pattern = ListPattern::draw(outer, &mut self.random);
        let mut list = Vec::new();
        self.open(SpanLabel::LIST);
        while list.len() < max {
            self.open(SpanLabel::ELEMENT);
            let more = list.len() < min || self.bool(Role::More, |_| list.len() < usual);
            let drawn = if more {
                self.theme = outer.at(list.len(), usual);
                let drawn = pattern.element(self, list.len(), element).map(Some);
                self.theme = outer;
                drawn
            } else {
                Ok(None)
            };
            self.close();
            match drawn {
                Ok(Some(element)) => list.push(element),
                Ok(None) => break,
                Err(reject) => {
                    self.close();
                    return Err(reject);
                }
            }
        }
        self.close();
        Ok(list)
    }
}

/// Returns a length up to `spare`, all equally likely.
#[inline(always)]
fn scaled(word: u64, spare: u64) -> u64 {
    ((u128::from(word) * (u128::from(spare) + 1)) >> 64) as u64
}

/// The size of lists from which on their length is often near the greatest.
const LARGE_SPARE: u64 = 256;

/// Returns a length up to `spare`. Lengths up to 1, up to a quarter of `spare` and near powers of two are more
/// likely than in an even distribution.
#[inline]
fn skewed_length(word: u64, spare: u64) -> u64 {
    match word & 15 {
        0 | 1 => scaled(word, spare.min(1)),
        2 | 3 => scaled(word, spare / 4),
        4..=7 if spare >= LARGE_SPARE => spare / 2 + scaled(word, spare / 2),
        8 | 9 => near_power_of_two(word, spare),
        _ => scaled(word, spare),
    }
}

/// Returns a power of two up to `spare`, or a length slightly above or below it: such lengths fill the blocks of
/// many data structures and formats.
#[cold]
fn near_power_of_two(word: u64, spare: u64) -> u64 {
    let greatest = u64::from(spare.max(1).ilog2());
    let exponent =
        scaled(word.rotate_left(24), greatest).max(scaled(word.rotate_left(40), greatest));
    let power = 1_u64 << exponent;
    match word >> 4 & 7 {
        0 => power.saturating_sub(2),
        1 | 2 => power - 1,
        3 | 4 => (power + 1).min(spare),
        _ => power.min(spare),
    }
}
