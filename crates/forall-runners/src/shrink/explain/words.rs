//! Words: the pieces of a printed text that can be covered.

/// The text of these words, those that are covered as `_`. Several next to each other are one.
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

/// Which words of `old` are not the same in `new`, by place, if there are as many.
pub(super) fn different(old: &[String], new: &[String]) -> Option<Vec<usize>> {
    let differs = |at: &usize| old[*at] != new[*at];
    (old.len() == new.len()).then(|| (0..old.len()).filter(differs).collect())
}

/// Those between the words with which both begin and those with which both end.
pub(super) fn between(old: &[String], new: &[String]) -> Vec<usize> {
    let pairs = old.iter().zip(new);
    let before = pairs.take_while(|(left, right)| left == right).count();
    let most = old.len().min(new.len()) - before;
    let pairs = old.iter().rev().zip(new.iter().rev());
    let after = pairs.take(most).take_while(|(left, right)| left == right).count();
    (before..old.len() - after).collect()
}

/// Numbers, names and quoted texts whole; everything else character by character.
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

/// A sign and a decimal point belong to a number.
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// How long the text is that begins with this mark and ends with the next that is not escaped.
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
