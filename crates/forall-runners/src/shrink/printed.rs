//! Printed inputs: what a person sees of a case.

use super::descent::hash_of_all;
use crate::report::Binding;

/// The size of printed inputs, without their punctuation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PrintedSize {
    /// The number of words: about the number of nodes of a tree.
    words: usize,
    /// The number of numbers.
    numbers: usize,
}

/// Printed inputs, without their text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    pub(super) size: PrintedSize,
    /// The hash of the text.
    pub(super) hash: u64,
}

impl Printed {
    pub(super) fn new(inputs: &[Binding]) -> Printed {
        let mut size = PrintedSize::default();
        inputs.iter().for_each(|input| size.add(&input.value));
        Printed { size, hash: hash_of_all(inputs.iter().map(|input| &input.value)) }
    }
}

impl PrintedSize {
    fn add(&mut self, text: &str) {
        for token in text.split(|c: char| !c.is_alphanumeric()) {
            match token.chars().next() {
                Some(first) if first.is_alphabetic() => self.words += 1,
                Some(_) => self.numbers += 1,
                None => {}
            }
        }
    }

    /// Returns whether these inputs have fewer words, or fewer numbers and as many words. Fewer words do not count
    /// if there are more numbers instead, unless each may belong to a word, as the index of a variable does.
    pub(super) fn is_smaller(self, other: PrintedSize) -> bool {
        let fewer_words = self.words < other.words;
        let few_numbers = self.numbers <= other.numbers.max(self.words);
        fewer_words && few_numbers || self.words == other.words && self.numbers < other.numbers
    }

    /// Returns whether these inputs have at most `more` words more.
    pub(super) fn is_near(self, other: PrintedSize, more: usize) -> bool {
        self.words <= other.words + more
    }

    /// Returns the number of words.
    pub(super) fn words(self) -> usize {
        self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> PrintedSize {
        let mut size = PrintedSize::default();
        size.add(text);
        size
    }

    #[test]
    fn words_count_more_than_numbers() {
        assert_eq!(size("App(Var(1), Lit(-20))"), PrintedSize { words: 3, numbers: 2 });
        assert!(size("Var(1)").is_smaller(size("App(Var(1), Var(1))")));
        assert!(size("Pair(Var(1), Var(2))").is_smaller(size("App(Var(1), App(Nil, Nil))")));
        assert!(size("Leaf").is_smaller(size("Var(1)")), "fewer numbers");
        assert!(!size("All([1, 2, 3])").is_smaller(size("App(Nil)")), "numbers instead of a word");
    }
}
