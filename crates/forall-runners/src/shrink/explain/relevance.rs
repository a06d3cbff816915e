//! Trials: does it fail whatever is in a part, and in the others that do not matter?

use std::collections::HashSet;
use std::ops::Range;

use super::alternatives::{FEW, enough, others, shared};
use super::effects::Group;
use super::subject::{Change, Subject};
use super::{ShrinkLimits, ShrinkTarget};
use crate::mutation::Mutator;
use crate::source::{Random, Value};

/// How many sizes fresh values have, from 0 on.
const SIZES: usize = 13;
/// After so many fresh values of which none was new, there are no more.
const STALE: usize = 100;

/// What is drawn for the parts that were found not to matter, while another one is on target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Company {
    /// Something else.
    Other,
    /// What the case has there.
    Kept,
    /// The value that is on target too, where it is permitted.
    Same,
}

const COMPANY: [Company; 3] = [Company::Other, Company::Kept, Company::Same];

/// What a part on target drew.
enum Drawn {
    /// Nothing, or what the case has there: that tells nothing.
    Nothing,
    /// Something else moved with it.
    Moved,
    /// Other values, and all else is as it was.
    Values(Vec<Value>),
}

/// All trials of one case.
pub(super) struct Trials<'t> {
    subject: &'t Subject,
    target: &'t mut dyn ShrinkTarget,
    limits: ShrinkLimits,
    calls: u64,
    random: Random,
    /// What does not matter, as far as is known: variables, choices with other values for them, and
    /// the words in which those are shown.
    variables: Vec<usize>,
    choices: Vec<(usize, Vec<Value>)>,
    covered: Vec<Vec<bool>>,
}

/// What is asked.
impl<'t> Trials<'t> {
    pub(super) fn new(
        subject: &'t Subject,
        target: &'t mut dyn ShrinkTarget,
        limits: ShrinkLimits,
    ) -> Trials<'t> {
        let covered = subject.texts.iter().map(|words| vec![false; words.len()]).collect();
        let (variables, choices) = (Vec::new(), Vec::new());
        let random = Random::from_seed(0);
        Trials { subject, target, limits, calls: 0, random, variables, choices, covered }
    }

    /// Does this variable not matter?
    pub(super) fn variable(&mut self, number: usize) -> bool {
        let span = &self.subject.variables[number];
        let mut failed = HashSet::new();
        let free = (span.end - span.start != 1
            || self.others_fail(
                span.start,
                &|value| Change::Variable(number, vec![value]),
                &mut failed,
            ))
            && self.fresh_fail(number, &mut failed);
        if free {
            self.variables.push(number);
        }
        free
    }

    /// Does this group not matter?
    pub(super) fn group(&mut self, group: &Group) -> bool {
        let known = |at: &usize| self.variables.contains(&self.subject.variable_of(*at));
        if !group.coverable || group.choices.iter().any(known) {
            return false;
        }
        let before = (self.choices.clone(), self.covered.clone());
        for at in &group.choices {
            self.choices.push((*at, others(&self.subject.record, *at, &mut self.random)));
        }
        group.words.iter().for_each(|(variable, word)| self.covered[*variable][*word] = true);
        let free = group.choices.iter().all(|at| {
            let mut failed = HashSet::new();
            self.others_fail(*at, &|value| Change::Choice(*at, value), &mut failed)
                && failed.len() >= enough(self.subject.record.constraint(*at))
        });
        if !free {
            (self.choices, self.covered) = before;
        }
        free
    }

    /// Is it known of all these choices that they do not matter?
    pub(super) fn are_free(&self, mut choices: Range<usize>) -> bool {
        !choices.is_empty() && choices.all(|at| self.choices.iter().any(|(free, _)| *free == at))
    }

    /// Which words can be covered, if any can.
    pub(super) fn found(mut self) -> Option<Vec<Vec<bool>>> {
        for number in &self.variables {
            self.covered[*number].fill(true);
        }
        let any = self.covered.iter().flatten().any(|covered| *covered);
        any.then_some(self.covered)
    }
}

