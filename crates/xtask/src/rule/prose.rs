//! Plain English: some phrases almost always mark a sentence that should be rewritten.

use super::Violation;
use crate::source::{self, Prose};
use crate::workspace::File;

pub(super) const ADVICE: &str =
    "rewrite the sentence; crates/xtask/rules/phrases.txt lists the phrases";

const PHRASES: &str = include_str!("../../rules/phrases.txt");

/// What may stand before `who` or `what is` if they have no noun.
const FUNCTION_WORDS: [&str; 22] = [
    "and", "as", "at", "because", "but", "by", "for", "from", "if", "in", "into", "is", "no", "of",
    "on", "or", "than", "that", "to", "when", "where", "with",
];

/// This file quotes what it rejects.
const EXEMPT: &str = "crates/xtask/src/rule/prose.rs";

pub(super) fn check(file: &File) -> Vec<Violation> {
    if file.path == EXEMPT {
        return Vec::new();
    }
    let pieces = match file.extension() {
        "rs" => source::prose(&file.text).into_iter().chain(sentences(&file.text)).collect(),
        "md" | "toml" => vec![Prose { line: 1, text: file.text.clone() }],
        _ => Vec::new(),
    };
    let phrases = phrases();
    let mut violations = Vec::new();
    for piece in &pieces {
        let words = words(piece);
        for at in 0..words.len() {
            let phrase = phrases.iter().find(|phrase| phrase.matches(&words, at));
            violations
                .extend(phrase.map(|phrase| Violation::at(words[at].line, phrase.words.join(" "))));
        }
    }
    violations
}

/// The name of a function with this many words or more is checked as a sentence, as the names of tests are.
const SENTENCE_WORDS: usize = 4;

/// Returns the long names of functions as sentences.
fn sentences(text: &str) -> Vec<Prose> {
    let mut sentences = Vec::new();
    source::each_level(&source::tokens(text), &mut |level| {
        for pair in level.windows(2) {
            let name = pair[1].to_string().replace('_', " ");
            let is_sentence = name.split_whitespace().count() >= SENTENCE_WORDS;
            if source::is_ident(pair.first(), "fn") && is_sentence {
                sentences.push(Prose { line: source::line(&pair[1]), text: name });
            }
        }
    });
    sentences
}

struct Phrase {
    words: Vec<&'static str>,
    is_headless: bool,
}

fn phrases() -> Vec<Phrase> {
    let lines = PHRASES.lines().filter(|line| !line.starts_with('#'));
    let phrase = |line: &'static str| {
        let rest = line.strip_prefix("headless ");
        let words = rest.unwrap_or(line).split_whitespace().collect();
        Phrase { words, is_headless: rest.is_some() }
    };
    lines.map(phrase).collect()
}

impl Phrase {
    fn matches(&self, words: &[Word], at: usize) -> bool {
        let found = &words[at..words.len().min(at + self.words.len())];
        let is_found = found.len() == self.words.len()
            && found.iter().zip(&self.words).all(|(word, phrase)| word.text == *phrase)
            && found.iter().skip(1).all(|word| !word.starts_clause);
        is_found && (!self.is_headless || is_headless(words, at))
    }
}

/// Has the word at this place no noun before it, outside of a question?
fn is_headless(words: &[Word], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| words[before].text.as_str());
    let no_noun =
        words[at].starts_clause || before.is_none_or(|word| FUNCTION_WORDS.contains(&word));
    let mut rest = words[at..].iter();
    let is_question =
        rest.find(|word| word.ends_sentence.is_some()).and_then(|word| word.ends_sentence)
            == Some('?');
    no_noun && !is_question
}

struct Word {
    /// In lower case.
    text: String,
    line: usize,
    /// Is there punctuation before it, or nothing?
    starts_clause: bool,
    /// The mark after it, if it ends a sentence.
    ends_sentence: Option<char>,
}

fn words(piece: &Prose) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut line = piece.line;
    let mut starts_clause = true;
    let mut in_word = false;
    for character in piece.text.chars() {
        if character.is_alphanumeric() || matches!(character, '_' | '\'') {
            if !in_word {
                words.push(Word { text: String::new(), line, starts_clause, ends_sentence: None });
            }
            in_word = true;
            starts_clause = false;
            words.last_mut().expect("a word was pushed").text.extend(character.to_lowercase());
            continue;
        }
        in_word = false;
        line += usize::from(character == '\n');
        starts_clause |= matches!(character, '.' | '?' | '!' | ':' | ';' | ',' | '(' | '"' | '|');
        if matches!(character, '.' | '?' | '!')
            && let Some(word) = words.last_mut()
        {
            word.ends_sentence.get_or_insert(character);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines_of;
    use super::*;

    /// Returns the phrases found in a comment.
    fn found(comment: &str) -> Vec<String> {
        let file = File { path: "a.rs".to_owned(), text: format!("// {comment}\n") };
        check(&file).into_iter().map(|violation| violation.what).collect()
    }

    #[test]
    fn every_phrase_is_found_in_comments_strings_and_markdown() {
        for phrase in phrases() {
            let phrase = phrase.words.join(" ");
            let wrapped = phrase.replace(' ', "\n// ");
            assert_eq!(found(&format!("By {phrase}.")), [phrase.as_str()]);
            assert_eq!(
                lines_of(check, "a.rs", &format!("\n// And {wrapped} x\n")),
                [2],
                "{phrase}"
            );
            assert_eq!(lines_of(check, "a.rs", &format!("f(\"by {phrase} x\")")), [1], "{phrase}");
            assert_eq!(
                lines_of(check, "a.md", &format!("# A\n\nBy {phrase} b.\n")),
                [3],
                "{phrase}"
            );
        }
    }

    #[test]
    fn names_and_longer_words_are_not_phrases() {
        let clean = "fn is_none(shallow: bool) {} // untold `is_none` of. Which";
        assert_eq!(lines_of(check, "a.rs", clean), []);
    }

    #[test]
    fn names_of_tests_are_sentences() {
        assert_eq!(lines_of(check, "a.rs", "\nfn the_number_is_told() {}"), [2]);
        assert_eq!(lines_of(check, "a.rs", "mod a { fn what_is_read_is_written() {} }"), [1]);
        assert_eq!(lines_of(check, "a.rs", "fn is_none() { value_that_is_told() }"), []);
    }

    #[test]
    fn only_headless_clauses_are_found() {
        assert_eq!(found("Called by who looks at it."), ["who"]);
        assert_eq!(found("Who looks at it finds it."), ["who"]);
        assert_eq!(found("An author who looks at it."), [""; 0]);
        assert_eq!(found("Of what is left, the rest."), ["what is"]);
        assert_eq!(found("Shows what is left."), [""; 0]);
        assert_eq!(found("What is left?"), [""; 0]);
    }
}
