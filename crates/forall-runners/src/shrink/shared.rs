//! Texts that share something: changes both of them together.

use super::descent::Descent;
use super::letters::{letters, written};
use super::search::least;
use crate::source::ChoiceValue;

/// Longer texts are left alone.
const MAX_LETTERS: usize = 256;

/// In longer texts, only equal parts at the same place, from the start or from the end, are deleted.
const MAX_MOVED: usize = 32;

/// If there are more texts, only neighbours are changed together.
const MAX_TEXTS: usize = 4;

/// The first letters of the alphabet that replace others.
const SIMPLE_LETTERS: u32 = 6;

/// The greatest number of changes of one letter.
const MAX_CHANGES: usize = 100;

/// A text, as the numbers of its letters.
#[derive(Clone)]
struct Text {
    at: usize,
    letters: Vec<u32>,
}

/// Returns the text with this index, or `None` if there are fewer, or if the limits are reached.
fn nth_text(descent: &Descent<'_>, nth: usize) -> Option<Text> {
    (!descent.spent()).then(|| texts(descent).into_iter().nth(nth)).flatten()
}

/// Returns all texts and byte strings.
fn texts(descent: &Descent<'_>) -> Vec<Text> {
    let text = |at: usize| {
        let is_text = matches!(
            descent.best().choices[at].value,
            ChoiceValue::String(_) | ChoiceValue::Bytes(_)
        );
        is_text.then(|| Text { at, letters: letters(descent, at) })
    };
    (0..descent.len()).filter_map(text).filter(|text| text.letters.len() <= MAX_LETTERS).collect()
}

/// Tries the best case with these texts.
fn attempt(descent: &mut Descent<'_>, changed: &[Text]) -> bool {
    let change =
        |text: &Text| (text.at, written(descent.best().constraint(text.at), &text.letters));
    let changes: Vec<(usize, ChoiceValue)> = changed.iter().map(change).collect();
    descent.attempt_with(&changes)
}

/// Calls `change` with every two texts, until none of them changes.
fn each_pair(descent: &mut Descent<'_>, change: fn(&mut Descent<'_>, &Text, &Text) -> bool) {
    let count = texts(descent).len();
    let reach = if count > MAX_TEXTS { 1 } else { count };
    for first in 0..count {
        for second in first + 1..count.min(first + reach + 1) {
            while let Some((one, other)) = nth_text(descent, first).zip(nth_text(descent, second))
                && change(descent, &one, &other)
            {}
        }
    }
}

/// Deletes the same letters of two texts: a part of both that is equal, or one letter that both contain.
pub(super) fn delete(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        let mut width = one.letters.len().min(other.letters.len());
        let is_long = width > MAX_MOVED;
        while width > 0 && !descent.spent() {
            let parts = |text: &Text| text.letters.len() + 1 - width;
            for start in 0..parts(one) {
                let from_end = (start + parts(other)).saturating_sub(parts(one));
                for place in 0..parts(other) {
                    if is_long && ![start, from_end].contains(&place) {
                        continue;
                    }
                    let mut one = one.clone();
                    let mut other = other.clone();
                    let gone: Vec<u32> = one.letters.drain(start..start + width).collect();
                    let also: Vec<u32> = other.letters.drain(place..place + width).collect();
                    if gone == also && attempt(descent, &[one, other]) {
                        return true;
                    }
                }
            }
            width /= 2;
        }
        false
    });
}

/// Lowers a letter of each of two texts: to the same letter, or by the same amount.
pub(super) fn lower(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        if one.letters.len().max(other.letters.len()) > MAX_MOVED {
            return false;
        }
        for (place, letter) in one.letters.iter().enumerate() {
            for (position, also) in other.letters.iter().enumerate() {
                let common = (*letter).min(*also);
                if descent.spent() {
                    return false;
                }
                let apart = least(u128::from(common), &mut |kept| {
                    let by = common - kept as u32;
                    let mut one = one.clone();
                    let mut other = other.clone();
                    one.letters[place] -= by;
                    other.letters[position] -= by;
                    attempt(descent, &[one, other])
                });
                if apart < u128::from(common) {
                    return true;
                }
            }
        }
        false
    });
}