/// What is tried.
impl Trials<'_> {
    /// Do all other values of a choice fail that are worth a try?
    fn others_fail(
        &mut self,
        at: usize,
        change: &dyn Fn(Value) -> Change,
        failed: &mut HashSet<Vec<Value>>,
    ) -> bool {
        let shared = shared(&self.subject.record, at);
        let others = others(&self.subject.record, at, &mut self.random);
        for (turn, value) in others.into_iter().enumerate() {
            if !self.goes_on(&change(value.clone()), turn, failed) {
                return false;
            }
            // The other parts may have to do with what is equal to something in the case.
            let again = !self.is_alone() && shared.contains(&value);
            let mut each = (1..COMPANY.len()).filter(|_| again);
            let change = change(value);
            if !each.all(|more| self.goes_on(&change, turn + more, &mut HashSet::new())) {
                return false;
            }
        }
        true
    }

    /// Is nothing known yet that does not matter?
    fn is_alone(&self) -> bool {
        self.variables.is_empty() && self.choices.len() <= 1
    }

    /// Do enough fresh values of a variable fail? Some are the present one with one change.
    fn fresh_fail(&mut self, number: usize, failed: &mut HashSet<Vec<Value>>) -> bool {
        let mut mutator = Mutator::new(self.random.clone());
        let part = self.subject.record.part(&self.subject.variables[number]);
        let (mut turn, mut stale) = (0, 0);
        while stale < STALE && (turn < SIZES || failed.len() < FEW) {
            let values = match turn % 4 {
                3 => mutator.alter(&part, &[]),
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

    /// Tries a change, unless it is known to fail. Is there reason to go on? A failure is noted.
    fn goes_on(&mut self, change: &Change, turn: usize, failed: &mut HashSet<Vec<Value>>) -> bool {
        if self.limits.spent(self.calls) {
            return false;
        }
        match self.draw(change, turn) {
            Drawn::Nothing => true,
            Drawn::Moved => false,
            Drawn::Values(values) if failed.contains(&values) => true,
            Drawn::Values(values) => {
                self.calls += 1;
                let fails = self.target.fails();
                failed.insert(values);
                fails
            }
        }
    }

    fn draw(&mut self, change: &Change, turn: usize) -> Drawn {
        let mut changes = self.company(change, COMPANY[turn % COMPANY.len()]);
        changes.push(change.clone());
        let source = self.subject.changed(&changes, (self.random.word(), (turn % SIZES) as u32));
        let Some(record) = self.target.generate(source) else { return Drawn::Nothing };
        let alike = self.subject.draws_alike(&changes, &record)
            && self.subject.shows_alike(&changes, &self.target.print(), &self.covered);
        if !alike {
            return Drawn::Moved;
        }
        let values = self.subject.drawn(change, &record);
        match values == self.subject.drawn(change, &self.subject.record) {
            true => Drawn::Nothing,
            false => Drawn::Values(values),
        }
    }

    /// What a variable draws at the size of this turn.
    fn fresh(&mut self, number: usize, turn: usize) -> Vec<Value> {
        let change = Change::Variable(number, Vec::new());
        let changes = std::slice::from_ref(&change);
        let source = self.subject.changed(changes, (self.random.word(), (turn % SIZES) as u32));
        let record = self.target.generate(source);
        let record = record.filter(|record| self.subject.draws_alike(changes, record));
        record.map(|record| self.subject.drawn(&change, &record)).unwrap_or_default()
    }

    /// What is drawn for the parts that do not matter, when this is drawn for the one on target.
    fn company(&mut self, change: &Change, company: Company) -> Vec<Change> {
        let same = match (company, change) {
            (Company::Kept, _) => return Vec::new(),
            (Company::Other, _) => &[],
            (Company::Same, Change::Choice(_, value)) => std::slice::from_ref(value),
            (Company::Same, Change::Variable(_, values)) => values,
        };
        let mut changes = Vec::new();
        for number in &self.variables {
            changes.push(Change::Variable(*number, same.to_vec()));
        }
        for (at, others) in &self.choices {
            let value = match same {
                [value] if self.subject.record.constraint(*at).permits(value) => value,
                _ => match others.get(self.random.below(others.len() as u64) as usize) {
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
