//! A run: whose turn it is, and the comparisons.

use std::fmt::Debug;
use std::mem;

use crate::data::{Failure, Origin, debug_text};
use crate::observe::{self, Visit};
use crate::panics;
use crate::source::SpanLabel;

/// A run of a list of steps on a model and a system. It knows whose turn it is, so that a panic is attributed
/// to the right one, and fails where the two differ.
///
/// A [`Lockstep`](super::Lockstep) calls these methods in each step:
///
/// ```
/// use forall::machine::Run;
///
/// fn step(model: &mut Vec<u8>, system: &mut Vec<u8>, run: &mut Run) {
///     let expected = run.model(|| model.pop());
///     let reply = run.system(|| system.pop());
///     run.compare(&expected, &reply);
///     run.compare_with(&expected, &reply, |model, system| model.is_some() == system.is_some());
///     run.ensure("reply < 10", reply.is_none_or(|x| x < 10), &reply);
///     run.compare_always("length", &model.len(), &system.len());
///     run.compare_always_with("capacity", &model.len(), &system.capacity(), |length, capacity| length <= capacity);
///     assert!(run.step() < 100, "the index of the step");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    /// The index of the current step, or `None` before the first one.
    step: Option<usize>,
    /// The operation of the current step.
    operation: usize,
    /// The names of all operations.
    operations: &'static [&'static str],
    is_turn_of_model: bool,
    /// Whether someone wants to know the states: visited ones are recorded, or statistics are collected.
    records_states: bool,
    /// A hash of the answers of the model after the current step, if states are recorded.
    answers: u64,
    /// The same answers as text.
    answer_text: String,
    /// The states so far as text, if the machine has questions.
    states: Vec<String>,
    /// The views of the state before the current step, if visited states are recorded.
    visited: [u64; 2],
}

/// Longer answers count by the power of two of their length.
const MAX_EXACT_ANSWER: usize = 24;

