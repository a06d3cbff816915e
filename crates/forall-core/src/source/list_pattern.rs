//! Patterns in the lists of a themed test: duplicates, runs, cycles, and lists with the same elements.

use super::random::Random;
use super::theme::{Aspect, Theme};
use super::{Reject, Source};

/// The number of elements that recur in the lists of a test.
const RECURRING_ELEMENTS: u64 = 4;

/// The lengths of the cycles of elements, all equally likely.
const PERIODS: [u64; 8] = [2, 2, 2, 3, 3, 4, 5, 8];

/// A run has at most this many elements, as a power of two.
const MAX_RUN_EXPONENT: u64 = 10;

/// How the elements of a list relate to each other and to those of other lists in the same test.
///
/// An element recurs because it is generated from the same stream of random numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListPattern {
    kind: Kind,
    theme: Theme,
    /// Derives the decisions for each element.
    word: u64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Every element is generated independently.
    Independent,
    /// Every other element is one of a few that recur.
    Duplicates,
    /// The list consists of runs of elements that recur. Long runs fill the list with one element.
    Runs,
    /// A few elements take turns.
    Cycle,
    /// The elements are those of other lists with the same pattern, often in the same order, and with few
    /// exceptions or none.
    Shared,
}

impl ListPattern {
    /// Draws the pattern of a list. Without a theme, elements are independent, and nothing is drawn.
    pub(super) fn draw(theme: Theme, random: &mut Random) -> ListPattern {
        if !theme.is_themed() {
            return ListPattern { kind: Kind::Independent, theme, word: 0 };
        }
        let word = random.word();
        let kind = match word & 15 {
            _ if theme.has_shared_lists() && word >> 56 & 3 != 0 => Kind::Shared,
            0..=2 => Kind::Duplicates,
            3..=4 => Kind::Runs,
            5 => Kind::Cycle,
            6 | 7 => Kind::Shared,
            _ => Kind::Independent,
        };
        ListPattern { kind, theme, word }
    }

    /// Generates the element at `index` from the stream that the pattern gives it.
    pub(super) fn element<A>(
        self,
        source: &mut Source,
        index: usize,
        element: &mut dyn FnMut(&mut Source) -> Result<A, Reject>,
    ) -> Result<A, Reject> {
        let Some(stream) = self.stream(index, source.theme()) else {
            return element(source);
        };
        let own = std::mem::replace(&mut source.random, stream);
        let drawn = element(source);
        source.random = own;
        drawn
    }

    /// Returns the stream of the element that recurs at this index, or `None` if the element is independent.
    fn stream(self, index: usize, theme: Theme) -> Option<Random> {
        if let Kind::Independent = self.kind {
            return None;
        }
        let (_, length) = theme.position();
        let index = index as u64;
        let mut decisions = Random::for_test(self.word, index);
        let recurring = match self.kind {
            Kind::Independent => None,
            Kind::Duplicates if decisions.one_in(2) => None,
            Kind::Duplicates => Some(decisions.below(RECURRING_ELEMENTS)),
            Kind::Runs => {
                let longest = 1 << ((self.word >> 8) % (MAX_RUN_EXPONENT + 1));
                let run_length = 1 + (self.word >> 16) % longest;
                Some(Random::for_test(self.word, index / run_length).below(RECURRING_ELEMENTS))
            }
            Kind::Cycle => Some(index % PERIODS[(self.word >> 8 & 7) as usize]),
            Kind::Shared if self.is_exception(index, length.into(), &mut decisions) => None,
            Kind::Shared => Some(RECURRING_ELEMENTS + self.reordered(index, length.into())),
        };
        recurring.map(|number| Random::from_seed(self.theme.word(Aspect::Element(number as u32))))
    }

    /// Returns whether the element at this index is not a shared one. Half of the lists have no exceptions, a quarter
    /// have one, and a quarter have more.
    fn is_exception(self, index: u64, length: u64, decisions: &mut Random) -> bool {
        match self.word >> 12 & 3 {
            0 => index == (self.word >> 32) % length.max(1),
            1 => decisions.one_in(16),
            _ => false,
        }
    }

    /// Returns the index of the shared element at this index. Lists with the same elements in another order are
    /// equal to some programs, and not to others.
    fn reordered(self, index: u64, length: u64) -> u64 {
        match self.word >> 9 & 7 {
            0 => length.saturating_sub(index + 1),
            1 => (index + 1) % length.max(1),
            _ => index,
        }
    }
}
