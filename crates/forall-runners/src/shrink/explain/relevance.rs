//! Relevance: whether a part matters, tested by replacing it and the other parts that do not matter.

use std::collections::HashSet;
use std::ops::Range;

use super::alternatives::{MIN_ALTERNATIVES, alternatives, related, required_failures};
use super::effects::Group;
use super::subject::{Change, Draw, Subject};
use super::{ShrinkLimits, ShrinkTarget};
use crate::mutation::Mutator;
use crate::source::{ChoiceValue, Random};

/// The number of sizes of fresh values, from 0 on.
const SIZES: usize = 13;
/// After this many draws in a row that were not new, a variable is assumed to have no more values.
const MAX_STALE_DRAWS: usize = 100;

/// How the parts that do not matter are replaced while another part is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Companions {
    /// By other values.
    Replaced,
    /// Not at all.
    Unchanged,
    /// By the value of the tested part, if it is permitted.
    Equal,
}

const ALL_COMPANIONS: [Companions; 3] =
    [Companions::Replaced, Companions::Unchanged, Companions::Equal];

/// What the tested part drew.
enum Drawn {
    /// Nothing, or the same values as before: such a draw has no information.
    Nothing,
    /// Something that changed another part too.
    Interfering,
    /// Other values, and nothing else changed.
    Values(Vec<ChoiceValue>),
}

/// Tests the parts of one case, and collects those that do not matter.
pub(super) struct Relevance<'t> {
    subject: &'t Subject,
    target: &'t mut dyn ShrinkTarget,
    limits: ShrinkLimits,
    calls: u64,
    random: Random,
    /// The variables that do not matter.
    free_variables: Vec<usize>,
    /// The choices that do not matter, with other values for them.
    free_choices: Vec<(usize, Vec<ChoiceValue>)>,
    /// The words of each variable that are replaced by `_`.
    covered: Vec<Vec<bool>>,
}

/// Decisions about variables and groups of choices.
impl<'t> Relevance<'t> {
    pub(super) fn new(
        subject: &'t Subject,
        target: &'t mut dyn ShrinkTarget,
        limits: ShrinkLimits,
    ) -> Relevance<'t> {
        Relevance {
            subject,
            target,
            limits,
            calls: 0,
            random: Random::from_seed(0),
            free_variables: Vec::new(),
            free_choices: Vec::new(),
            covered: subject.texts.iter().map(|words| vec![false; words.len()]).collect(),
        }
    }

    /// Tests a variable, and returns whether it does not matter.
    pub(super) fn frees_variable(&mut self, number: usize) -> bool {
        let span = &self.subject.variables[number];
        let change = |value| Change::Variable(number, vec![value]);
        let mut failed = HashSet::new();
        let single = span.end - span.start == 1;
        let free = (!single || self.alternatives_fail(span.start, &change, &mut failed))
            && self.fresh_values_fail(number, &mut failed);
        if free {
            self.free_variables.push(number);
        }
        free
    }

    /// Tests a group, and returns whether it does not matter.
    pub(super) fn frees_group(&mut self, group: &Group) -> bool {
        let is_known = |at: &usize| self.free_variables.contains(&self.subject.variable_of(*at));
        if !group.coverable || group.choices.iter().any(is_known) {
            return false;
        }
        let choices_before = self.free_choices.clone();
        let covered_before = self.covered.clone();
        for at in &group.choices {
            let values = alternatives(&self.subject.record, *at, &mut self.random);
            self.free_choices.push((*at, values));
        }
        group.words.iter().for_each(|(variable, word)| self.covered[*variable][*word] = true);
        let free = group.choices.iter().all(|at| {
            let mut failed = HashSet::new();
            self.alternatives_fail(*at, &|value| Change::Choice(*at, value), &mut failed)
                && failed.len() >= required_failures(self.subject.record.constraint(*at))
        });
        if !free {
            self.free_choices = choices_before;
            self.covered = covered_before;
        }
        free
    }

    /// Returns whether none of these choices matters, as far as is known.
    pub(super) fn are_free(&self, mut choices: Range<usize>) -> bool {
        let is_free = |at| self.free_choices.iter().any(|(free, _)| *free == at);
        !choices.is_empty() && choices.all(is_free)
    }

    /// Returns for each word of each variable whether it is replaced by `_`, or `None` if no word is.
    pub(super) fn covered_words(mut self) -> Option<Vec<Vec<bool>>> {
        for number in &self.free_variables {
            self.covered[*number].fill(true);
        }
        let any = self.covered.iter().flatten().any(|covered| *covered);
        any.then_some(self.covered)
    }
}

