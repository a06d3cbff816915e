//! Characters of strings, and bytes, as numbers.

use super::descent::Descent;
use super::order::grouped;
use super::search::least;
use crate::source::{ChoiceValue, Constraint};

/// A character of a string, or a byte.
#[derive(Clone, Copy)]
struct Letter {
    /// The constraint of its choice.
    kind: u32,
    /// Its number in the alphabet.
    number: u32,
    /// The index of its choice.
    at: usize,
    /// Its index in the string.
    position: usize,
}

/// Lowers equal characters together, in one string or in several.
pub(super) fn duplicates(descent: &mut Descent<'_>) {
    let mut all: Vec<Letter> = Vec::new();
    for at in 0..descent.len() {
        let kind = descent.best().choices[at].constraint;
        for (position, number) in letters(descent, at).into_iter().enumerate() {
            all.push(Letter { kind, number, at, position });
        }
    }
    let mut same = grouped(&all, |letter| (letter.kind, letter.number));
    same.retain(|group| group[0].number > 0 && group.len() > 1);
    for group in same {
        if descent.spent() {
            return;
        }
        least(u128::from(group[0].number), &mut |lower| {
            let changes = replaced(descent, &group, lower as u32);
            descent.attempt_with(&changes)
        });
    }
}

/// Returns the characters of a string or the bytes at this choice, as numbers. Other choices have none.
pub(super) fn letters(descent: &Descent<'_>, at: usize) -> Vec<u32> {
    indices(descent.best().constraint(at), &descent.best().choices[at].value)
}

/// Returns the characters of a string or the bytes as numbers. Other values have none.
pub(super) fn indices(constraint: &Constraint, value: &ChoiceValue) -> Vec<u32> {
    match (constraint, value) {
        (Constraint::String { alphabet, .. }, ChoiceValue::String(text)) => {
            text.chars().map(|c| alphabet.index(c)).collect()
        }
        (_, ChoiceValue::Bytes(bytes)) => bytes.iter().map(|byte| u32::from(*byte)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the strings with these letters, which are in order, replaced by another one.
fn replaced(descent: &Descent<'_>, group: &[Letter], number: u32) -> Vec<(usize, ChoiceValue)> {
    let mut texts: Vec<(usize, Vec<u32>)> = Vec::new();
    for letter in group {
        if texts.last().is_none_or(|(last, _)| *last != letter.at) {
            texts.push((letter.at, letters(descent, letter.at)));
        }
        if let Some(old) = texts.last_mut().and_then(|(_, text)| text.get_mut(letter.position)) {
            *old = number;
        }
    }
    texts
        .into_iter()
        .map(|(at, text)| (at, written(descent.best().constraint(at), &text)))
        .collect()
}

/// Returns the string or bytes with these letters.
pub(super) fn written(constraint: &Constraint, letters: &[u32]) -> ChoiceValue {
    match constraint {
        Constraint::String { alphabet, .. } => {
            ChoiceValue::String(letters.iter().filter_map(|letter| alphabet.get(*letter)).collect())
        }
        _ => ChoiceValue::Bytes(letters.iter().map(|letter| *letter as u8).collect()),
    }
}
