//! Effects: which printed words a choice changes.

use std::collections::BTreeSet;

use super::alternatives::alternatives;
use super::subject::{Change, Draw, Subject};
use super::words::{between, different, words as split};
use super::{ShrinkLimits, ShrinkTarget};
use crate::shrink::order;
use crate::source::{Random, Role};

/// The number of other values of a choice to print.
const MAX_SAMPLES: usize = 16;

/// Printed words, by variable and index.
pub(super) type Words = BTreeSet<(usize, usize)>;

/// Choices that share words, so that they can only be replaced by `_` together.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) choices: Vec<usize>,
    pub(super) words: Words,
    /// Whether the words can be replaced by `_`. Their number must not depend on the values. The choices must
    /// be values in their simplest form, because shrinking simplifies every choice that does not matter.
    pub(super) coverable: bool,
}

/// Returns all choices that change the printed text, in groups. Generates and prints cases, but does not run
/// the property. Returns nothing if the limits are reached.
pub(super) fn groups(
    subject: &Subject,
    target: &mut dyn ShrinkTarget,
    limits: &ShrinkLimits,
) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for at in 0..subject.record.choices.len() {
        if limits.spent(0) {
            return Vec::new();
        }
        let group = effect(subject, at, target);
        if !group.words.is_empty() {
            groups = joined(groups, group);
        }
    }
    order::sorted(&groups, |l, r| l.choices[0].cmp(&r.choices[0]))
}

/// Adds a group, joined with all those that share words with it.
fn joined(groups: Vec<Group>, one: Group) -> Vec<Group> {
    let touches = |other: &Group| !other.words.is_disjoint(&one.words);
    let (shared, mut groups): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(touches);
    let mut all = one;
    for other in shared {
        all.choices.extend(other.choices);
        all.words.extend(other.words);
        all.coverable &= other.coverable;
    }
    all.choices.sort_unstable();
    groups.push(all);
    groups
}

/// Returns the words that change if only this choice changes.
fn effect(subject: &Subject, at: usize, target: &mut dyn ShrinkTarget) -> Group {
    let mut random = Random::from_seed(at as u64);
    let alternatives = alternatives(&subject.record, at, &mut random);
    let coverable = subject.record.choices[at].role == Role::Value && subject.is_simplest(at);
    let mut group = Group { choices: vec![at], words: BTreeSet::new(), coverable };
    let mut uneven = BTreeSet::new();
    for value in alternatives.iter().step_by(alternatives.len().div_ceil(MAX_SAMPLES).max(1)) {
        let changes = [Change::Choice(at, value.clone())];
        let case =
            target.generate(subject.changed(&changes, Draw { seed: random.word(), size: 0 }));
        if case.accepted().is_some_and(|record| subject.draws_rest_as_before(&changes, &record)) {
            group.coverable &= add_changed_words(subject, target, &mut group.words, &mut uneven);
        }
    }
    if group.words.is_empty() {
        group.words = uneven;
    }
    group
}

/// Compares the printed words of the case generated last with those of the original case, and adds the words
/// that differ. For a variable with the same number of words in both cases, adds to `words`. Otherwise it is
/// not clear which word is which, and adds to `uneven`: for example, a map prints fewer words if a changed
/// key equals another one. Returns whether the numbers are the same for all variables.
fn add_changed_words(
    subject: &Subject,
    target: &dyn ShrinkTarget,
    words: &mut Words,
    uneven: &mut Words,
) -> bool {
    let mut even = true;
    for (number, (old, new)) in subject.texts.iter().zip(target.print()).enumerate() {
        let new = split(&new.value);
        let known = different(old, &new);
        even &= known.is_some();
        let target_words = if known.is_some() { &mut *words } else { &mut *uneven };
        let places = known.unwrap_or_else(|| between(old, &new));
        target_words.extend(places.into_iter().map(|place| (number, place)));
    }
    even
}