/// The replacements that lead to a decision.
impl Relevance<'_> {
    /// Returns whether all alternatives of a choice fail that are worth a try.
    fn alternatives_fail(
        &mut self,
        at: usize,
        change: &dyn Fn(ChoiceValue) -> Change,
        failed: &mut HashSet<Vec<ChoiceValue>>,
    ) -> bool {
        let related = related(&self.subject.record, at);
        let alternatives = alternatives(&self.subject.record, at, &mut self.random);
        for (turn, value) in alternatives.into_iter().enumerate() {
            if !self.goes_on(&change(value.clone()), turn, failed) {
                return false;
            }
            // A value of another choice may depend on the other parts, so all their replacements are tried.
            let again = !self.is_first() && related.contains(&value);
            let mut each = (1..ALL_COMPANIONS.len()).filter(|_| again);
            let change = change(value);
            if !each.all(|more| self.goes_on(&change, turn + more, &mut HashSet::new())) {
                return false;
            }
        }
        true
    }

    /// Returns whether no other part is known not to matter.
    fn is_first(&self) -> bool {
        self.free_variables.is_empty() && self.free_choices.len() <= 1
    }

    /// Returns whether enough fresh values of a variable fail. Every fourth one is a mutation of the present one.
    fn fresh_values_fail(&mut self, number: usize, failed: &mut HashSet<Vec<ChoiceValue>>) -> bool {
        let mut mutator = Mutator::new(self.random.clone());
        let part = self.subject.record.part(&self.subject.variables[number]);
        let mut turn = 0;
        let mut stale = 0;
        while stale < MAX_STALE_DRAWS && (turn < SIZES || failed.len() < MIN_ALTERNATIVES) {
            let values = match turn % 4 {
                3 => mutator.mutate_choices(&part, &[]),
                _ => self.fresh(number, turn),
            };
            let before = failed.len();
            if !self.goes_on(&Change::Variable(number, values), turn, failed) {
                return false;
            }
            stale = if failed.len() > before { 0 } else { stale + 1 };
            turn += 1;
        }
        !failed.is_empty()
    }

    /// Tests a change, unless it is known to fail, and returns whether to continue. Adds the tested values to
    /// `failed`.
    fn goes_on(
        &mut self,
        change: &Change,
        turn: usize,
        failed: &mut HashSet<Vec<ChoiceValue>>,
    ) -> bool {
        if self.limits.spent(self.calls) {
            return false;
        }
        match self.draw(change, turn) {
            Drawn::Nothing => true,
            Drawn::Interfering => false,
            Drawn::Values(values) if failed.contains(&values) => true,
            Drawn::Values(values) => {
                self.calls += 1;
                let fails = self.target.fails();
                failed.insert(values);
                fails
            }
        }
    }

    /// Generates the case with this change, and compares it with the original.
    fn draw(&mut self, change: &Change, turn: usize) -> Drawn {
        let mut changes = self.companions(change, ALL_COMPANIONS[turn % ALL_COMPANIONS.len()]);
        changes.push(change.clone());
        let source = self.subject.changed(&changes, self.fresh_draw(turn));
        let Some(record) = self.target.generate(source).accepted() else { return Drawn::Nothing };
        let same = self.subject.draws_rest_as_before(&changes, &record)
            && self.subject.prints_rest_as_before(&changes, &self.target.print(), &self.covered);
        if !same {
            return Drawn::Interfering;
        }
        let values = self.subject.drawn(change, &record);
        match values == self.subject.drawn(change, &self.subject.record) {
            true => Drawn::Nothing,
            false => Drawn::Values(values),
        }
    }

    /// Returns a seed, and the size of this iteration.
    fn fresh_draw(&mut self, turn: usize) -> Draw {
        Draw { seed: self.random.word(), size: (turn % SIZES) as u32 }
    }

    /// Returns what a variable draws at the size of this iteration.
    fn fresh(&mut self, number: usize, turn: usize) -> Vec<ChoiceValue> {
        let change = Change::Variable(number, Vec::new());
        let changes = std::slice::from_ref(&change);
        let source = self.subject.changed(changes, self.fresh_draw(turn));
        let record = self.target.generate(source).accepted();
        let record = record.filter(|record| self.subject.draws_rest_as_before(changes, record));
        record.map(|record| self.subject.drawn(&change, &record)).unwrap_or_default()
    }

    /// Returns the changes of the parts that do not matter, while `change` is tested.
    fn companions(&mut self, change: &Change, companions: Companions) -> Vec<Change> {
        let equal = match (companions, change) {
            (Companions::Unchanged, _) => return Vec::new(),
            (Companions::Replaced, _) => &[],
            (Companions::Equal, Change::Choice(_, value)) => std::slice::from_ref(value),
            (Companions::Equal, Change::Variable(_, values)) => values,
        };
        let mut changes = Vec::new();
        for number in &self.free_variables {
            changes.push(Change::Variable(*number, equal.to_vec()));
        }
        for (at, values) in &self.free_choices {
            let value = match equal {
                [value] if self.subject.record.constraint(*at).permits(value) => value,
                _ => match values.get(self.random.below(values.len() as u64) as usize) {
                    Some(other) => other,
                    None => continue,
                },
            };
            if !matches!(change, Change::Choice(of, _) if of == at) {
                changes.push(Change::Choice(*at, value.clone()));
            }
        }
        changes
    }
}
