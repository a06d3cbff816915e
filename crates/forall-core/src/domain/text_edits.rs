//! Edits of texts that recur in a test: two texts then differ in one place, or one is part of the other.

use super::texts::TextPlan;
use crate::source::Alphabet;

/// Changes the text as planned. Its length stays between the limits.
#[cold]
pub(super) fn edited(text: String, plan: TextPlan, alphabet: &Alphabet) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let Some(last) = chars.len().checked_sub(1) else { return text };
    let index = |word: u64| (word % (last as u64 + 1)) as usize;
    let at = index(plan.edit >> 16);
    let other = chars[index(plan.edit >> 32)];
    match plan.edit >> 8 & 7 {
        0 => chars[at] = in_other_case(chars[at]).filter(|c| alphabet.has(*c)).unwrap_or(other),
        1 => drop(chars.remove(at)),
        2 => chars.insert(at, other),
        3 => chars.swap(at, (at + 1).min(last)),
        4 => chars.rotate_left(at),
        5 => chars.reverse(),
        6 => drop(chars.drain(..at)),
        // The text twice, or a part of it before the whole.
        _ => chars.extend_from_within(..=at),
    }
    chars.truncate(plan.max);
    if chars.len() < plan.min { text } else { chars.into_iter().collect() }
}

/// Returns the character in upper case if it is in lower case, and the other way round.
fn in_other_case(char: char) -> Option<char> {
    let upper = char.to_uppercase().next().filter(|upper| *upper != char);
    upper.or_else(|| char.to_lowercase().next().filter(|lower| *lower != char))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edits(text: &str, min: usize, max: usize) -> Vec<String> {
        let plan = |edit| TextPlan { word: 0, length: 0, min, max, edit };
        // The place is 1 << 16 modulo 3, the other character the one at 1.
        let words = (0..8).map(|kind| 1 << 32 | kind << 8 | 1);
        words.map(|word| edited(text.to_owned(), plan(word), &Alphabet::ANY)).collect()
    }

    #[test]
    fn an_edit_changes_one_thing() {
        let expected = ["aBc", "ac", "abbc", "acb", "bca", "cba", "bc", "abcab"];
        assert_eq!(edits("abc", 0, 9), expected);
    }

    #[test]
    fn lengths_stay_between_the_limits() {
        assert!(edits("abc", 3, 3).iter().all(|text| text.chars().count() == 3));
        assert!(edits("", 0, 3).iter().all(String::is_empty));
    }
}
