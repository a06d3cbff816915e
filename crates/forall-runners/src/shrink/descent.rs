//! The descent: the best case so far, and the operations with which a pass can improve it.

mod sizes;

use std::collections::HashSet;
use std::time::Instant;

use super::hashing::{hash, hash_of};
use super::printed::PrintedSize;
use super::{GeneratedCase, ShrinkLimits, ShrinkTarget};
use crate::report::PassStats;
use crate::source::{
    ChoiceValue, Constraint, OnExhausted, OnMismatch, Policy, Record, Role, Source,
};

/// The maximum number of hashes to remember. When there are more, all are forgotten: a case may then be
/// tried twice, which does no harm.
const MAX_SEEN_HASHES: usize = 1 << 16;

/// Replaces a number that is out of bounds by the bound, and a missing choice by the simplest one.
const NEAREST: Policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };

/// How the drawn choices must match the proposed ones.
#[derive(Clone, Copy)]
enum Fit {
    Any,
    SameLength,
    Exact,
}

/// What makes a case simpler than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Simpler choices.
    Choices,
    /// A smaller print, or an equal one and simpler choices. This is what a person sees, but it takes longer to find out.
    Print,
}

/// A greedy descent from a failing case to simpler ones.
pub(super) struct Descent<'d> {
    best: Record,
    order: Order,
    /// The size of the best case in print, if that counts.
    best_size: PrintedSize,
    target: &'d mut dyn ShrinkTarget,
    limits: &'d ShrinkLimits,
    /// Hashes of proposed choices and of drawn choices. They need not be tried again: the best case only gets
    /// simpler, so a case that was rejected once is always rejected.
    seen: HashSet<u64>,
    /// Hashes of the drawn choices that ran. Unlike `seen`, they do not depend on the order.
    ran: HashSet<u64>,
    /// Numbers, by constraint and value, that a search has found to be minimal.
    settled: HashSet<(u32, i128)>,
    passes: Vec<PassStats>,
    /// The index of the current pass in `passes`.
    current: usize,
    /// The number of cases that may still be generated after the deadline.
    late_cases: u32,
    /// An earlier end, for a part of the descent.
    part: Part,
}

/// The limits of a part of the descent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    deadline: Option<Instant>,
    /// The total number of property calls after which it ends.
    max_tried: u64,
}

impl Part {
    /// No limits but those of the whole descent.
    const ALL: Part = Part { deadline: None, max_tried: u64::MAX };
}

