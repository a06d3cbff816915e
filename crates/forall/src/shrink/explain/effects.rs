//! Effects: which words of what is shown a choice changes.

use std::collections::BTreeSet;

use super::others::others;
use super::subject::{Change, Subject};
use super::words::{between, different, words};
use super::{Limits, Trial};
use crate::source::{Random, Role};

/// How many other values of a choice are looked at.
const SAMPLES: usize = 16;

/// Choices that share words: what can only be covered together.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) choices: Vec<usize>,
    /// The words, by variable and place.
    pub(super) words: BTreeSet<(usize, usize)>,
    /// Can the words be covered? There must be as many of them whatever is drawn, and nothing but
    /// values that are as simple as can be: shrinking would have made so what does not matter.
    pub(super) coverable: bool,
}

/// All choices that change what is shown, in groups. This makes cases and shows them, but runs none.
/// There are no groups if that takes too long.
pub(super) fn groups(subject: &Subject, trial: &mut dyn Trial, limits: &Limits) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for at in 0..subject.record.choices.len() {
        if limits.spent(0) {
            return Vec::new();
        }
        let mut group = effect(subject, at, trial);
        if group.words.is_empty() {
            continue;
        }
        let (shared, rest) =
            groups.into_iter().partition(|other| !other.words.is_disjoint(&group.words));
        groups = rest;
        let shared: Vec<Group> = shared;
        for other in shared {
            group.choices.extend(other.choices);
            group.words.extend(other.words);
            group.coverable &= other.coverable;
        }
        groups.push(group);
    }
    groups.iter_mut().for_each(|group| group.choices.sort_unstable());
    groups.sort_by_key(|group| group.choices[0]);
    groups
}

/// What changes when this choice does, and nothing else.
fn effect(subject: &Subject, at: usize, trial: &mut dyn Trial) -> Group {
    let mut random = Random::from_seed(at as u64);
    let others = others(&subject.record, at, &mut random);
    let coverable = subject.record.choices[at].role == Role::Value && subject.is_simplest(at);
    let mut group = Group { choices: vec![at], words: BTreeSet::new(), coverable };
    for value in others.iter().step_by(others.len().div_ceil(SAMPLES).max(1)) {
        let changes = [Change::Choice(at, value.clone())];
        let record = trial.generate(subject.changed(&changes, (random.word(), 0)));
        if record.is_some_and(|record| subject.draws_alike(&changes, &record)) {
            note(subject, trial, &mut group);
        }
    }
    group
}

/// Notes which words the case made last shows otherwise.
fn note(subject: &Subject, trial: &dyn Trial, group: &mut Group) {
    for (number, (old, new)) in subject.texts.iter().zip(trial.print()).enumerate() {
        let new = words(&new.value);
        let places = different(old, &new).unwrap_or_else(|| {
            group.coverable = false;
            between(old, &new)
        });
        group.words.extend(places.into_iter().map(|place| (number, place)));
    }
}
