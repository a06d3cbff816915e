//! Effects: which words of what is shown a choice changes.

use std::collections::BTreeSet;

use super::alternatives::others;
use super::subject::{Change, Subject};
use super::words::{between, different, words as split};
use super::{ShrinkLimits, ShrinkTarget};
use crate::shrink::order;
use crate::source::{Random, Role};

/// How many other values of a choice are looked at.
const SAMPLES: usize = 16;

/// Words of what is shown, by variable and place.
pub(super) type Words = BTreeSet<(usize, usize)>;

/// Choices that share words: what can only be covered together.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) choices: Vec<usize>,
    pub(super) words: Words,
    /// Can the words be covered? There must be as many of them whatever is drawn, and nothing but
    /// values that are as simple as can be: shrinking would have made so what does not matter.
    pub(super) coverable: bool,
}

/// All choices that change what is shown, in groups. This makes cases and shows them, but runs none.
/// There are no groups if that takes too long.
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

/// One more group, with all those in it that share words with it.
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

/// What changes when this choice does, and nothing else.
fn effect(subject: &Subject, at: usize, target: &mut dyn ShrinkTarget) -> Group {
    let mut random = Random::from_seed(at as u64);
    let others = others(&subject.record, at, &mut random);
    let coverable = subject.record.choices[at].role == Role::Value && subject.is_simplest(at);
    let mut group = Group { choices: vec![at], words: BTreeSet::new(), coverable };
    let mut uneven = BTreeSet::new();
    for value in others.iter().step_by(others.len().div_ceil(SAMPLES).max(1)) {
        let changes = [Change::Choice(at, value.clone())];
        let record = target.generate(subject.changed(&changes, (random.word(), 0)));
        if record.is_some_and(|record| subject.draws_alike(&changes, &record)) {
            group.coverable &= note(subject, target, &mut group.words, &mut uneven);
        }
    }
    if group.words.is_empty() {
        group.words = uneven;
    }
    group
}

/// Notes which words the case made last shows otherwise: in `words` if it shows as many. Where they are
/// more or fewer, as when a key of a map is there already, nobody can tell which is which. Does it
/// show as many everywhere?
fn note(
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
        let noted = if known.is_some() { &mut *words } else { &mut *uneven };
        let places = known.unwrap_or_else(|| between(old, &new));
        noted.extend(places.into_iter().map(|place| (number, place)));
    }
    even
}