impl<'d> Descent<'d> {
    pub(super) fn new(
        best: Record,
        target: &'d mut dyn ShrinkTarget,
        limits: &'d ShrinkLimits,
    ) -> Descent<'d> {
        let mut descent = Descent {
            best,
            order: Order::Choices,
            best_size: PrintedSize::default(),
            target,
            limits,
            seen: HashSet::new(),
            ran: HashSet::new(),
            settled: HashSet::new(),
            passes: Vec::new(),
            current: 0,
            late_cases: 0,
            part: Part::ALL,
        };
        descent.is_new(hash_of(&descent.best));
        descent.ran.insert(hash_of(&descent.best));
        descent
    }

    /// Returns the index of the step that fails in the best case, if it is a list of steps.
    pub(super) fn failed_step(&self) -> Option<usize> {
        self.target.failure().step
    }

    /// Returns the simplest record known to fail.
    pub(super) fn best(&self) -> &Record {
        &self.best
    }

    /// Returns the statistics of each pass.
    pub(super) fn finish(mut self) -> Vec<PassStats> {
        self.passes.retain(|stats| stats.tried > 0);
        self.passes
    }

    /// Returns whether the limits are reached. Long loops must ask even if they do not run the property.
    pub(super) fn spent(&self) -> bool {
        let tried = self.tried();
        if self.late_cases > 0 {
            return ShrinkLimits { deadline: None, ..self.limits.clone() }.spent(tried);
        }
        self.limits.spent(tried)
            || tried >= self.part.max_tried
            || self.part.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Does `work` within the limits of a part.
    pub(super) fn within(
        &mut self,
        part: Part,
        work: impl FnOnce(&mut Descent<'d>) -> bool,
    ) -> bool {
        self.part = part;
        let done = !self.spent() && work(self);
        self.part = Part::ALL;
        done
    }

    /// Returns the limit on property calls.
    pub(super) fn max_tries(&self) -> u64 {
        self.limits.tries
    }

    /// Returns how often the property may still run.
    pub(super) fn tries_left(&self) -> u64 {
        self.limits.tries.saturating_sub(self.tried())
    }

    /// Returns a part that takes a share of the time that is left, and a share of the property calls.
    pub(super) fn part(&self, time: f64, tries: f64) -> Part {
        let now = Instant::now();
        let share = |deadline: Instant| now + deadline.saturating_duration_since(now).mul_f64(time);
        let tries = (self.tries_left() as f64 * tries) as u64;
        Part {
            deadline: self.limits.deadline.map(share),
            max_tried: self.tried().saturating_add(tries),
        }
    }

    /// Ignores the deadline for the next `cases` generated cases.
    pub(super) fn allow_late_cases(&mut self, cases: u32) {
        self.late_cases = cases;
    }

    /// Returns how often the property ran.
    pub(super) fn tried(&self) -> u64 {
        self.passes.iter().map(|stats| stats.tried).sum()
    }

    /// Returns how often a simpler case was found.
    pub(super) fn accepted(&self) -> u64 {
        self.passes.iter().map(|stats| stats.accepted).sum()
    }

    /// Starts a pass. The following tries are counted for it.
    pub(super) fn start_pass(&mut self, pass: &'static str) {
        let known = self.passes.iter().position(|stats| stats.pass == pass);
        self.current = known.unwrap_or_else(|| {
            self.passes.push(PassStats { pass, tried: 0, accepted: 0 });
            self.passes.len() - 1
        });
    }

    /// Generates a case from these values, without running the property. Returns `None` if a domain rejects them,
    /// or if the limits are reached.
    pub(super) fn probe(&mut self, values: Vec<ChoiceValue>) -> Option<Record> {
        if self.spent() {
            return None;
        }
        self.generate(values)
    }

    fn generate(&mut self, values: Vec<ChoiceValue>) -> Option<Record> {
        self.late_cases = self.late_cases.saturating_sub(1);
        self.target.generate(Source::replay(values, NEAREST)).accepted()
    }

    /// Generates a case from this source, without running it.
    pub(super) fn generate_from(&mut self, source: Source) -> GeneratedCase {
        self.target.generate(source)
    }

    /// Replaces the best case by the one generated last, if that is simpler, was not tried before, and fails too.
    pub(super) fn attempt_generated(&mut self, record: Record) -> bool {
        self.is_simpler(&record) && self.is_new(hash_of(&record)) && self.run(record)
    }

    /// Runs the case generated last, whose print has this size, and returns whether it fails. If it is simpler than
    /// the best one, it becomes the best.
    pub(super) fn test_generated(&mut self, record: &Record, size: PrintedSize) -> bool {
        if !self.ran.insert(hash_of(record)) {
            return false;
        }
        self.passes[self.current].tried += 1;
        let fails = self.target.fails();
        if fails && self.is_simpler_in_print(record, size) {
            self.accept(record.clone(), size);
        }
        fails
    }

    /// Replaces the best case by the one generated last, if that is simpler and fails, even if it ran before.
    pub(super) fn attempt_again(&mut self, record: Record) -> bool {
        self.ran.remove(&hash_of(&record));
        self.is_simpler(&record) && self.run(record)
    }

    /// Returns whether the case generated last, with this record, is simpler than the best one.
    fn is_simpler(&self, record: &Record) -> bool {
        match self.order {
            Order::Choices => {
                self.compare_measures().then_with(|| record.compare(&self.best)).is_lt()
            }
            Order::Print => self.is_simpler_in_print(record, self.print_generated().size),
        }
    }

    /// Replaces the best case by the one that these values generate, if that is simpler and fails too. The
    /// property runs only if the case is simpler and was not tried before.
    pub(super) fn attempt(&mut self, values: Vec<ChoiceValue>) -> bool {
        self.attempt_if(values, Fit::Any)
    }

    /// Does the same as [`attempt`](Descent::attempt), but only if as many values are drawn as proposed: for
    /// changes that should not affect other draws.
    pub(super) fn attempt_same_length(&mut self, values: Vec<ChoiceValue>) -> bool {
        self.attempt_if(values, Fit::SameLength)
    }

    /// Does the same as [`attempt`](Descent::attempt), but only if exactly these values are drawn: for
    /// changes that are meaningless if the domains interpret them differently.
    pub(super) fn attempt_exactly(&mut self, values: Vec<ChoiceValue>) -> bool {
        self.attempt_if(values, Fit::Exact)
    }

    fn attempt_if(&mut self, values: Vec<ChoiceValue>, fit: Fit) -> bool {
        let proposed = hash(values.iter());
        let length = values.len();
        if self.spent() || !self.is_new(proposed) {
            return false;
        }
        let Some(record) = self.generate(values) else { return false };
        if !self.is_simpler(&record) {
            return false;
        }
        let drawn = hash_of(&record);
        let fits = match fit {
            Fit::Any => true,
            Fit::SameLength => record.choices.len() == length,
            Fit::Exact => drawn == proposed,
        };
        if !fits {
            // Another pass may propose it with a weaker requirement.
            self.seen.remove(&proposed);
            return false;
        }
        if drawn != proposed && !self.is_new(drawn) {
            return false;
        }
        self.run(record)
    }

    /// Runs the case generated last, and makes it the best one if it fails.
    fn run(&mut self, record: Record) -> bool {
        if !self.ran.insert(hash_of(&record)) {
            return false;
        }
        self.passes[self.current].tried += 1;
        let fails = self.target.fails();
        if fails {
            let size = match self.order {
                Order::Choices => PrintedSize::default(),
                Order::Print => self.print_generated().size,
            };
            self.accept(record, size);
        }
        fails
    }

    /// Makes the case generated last the best one.
    fn accept(&mut self, record: Record, size: PrintedSize) {
        let stats = &mut self.passes[self.current];
        stats.accepted += 1;
        self.target.accept(record.clone(), stats.pass);
        self.best = record;
        self.best_size = size;
    }

    /// Returns whether this hash is new, and remembers it.
    fn is_new(&mut self, hash: u64) -> bool {
        if self.seen.len() >= MAX_SEEN_HASHES {
            self.seen.clear();
        }
        self.seen.insert(hash)
    }
}

/// Access to the best case, and changes of single choices.
impl Descent<'_> {
    pub(super) fn values(&self) -> Vec<ChoiceValue> {
        self.best.values()
    }

    pub(super) fn len(&self) -> usize {
        self.best.choices.len()
    }

    /// Returns whether the best case has a span with this index, and the limits are not reached.
    pub(super) fn has_span(&self, span: usize) -> bool {
        span < self.best.spans.len() && !self.spent()
    }

    /// Returns whether the best case has a choice with this index, and the limits are not reached.
    pub(super) fn has_choice(&self, at: usize) -> bool {
        at < self.len() && !self.spent()
    }

    /// Returns the choice at this index, if it is an integer that represents a number.
    pub(super) fn number(&self, at: usize) -> Option<Number> {
        let choice = self.best.choices.get(at)?;
        let counts = matches!(choice.role, Role::Value | Role::Length | Role::Reference);
        match (self.best.constraint(at), &choice.value) {
            (Constraint::Integer { min, max, toward }, ChoiceValue::Integer(value)) if counts => {
                Some(Number {
                    at,
                    value: *value,
                    min: *min,
                    max: *max,
                    toward: *toward,
                    kind: choice.constraint,
                })
            }
            _ => None,
        }
    }

    /// Returns all integers.
    pub(super) fn numbers(&self) -> Vec<Number> {
        (0..self.len()).filter_map(|at| self.number(at)).collect()
    }

    /// Returns whether the choice at this index has its simplest value.
    pub(super) fn is_simplest(&self, at: usize) -> bool {
        self.best.constraint(at).simplest() == self.best.choices[at].value
    }

    /// Remembers that a search found this number to be minimal, so that other searches can skip it.
    pub(super) fn mark_settled(&mut self, number: &Number, distance: u128) {
        self.settled.insert((number.kind, number.at_distance(distance)));
    }

    /// Returns whether a search found this number to be minimal.
    pub(super) fn is_settled(&self, number: &Number) -> bool {
        self.settled.contains(&(number.kind, number.value))
    }

    /// [Attempts](Descent::attempt) the best case with some values replaced.
    pub(super) fn attempt_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.attempt(values))
    }

    /// Attempts the best case with some values replaced, if [as many](Descent::attempt_same_length) are drawn.
    pub(super) fn attempt_same_length_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.attempt_same_length(values))
    }

    /// Attempts the best case with some values replaced, if [exactly these](Descent::attempt_exactly) are drawn.
    pub(super) fn attempt_exactly_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.attempt_exactly(values))
    }

    /// Runs the best case with some values replaced by more complex ones, and returns whether it fails.
    pub(super) fn fails_with(&mut self, changes: &[(usize, ChoiceValue)]) -> bool {
        self.with(changes).is_some_and(|values| self.fails(values))
    }

    /// Runs the case that these values generate, even if it is more complex than the best one, and returns whether it fails.
    pub(super) fn fails(&mut self, values: Vec<ChoiceValue>) -> bool {
        if self.spent() || self.generate(values).is_none() {
            return false;
        }
        self.passes[self.current].tried += 1;
        self.target.fails()
    }

    /// Returns the choices of the best case with some values replaced, or `None` if the limits are reached: copying a
    /// large case takes time.
    fn with(&self, changes: &[(usize, ChoiceValue)]) -> Option<Vec<ChoiceValue>> {
        if self.spent() {
            return None;
        }
        let mut values = self.values();
        for (at, value) in changes {
            *values.get_mut(*at)? = value.clone();
        }
        Some(values)
    }
}

/// An integer among the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Its index among the choices.
    pub(super) at: usize,
    /// Its value.
    pub(super) value: i128,
    /// The smallest permitted value.
    pub(super) min: i128,
    /// The largest permitted value.
    pub(super) max: i128,
    /// The simplest value.
    pub(super) toward: i128,
    /// The index of its constraint. Numbers with the same constraint are of the same kind.
    pub(super) kind: u32,
}

impl Number {
    /// Returns whether this value is permitted.
    pub(super) fn permits(&self, value: i128) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// Returns the distance from the simplest value.
    pub(super) fn distance(&self) -> u128 {
        self.value.abs_diff(self.toward)
    }

    /// Returns the value at this distance from the simplest one, on the same side.
    pub(super) fn at_distance(&self, distance: u128) -> i128 {
        if self.value < self.toward {
            self.toward.saturating_sub_unsigned(distance)
        } else {
            self.toward.saturating_add_unsigned(distance)
        }
    }

    /// Returns the change of this number to another value.
    pub(super) fn to(&self, value: i128) -> (usize, ChoiceValue) {
        (self.at, ChoiceValue::Integer(value))
    }
}
