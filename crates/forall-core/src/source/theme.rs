//! Themes: what the fresh values of one test have in common.
//!
//! A theme makes values repeat, follow each other or be boundaries more often than chance does: two keys are
//! equal, a range ends where another begins, a list is sorted, or only some variants of an enum occur. It holds
//! no memory of earlier values. Values repeat because they are computed from the theme and a small index, so
//! that a source without a theme costs nothing.

use super::Source;
use super::random::{Random, mix};

/// The word of a source that draws without any bias.
const UNIFORM: u64 = 0;
/// The word of a source without a theme, but with a bias toward edge cases.
const PLAIN: u64 = 1;
/// Set in the word of every theme, and in neither of the words above.
const THEMED: u64 = 2;

/// The number of attempts to draw a branch that occurs.
const BRANCH_ATTEMPTS: usize = 20;

/// How fresh values are chosen: uniformly, with a bias toward edge cases, or after a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    word: u64,
    /// The index of the element that is being generated, in the innermost list.
    index: u32,
    /// The length of the innermost list, or 0 outside of lists.
    length: u32,
}

/// Names a decision or a recurring value of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aspect {
    /// Which numbers are preferred.
    Numbers,
    /// A number that recurs.
    Number(u32),
    /// How often flags are set.
    Flags,
    /// Which of the branches of a type occur.
    Branches(u64),
    /// Which characters are preferred.
    Characters,
    /// Whether there are exceptions.
    Purity,
    /// What the lists have in common.
    Lists,
    /// A length that recurs.
    Length,
    /// A text that recurs.
    Text(u32),
    /// The stream of choices of an element that recurs in lists.
    Element(u32),
}

impl Source {
    /// Creates a source of fresh choices that follow `theme`, to sample another choice.
    pub(crate) fn of_theme(theme: Theme, seed: u64, size: u32) -> Source {
        Source { theme, ..Source::from_seed(seed, size) }
    }
}

impl Theme {
    pub(super) const PLAIN: Theme = Theme { word: PLAIN, index: 0, length: 0 };
    pub(super) const UNIFORM: Theme = Theme { word: UNIFORM, index: 0, length: 0 };

    /// Creates a theme that depends on the state of the random numbers.
    #[inline(always)]
    pub(super) fn from_state(random: &Random) -> Theme {
        Theme { word: random.state | THEMED, index: 0, length: 0 }
    }

    /// Returns whether edge cases are preferred.
    #[inline(always)]
    pub(crate) fn has_edge_cases(self) -> bool {
        self.word != UNIFORM
    }

    /// Returns whether values follow a theme.
    #[inline(always)]
    pub(crate) fn is_themed(self) -> bool {
        self.word & THEMED != 0
    }

    /// Returns the random word of an aspect. It is the same whenever this theme is asked.
    #[inline]
    pub(crate) fn word(self, aspect: Aspect) -> u64 {
        let salt = match aspect {
            Aspect::Numbers => 1,
            Aspect::Flags => 2,
            Aspect::Characters => 3,
            Aspect::Length => 4,
            Aspect::Purity => 5,
            Aspect::Lists => 6,
            Aspect::Number(index) => 0x1_0000_0000 | u64::from(index),
            Aspect::Text(index) => 0x2_0000_0000 | u64::from(index),
            Aspect::Element(index) => 0x3_0000_0000 | u64::from(index),
            Aspect::Branches(kind) => mix(kind | 1 << 63),
        };
        mix(self.word ^ mix(salt))
    }

    /// Returns the flag that a random word selects. Without a theme, it is set with a probability of
    /// `likelihood` / 256; with a theme, some tests set flags hardly ever or nearly always.
    #[inline(always)]
    pub(crate) fn flag(self, word: u64, likelihood: u64) -> bool {
        let likelihood = if self.is_themed() { self.likelihood(likelihood) } else { likelihood };
        word >> 56 >= 256 - likelihood
    }

    #[cold]
    fn likelihood(self, usual: u64) -> u64 {
        match self.word(Aspect::Flags) & 7 {
            0 => 16,
            1 => 240,
            _ => usual,
        }
    }

    /// Draws one of the first `count` branches of a type. `draw` draws any of them. Most themes leave
    /// branches out: long runs of one operation occur only if others are missing (Groce and others, "Swarm
    /// testing", 2012). In some lists, other branches are missing in each part of the list, so that a container
    /// grows first and shrinks later.
    #[cold]
    pub(crate) fn branch(
        self,
        kind: u64,
        count: usize,
        random: &mut Random,
        draw: &dyn Fn(&mut Random) -> usize,
    ) -> usize {
        let word = self.word(Aspect::Branches(kind));
        let leaves_out = word >> 62 != 0;
        let mask = if word >> 60 & 3 == 0 { 3 } else { 1 };
        let subset = mix(word ^ self.part_of_list(word).rotate_left(32));
        let occurs = |branch: usize| mix(subset ^ branch as u64) & mask == mask;
        if !leaves_out || !(0..count).any(occurs) {
            return draw(random);
        }
        let drawn = (0..BRANCH_ATTEMPTS).map(|_| draw(random)).find(|branch| occurs(*branch));
        drawn.or_else(|| (0..count).find(|branch| occurs(*branch))).unwrap_or_default()
    }

    /// Returns the part of the innermost list that is being generated. Half of the themes divide lists into two or
    /// four parts.
    fn part_of_list(self, word: u64) -> u64 {
        let parts = [1, 1, 2, 4][(word >> 58 & 3) as usize];
        u64::from(self.index) * parts / u64::from(self.length.max(1))
    }

    /// Returns whether all values follow this theme. Half of the themes leave every fourth value to chance.
    pub(crate) fn is_pure(self) -> bool {
        self.word(Aspect::Purity) & 1 == 1
    }

    /// Returns whether most lists of the test share their elements and their length, as one theme in four does.
    pub(super) fn has_shared_lists(self) -> bool {
        self.word(Aspect::Lists) & 3 == 0
    }

    /// Returns whether a list or a string has the length that recurs, decided by a random word: one in four, or one in
    /// two if lists share their elements.
    #[cold]
    pub(super) fn length_recurs(self, word: u64) -> bool {
        word >> 8 & if self.has_shared_lists() { 1 } else { 3 } == 0
    }

    /// Returns the theme for an element of a list.
    pub(super) fn at(self, index: usize, length: usize) -> Theme {
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Theme { index: narrow(index), length: narrow(length), ..self }
    }

    /// Returns the index of the element that is being generated, and the length of its list. Outside of lists,
    /// both are 0.
    pub(crate) fn position(self) -> (u32, u32) {
        (self.index, self.length)
    }
}
