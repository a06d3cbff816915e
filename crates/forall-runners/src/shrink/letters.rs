//! Letters: characters and bytes that are the same in several places.

use super::descent::Descent;
use super::order::grouped;
use super::search::least;
use crate::source::{ChoiceValue, Constraint};

/// Where a letter stands: the choice, and the place in it.
type Place = (usize, usize);

/// Lowers all letters that are the same together, in one text or in several.
pub(super) fn duplicates(descent: &mut Descent<'_>) {
    let mut all: Vec<(u32, u32, Place)> = Vec::new();
    for at in 0..descent.len() {
        let kind = descent.best().choices[at].constraint;
        for (place, letter) in letters(descent, at).into_iter().enumerate() {
            all.push((kind, letter, (at, place)));
        }
    }
    let mut same = grouped(&all, |(kind, letter, _)| (*kind, *letter));
    same.retain(|group| group[0].1 > 0 && group.len() > 1);
    for group in same {
        let letter = group[0].1;
        let places: Vec<Place> = group.into_iter().map(|(_, _, place)| place).collect();
        least(u128::from(letter), &mut |lower| {
            let changes = replaced(descent, &places, lower as u32);
            descent.attempt_with(&changes)
        });
    }
}

/// The letters of a text or of bytes, as numbers; none of another choice.
pub(super) fn letters(descent: &Descent<'_>, at: usize) -> Vec<u32> {
    match (descent.best().constraint(at), &descent.best().choices[at].value) {
        (Constraint::String { alphabet, .. }, ChoiceValue::String(text)) => {
            text.chars().map(|c| alphabet.index(c)).collect()
        }
        (_, ChoiceValue::Bytes(bytes)) => bytes.iter().map(|byte| u32::from(*byte)).collect(),
        _ => Vec::new(),
    }
}

/// The texts with another letter in these places, which are in order.
fn replaced(descent: &Descent<'_>, places: &[Place], letter: u32) -> Vec<(usize, ChoiceValue)> {
    let mut texts: Vec<(usize, Vec<u32>)> = Vec::new();
    for (at, place) in places {
        if texts.last().is_none_or(|(last, _)| last != at) {
            texts.push((*at, letters(descent, *at)));
        }
        if let Some(old) = texts.last_mut().and_then(|(_, text)| text.get_mut(*place)) {
            *old = letter;
        }
    }
    texts
        .into_iter()
        .map(|(at, text)| (at, written(descent.best().constraint(at), &text)))
        .collect()
}

/// Letters as the value that they are of.
pub(super) fn written(constraint: &Constraint, letters: &[u32]) -> ChoiceValue {
    match constraint {
        Constraint::String { alphabet, .. } => {
            ChoiceValue::String(letters.iter().filter_map(|letter| alphabet.get(*letter)).collect())
        }
        _ => ChoiceValue::Bytes(letters.iter().map(|letter| *letter as u8).collect()),
    }
}
