//! Words: the pieces of a printed value that can be replaced by `_`.

/// Returns the text of these words, with `_` for each run of covered words.
pub(super) fn masked(words: &[String], covered: &[bool]) -> String {
    let mut text = String::new();
    let mut hidden = false;
    for (word, covered) in words.iter().zip(covered) {
        match (covered, hidden) {
            (true, false) => text.push('_'),
            (true, true) => {}
            (false, _) => text.push_str(word),
        }
        hidden = *covered;
    }
    text
}

/// Returns the indices of the words that differ, or `None` if the numbers of words differ.
pub(super) fn different(old: &[String], new: &[String]) -> Option<Vec<usize>> {
    let differs = |at: &usize| old[*at] != new[*at];
    (old.len() == new.len()).then(|| (0..old.len()).filter(differs).collect())
}

/// Returns the indices of the words of `old` between the common start and the common end of both.
pub(super) fn between(old: &[String], new: &[String]) -> Vec<usize> {
    let pairs = old.iter().zip(new);
    let before = pairs.take_while(|(left, right)| left == right).count();
    let max_length = old.len().min(new.len()) - before;
    let pairs = old.iter().rev().zip(new.iter().rev());
    let after = pairs.take(max_length).take_while(|(left, right)| left == right).count();
    (before..old.len() - after).collect()
}

/// Splits a text into words. Numbers, names and quoted strings are words, and every other character is one.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            c if is_in_word(c) => rest.find(|c| !is_in_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        words.push(word.to_owned());
        rest = after;
    }
    words
}

/// Returns whether a character belongs to a number or a name. Signs and decimal points do.
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Returns the length of the string that starts with this quote and ends with the next unescaped one.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