/// Lowers two letters of one text by the same amount.
pub(super) fn lower_in_one(descent: &mut Descent<'_>) {
    each_text(descent, lower_two);
}

/// Calls `change` with every text, until it does not change any more.
fn each_text(descent: &mut Descent<'_>, change: fn(&mut Descent<'_>, &Text) -> bool) {
    let mut nth = 0;
    while let Some(text) = nth_text(descent, nth) {
        nth += usize::from(!change(descent, &text));
    }
}

fn lower_two(descent: &mut Descent<'_>, text: &Text) -> bool {
    if text.letters.len() > MAX_MOVED {
        return false;
    }
    for first in 0..text.letters.len() {
        for second in first + 1..text.letters.len() {
            if descent.spent() {
                return false;
            }
            let common = text.letters[first].min(text.letters[second]);
            let lowered = least(u128::from(common), &mut |kept| {
                let by = common - kept as u32;
                let mut text = text.clone();
                text.letters[first] -= by;
                text.letters[second] -= by;
                attempt(descent, &[text])
            });
            if lowered < u128::from(common) {
                return true;
            }
        }
    }
    false
}

/// Exchanges two letters in all texts, so that the lower one comes first.
pub(super) fn exchange(descent: &mut Descent<'_>) {
    let all = texts(descent);
    let mut used: Vec<u32> = all.iter().flat_map(|text| text.letters.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    used.truncate(MAX_MOVED / 2);
    for (at, low) in used.iter().enumerate() {
        for high in &used[at + 1..] {
            if descent.spent() {
                return;
            }
            let mut exchanged = texts(descent);
            for letter in exchanged.iter_mut().flat_map(|text| &mut text.letters) {
                *letter = match *letter {
                    letter if letter == *low => *high,
                    letter if letter == *high => *low,
                    letter => letter,
                };
            }
            attempt(descent, &exchanged);
        }
    }
}

/// Swaps two letters of a text, so that the lower one comes first.
pub(super) fn sort_two(descent: &mut Descent<'_>) {
    each_text(descent, |descent, text| {
        let letters = &text.letters;
        for second in 1..letters.len().min(MAX_MOVED) {
            for first in (0..second).filter(|first| letters[second] < letters[*first]) {
                let mut swapped = text.clone();
                swapped.letters.swap(first, second);
                if !descent.spent() && attempt(descent, &[swapped]) {
                    return true;
                }
            }
        }
        false
    });
}

/// Lowers a number together with the texts that are its decimal digits.
pub(super) fn numbers(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        if let Some(number) = descent.number(at) {
            let digits = ChoiceValue::String(number.value.to_string());
            let choices = &descent.best().choices;
            let texts: Vec<usize> =
                (0..choices.len()).filter(|at| choices[*at].value == digits).collect();
            if !texts.is_empty() {
                least(number.distance(), &mut |distance| {
                    let value = number.at_distance(distance);
                    let text = |at: &usize| (*at, ChoiceValue::String(value.to_string()));
                    let mut changes: Vec<(usize, ChoiceValue)> = texts.iter().map(text).collect();
                    changes.push(number.to(value));
                    descent.attempt_exactly_with(&changes)
                });
            }
        }
        at += 1;
    }
}

/// Replaces a text by another one with one letter changed: for texts that a program takes for equal.
pub(super) fn nearly_equal(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        let mut letters: Vec<u32> = one.letters.iter().chain(&other.letters).copied().collect();
        letters.extend(0..SIMPLE_LETTERS);
        letters.sort_unstable();
        letters.dedup();
        let changed = [(one, other), (other, one)].into_iter().flat_map(|(from, to)| {
            let places = (0..from.letters.len()).rev();
            let letters = &letters;
            places.flat_map(move |place| {
                letters.iter().map(move |letter| {
                    let mut changed = Text { at: to.at, letters: from.letters.clone() };
                    changed.letters[place] = *letter;
                    changed
                })
            })
        });
        let changed: Vec<Text> = changed.take(MAX_CHANGES).collect();
        changed.into_iter().any(|text| attempt(descent, &[text]))
    });
}