impl Run {
    pub(super) fn new(operations: &'static [&'static str]) -> Run {
        Run {
            step: None,
            operation: 0,
            operations,
            is_turn_of_model: false,
            records_states: observe::records_visits() || observe::is_captured(),
            answers: 0,
            answer_text: String::new(),
            states: Vec::new(),
            visited: [0; 2],
        }
    }

    #[inline]
    pub(super) fn begin_step(&mut self, index: usize, operation: usize) {
        self.step = Some(index);
        self.operation = operation;
        self.answers = 0;
    }

    /// Returns the index of the current step. A handle that the step makes has this number.
    #[inline]
    pub fn step(&self) -> usize {
        self.step.unwrap_or_default()
    }

    /// Returns the number of steps that were begun.
    pub(super) fn taken(&self) -> usize {
        self.step.map_or(0, |step| step + 1)
    }

    /// Runs code of the model.
    #[inline]
    pub fn model<R>(&mut self, work: impl FnOnce() -> R) -> R {
        self.is_turn_of_model = true;
        let reply = work();
        self.is_turn_of_model = false;
        reply
    }

    /// Runs code of the system.
    #[inline]
    pub fn system<R>(&mut self, work: impl FnOnce() -> R) -> R {
        self.is_turn_of_model = false;
        work()
    }

    /// Begins code of the model, which ends when that of the system [begins](Run::begin_system). Does the same as
    /// [`model`](Run::model) without a closure, which is compiled for each step.
    ///
    /// ```
    /// use forall::machine::Run;
    ///
    /// fn step(model: &mut Vec<u8>, system: &mut Vec<u8>, run: &mut Run) {
    ///     run.begin_model();
    ///     let expected = model.pop();
    ///     run.begin_system();
    ///     let reply = system.pop();
    ///     run.compare(&expected, &reply);
    /// }
    /// ```
    #[inline]
    pub fn begin_model(&mut self) {
        self.is_turn_of_model = true;
    }

    /// Begins code of the system.
    #[inline]
    pub fn begin_system(&mut self) {
        self.is_turn_of_model = false;
    }

    /// Fails if the replies to the current step differ.
    #[inline]
    pub fn compare<R: PartialEq + Debug>(&self, model: &R, system: &R) {
        if model != system {
            self.replies_differ(model, system);
        }
    }

    /// Fails if the replies to the current step do not agree, as the condition says.
    #[inline]
    pub fn compare_with<R: Debug>(
        &self,
        model: &R,
        system: &R,
        agree: impl FnOnce(&R, &R) -> bool,
    ) {
        if !agree(model, system) {
            self.replies_differ(model, system);
        }
    }

    /// Fails if the answers to a question that is always asked differ.
    #[inline]
    pub fn compare_always<R: PartialEq + Debug>(
        &mut self,
        question: &'static str,
        model: &R,
        system: &R,
    ) {
        self.compare_always_with(question, model, system, PartialEq::eq);
    }

    /// Fails if the answers to a question that is always asked do not agree, as the condition says.
    #[inline]
    pub fn compare_always_with<R: Debug>(
        &mut self,
        question: &'static str,
        model: &R,
        system: &R,
        agree: impl FnOnce(&R, &R) -> bool,
    ) {
        if self.records_states {
            self.add_answer(question, model);
        }
        if !agree(model, system) {
            self.answers_differ(question, model, system);
        }
    }

    /// Fails if a condition on the current step does not hold. `claim` is its text, and `reply` the reply of the
    /// system.
    #[inline]
    pub fn ensure<R: Debug>(&self, claim: &str, holds: bool, reply: &R) {
        if !holds {
            self.condition_fails(claim, reply);
        }
    }

    #[cold]
    fn add_answer(&mut self, question: &str, answer: &dyn Debug) {
        let text = debug_text(answer);
        let is_exact = text.len() <= MAX_EXACT_ANSWER;
        let hash =
            if is_exact { SpanLabel::new(&text).hash() } else { u64::from(text.len().ilog2()) };
        let separator = if self.answer_text.is_empty() { "" } else { ", " };
        let shown = if is_exact { &text } else { "…" };
        self.answer_text.push_str(&format!("{separator}{question}: {shown}"));
        self.answers = (self.answers ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }

    /// Records the state after the current step, and the step that led to it, if someone wants to know. There are two
    /// views of the state: the answers to all questions, and the kind of state that the model is in.
    #[inline]
    pub(super) fn visit(&mut self, kind: impl FnOnce() -> u64) {
        if self.records_states {
            self.visit_states([self.answers, kind()]);
        }
    }

    #[cold]
    fn visit_states(&mut self, states: [u64; 2]) {
        let operation = self.step.map_or(0, |_| self.operation as u64 + 1);
        for (view, (old, new)) in self.visited.iter().zip(&states).enumerate() {
            // A machine without questions, or whose model is not hashed, has one view only.
            if *new != 0 {
                let change = old.rotate_left(17) ^ new.rotate_left(34) ^ operation;
                let steps = Some(self.taken());
                let view = 2 * view as u8;
                observe::visit_in(Visit { view, state: new.wrapping_add(u64::from(view)), steps });
                let view = view + 1;
                let state = change.wrapping_add(u64::from(view));
                // There are too many kinds of changes to return to each.
                let steps = steps.filter(|_| view == 1);
                observe::visit_in(Visit { view, state, steps });
            }
        }
        self.visited = states;
        if !self.answer_text.is_empty() {
            self.states.push(mem::take(&mut self.answer_text));
        }
    }

    #[cold]
    fn replies_differ(&self, model: &dyn Debug, system: &dyn Debug) -> ! {
        self.differ(self.operation(), &format!("the replies differ {}", self.at()), model, system)
    }

    #[cold]
    fn answers_differ(&self, question: &'static str, model: &dyn Debug, system: &dyn Debug) -> ! {
        self.differ(question, &format!("differs {}", self.after()), model, system)
    }

    #[cold]
    fn condition_fails(&self, claim: &str, reply: &dyn Debug) -> ! {
        let reply = debug_text(reply);
        let message = format!("`{claim}` does not hold {}\nreply: {reply}", self.at());
        self.fail(self.operation(), message)
    }

    #[cold]
    fn differ(&self, name: &'static str, claim: &str, model: &dyn Debug, system: &dyn Debug) -> ! {
        let [model, system] = [model, system].map(debug_text);
        self.fail(name, format!("{claim}\n   model: {model}\n  system: {system}"))
    }

    #[cold]
    fn fail(&self, name: &'static str, message: String) -> ! {
        panics::fail(Failure { origin: Origin::Named(name), message, step: self.step })
    }

    /// Returns the failure of this run, for a panic that was caught.
    #[cold]
    pub(super) fn failure(&self, caught: Failure) -> Failure {
        let Failure { origin, message, step } = caught;
        if let Origin::Named(_) = origin {
            return Failure { origin, message, step };
        }
        let place = self.place();
        let step = self.step;
        match (self.is_turn_of_model, origin) {
            (true, Origin::Panic(location)) => {
                let message = format!("{message}\nat {location}, {place}");
                Failure { origin: Origin::MODEL_PANICKED, message, step }
            }
            (true, _) => {
                let message = format!("{message}\n{place}");
                Failure { origin: Origin::MODEL_PANICKED, message, step }
            }
            (false, origin) => Failure { origin, message: format!("{message}\n{place}"), step },
        }
    }

    /// Returns the states so far as text: the answers to all questions.
    pub(super) fn states(&self) -> &[String] {
        &self.states
    }

    fn operation(&self) -> &'static str {
        self.operations[self.operation]
    }

    fn at(&self) -> String {
        format!("at step {}", self.step() + 1)
    }

    fn after(&self) -> String {
        match self.step {
            None => "at the start".to_owned(),
            Some(step) => format!("after step {}", step + 1),
        }
    }

    fn place(&self) -> String {
        match self.step {
            None => "at the start".to_owned(),
            Some(step) => format!("in step {}, `{}`", step + 1, self.operation()),
        }
    }
}
