//! The characters of fresh strings: each string mixes a few classes of characters, or consists of text that
//! parsers treat in a special way.

use super::char_classes::{CLASSES, CharClass, NUMBERS, WORDS, draw};
use super::char_order::{any_rank, char_of_rank};
use super::dictionary::TOKENS;
use crate::source::{Aspect, Random, Theme};

/// The greatest number of classes in one string.
const MAX_CLASSES: u64 = 3;

/// The greatest length of a text that recurs, above the least one.
const MAX_RECURRING_LENGTH: usize = 8;

/// Which text to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPlan {
    /// Determines the text.
    pub(super) word: u64,
    /// The number of characters. Texts of the dictionary may be longer.
    pub(super) length: usize,
    /// The least number of characters.
    pub(super) min: usize,
    /// The greatest number of characters.
    pub(super) max: usize,
    /// How to change the text, if it is not 0.
    pub(super) edit: u64,
}

/// How many texts recur in a test: one of these, all equally likely.
const RECURRING_COUNTS: [u64; 4] = [1, 1, 2, 3];

/// The number of single characters that recur in a test.
const RECURRING_CHARS: u32 = 3;

/// What separates the parts of a text.
const SEPARATORS: [&str; 16] =
    ["\n", "\n", "\r\n", " ", " ", ",", ", ", ";", "\t", "/", ".", ":", "-", "_", "=", "&"];

impl TextPlan {
    /// Replaces the text by one that recurs, in half of the cases. It is as long as before, so that texts begin in
    /// the same way, or it has the length that all its occurrences have, so that texts are equal or differ in one
    /// [edit](super::text_edits).
    pub(super) fn recur(&mut self, theme: Theme, random: &mut Random) {
        let decision = random.word();
        if decision & 1 == 0 {
            return;
        }
        let characters = theme.word(Aspect::Characters);
        let count = RECURRING_COUNTS[(characters >> 40 & 3) as usize];
        self.word = theme.word(Aspect::Text(((decision >> 48) % count) as u32));
        if decision & 2 == 0 {
            let usual = 1 + (self.word & 7) as usize;
            self.length =
                usual.clamp(self.min, self.max.min(self.min.saturating_add(MAX_RECURRING_LENGTH)));
            if decision & 4 == 0 {
                self.edit = decision | 1;
            }
        }
    }
}

/// Makes a text. Texts made from the same word are prefixes of each other.
pub(super) fn text(plan: TextPlan) -> String {
    let mut random = Random::from_seed(plan.word);
    // Most characters take one byte, some up to four.
    let mut text = String::with_capacity(plan.length * 2);
    if plan.length == 0 {
        return text;
    }
    match random.word() & 15 {
        0 => repeated(&mut text, plan.length, &mut random),
        1 => parts(&mut text, plan.length, &mut random),
        2..=4 => text.extend((0..plan.length).map(|_| char_of_rank(any_rank(random.word(), true)))),
        5 => mix(&mut text, plan.length, &[CLASSES[0]], &mut random),
        6 | 7 => mix(&mut text, plan.length, &WORDS, &mut random),
        8 => mix(&mut text, plan.length, &NUMBERS, &mut random),
        9..=12 => {
            let classes = some_classes(&mut random);
            mix(&mut text, plan.length, &classes, &mut random);
        }
        _ => tokens(&mut text, plan, &mut random),
    }
    text
}

/// Returns a few classes; the common ones, at the start of the table, are a little more likely.
fn some_classes(random: &mut Random) -> Vec<CharClass> {
    let count = 1 + random.below(MAX_CLASSES);
    let class = |random: &mut Random| match random.below(4) {
        0 => CLASSES[random.below(6) as usize],
        _ => CLASSES[random.below(CLASSES.len() as u64) as usize],
    };
    (0..count).map(|_| class(random)).collect()
}

/// Appends characters, each of one of the classes.
fn mix(text: &mut String, length: usize, classes: &[CharClass], random: &mut Random) {
    for _ in 0..length {
        let class = classes[random.below(classes.len() as u64) as usize];
        text.push(draw(class, random));
    }
}

/// Appends short words of a few letters or digits, some of them empty, with separators between them. Two texts often
/// have words or lines in common.
fn parts(text: &mut String, length: usize, random: &mut Random) {
    let separator = SEPARATORS[random.below(SEPARATORS.len() as u64) as usize];
    let class = [CLASSES[0], CLASSES[0], CLASSES[0], CLASSES[4]][random.below(4) as usize];
    let mut chars = 0;
    while chars < length {
        let word = random.below(4) as usize;
        mix(text, word.min(length - chars), &[class], random);
        chars += word;
        let rest = separator.chars().take(length.saturating_sub(chars));
        chars += separator.chars().count();
        text.extend(rest);
    }
}

/// Appends a few characters again and again.
fn repeated(text: &mut String, length: usize, random: &mut Random) {
    let classes = some_classes(random);
    let mut unit = String::new();
    mix(&mut unit, [1, 1, 1, 2, 2, 3, 4, 8][random.below(8) as usize], &classes, random);
    text.extend(unit.chars().cycle().take(length));
}

/// Appends texts of the dictionary, with other characters between some of them. At least one of them is whole,
/// if the greatest length permits it.
fn tokens(text: &mut String, plan: TextPlan, random: &mut Random) {
    let classes = some_classes(random);
    let mut length = 0;
    while length == 0 || length < plan.length {
        let token = TOKENS[random.below(TOKENS.len() as u64) as usize];
        let before = if random.one_in(4) { 1 } else { 0 };
        let after = if random.one_in(4) { 1 + random.below(3) as usize } else { 0 };
        mix(text, before, &classes, random);
        text.push_str(token);
        mix(text, after, &classes, random);
        length = text.chars().count();
        if random.one_in(3) {
            break;
        }
    }
    if let Some((end, _)) = text.char_indices().nth(plan.max) {
        text.truncate(end);
    }
}

/// Draws a character. In every other test, all of them are of a few classes, and a few characters recur.
#[cold]
pub(super) fn themed_char(theme: Theme, random: &mut Random) -> char {
    let word = theme.word(Aspect::Characters);
    if word >> 63 == 0 {
        return char_of_rank(any_rank(random.word(), true));
    }
    let classes = some_classes(&mut Random::from_seed(word));
    let any =
        |random: &mut Random| draw(classes[random.below(classes.len() as u64) as usize], random);
    let decision = random.word();
    if decision & 1 == 0 {
        return any(random);
    }
    let recurring = Aspect::Text((decision >> 32) as u32 % RECURRING_CHARS);
    any(&mut Random::from_seed(theme.word(recurring)))
}

/// Draws a byte of ASCII text, in one test of four; in the others, returns `None`.
pub(super) fn themed_byte(theme: Theme, random: &mut Random) -> Option<u8> {
    let word = theme.word(Aspect::Characters);
    if word & 3 != 0 {
        return None;
    }
    let classes: &[CharClass] = match word >> 8 & 3 {
        0 => &NUMBERS,
        1 => &WORDS,
        _ => &CLASSES[..6],
    };
    let class = classes[random.below(classes.len() as u64) as usize];
    Some(u8::try_from(draw(class, random)).unwrap_or(b' '))
}
