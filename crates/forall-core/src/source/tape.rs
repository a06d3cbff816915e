//! The tape: the state of a source that records or replays.

use forall_format::ChoiceValue;

use super::choice::{Constraint, Role};
use super::from_bytes::Bytes;
use super::record::{Record, Span, SpanLabel};

/// What a replay draws where the recorded values do not fit.
///
/// ```
/// use forall::source::{OnExhausted, OnMismatch, Policy, Source, ChoiceValue};
///
/// let branches = |policy| {
///     let mut source = Source::replay(vec![ChoiceValue::Integer(7), ChoiceValue::Integer(2)], policy);
///     [source.branch(3), source.branch(3), source.branch(3)]
/// };
/// assert_eq!(branches(Policy::STRICT), [0, 0, 0], "a mismatch ends the replay");
/// assert_eq!(branches(Policy::SIMPLEST), [0, 2, 0]);
/// assert_eq!(branches(Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest }), [2, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What to draw if the next value is not permitted.
    pub mismatch: OnMismatch,
    /// What to draw after the last value.
    pub end: OnExhausted,
}

/// What to draw if the next replayed value is not permitted. In any case,
/// [`Record::misaligned`](super::Record::misaligned) holds the index of the first mismatch.
///
/// ```
/// use forall::source::{OnMismatch, Policy, Source, ChoiceValue};
///
/// let branch = |mismatch| {
///     let policy = Policy { mismatch, ..Policy::SIMPLEST };
///     Source::replay(vec![ChoiceValue::Integer(7)], policy).branch(3)
/// };
/// assert_eq!((branch(OnMismatch::Simplest), branch(OnMismatch::Nearest)), (0, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMismatch {
    /// The simplest permitted value for this draw and for all later ones; the remaining replayed values are ignored.
    Strict,
    /// The simplest permitted value.
    Simplest,
    /// The permitted value that is most similar to the replayed one.
    Nearest,
    /// A fresh value.
    Random,
}

/// What to draw after the last replayed value.
///
/// ```
/// use forall::source::{OnExhausted, Policy, Source};
///
/// let mut source = Source::replay(Vec::new(), Policy { end: OnExhausted::Overrun, ..Policy::SIMPLEST });
/// assert_eq!(source.branch(3), 0);
/// assert!(source.into_record().overrun);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnExhausted {
    /// The simplest permitted value. The draw also sets [`Record::overrun`](super::Record::overrun).
    Overrun,
    /// The simplest permitted value.
    Simplest,
    /// A fresh value.
    Random,
}

impl Policy {
    /// Replays a saved test and detects any difference.
    pub const STRICT: Policy = Policy { mismatch: OnMismatch::Strict, end: OnExhausted::Overrun };
    /// Replays a changed record, with the simplest permitted value wherever it does not fit.
    pub const SIMPLEST: Policy =
        Policy { mismatch: OnMismatch::Simplest, end: OnExhausted::Simplest };
    /// Replays a changed record as closely as possible, with fresh values after its end.
    pub const NEAREST: Policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Random };
}

/// The choices recorded so far, and the values still to be replayed.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    pub(super) record: Record,
    /// The indices of the open spans, outermost first.
    open: Vec<usize>,
    replay: Option<Replay>,
    /// The values to replay from the start of each outermost span on, by its label.
    slices: Vec<(SpanLabel, Vec<ChoiceValue>)>,
    /// The indices of the steps of the current list that were replayed and dropped, in the list that is replayed.
    dropped_steps: Vec<usize>,
}

/// A position in the record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    choices: usize,
    spans: usize,
    open: usize,
}

/// The input of a replay.
#[derive(Clone, Debug)]
enum Replay {
    /// The remaining values of a record.
    Values { values: std::vec::IntoIter<ChoiceValue>, policy: Policy },

    /// Bytes, which decode to permitted values of any constraint.
    Bytes(Bytes),
}

impl Tape {
    pub(super) fn replaying(values: Vec<ChoiceValue>, policy: Policy) -> Tape {
        let replay = Replay::Values { values: values.into_iter(), policy };
        Tape { replay: Some(replay), ..Tape::default() }
    }

    pub(super) fn replaying_spans(
        spans: Vec<(SpanLabel, Vec<ChoiceValue>)>,
        policy: Policy,
    ) -> Tape {
        Tape { slices: spans, ..Tape::replaying(Vec::new(), policy) }
    }

    pub(super) fn decoding(bytes: Vec<u8>) -> Tape {
        Tape { replay: Some(Replay::Bytes(Bytes::new(bytes))), ..Tape::default() }
    }

    /// Resets the tape to an empty one, but keeps its allocations.
    pub(super) fn clear(&mut self) {
        let Tape { record, open, replay, slices, dropped_steps } = self;
        record.clear();
        open.clear();
        slices.clear();
        dropped_steps.clear();
        *replay = None;
    }

    /// Returns the values still to be replayed and the policy, or `None` if the tape does not replay
    /// values.
    pub(super) fn values(&self) -> Option<(&[ChoiceValue], Policy)> {
        match self.replay.as_ref()? {
            Replay::Values { values, policy } => Some((values.as_slice(), *policy)),
            Replay::Bytes(_) => None,
        }
    }

    /// Returns whether there are values still to be replayed.
    pub(super) fn has_values(&self) -> bool {
        match &self.replay {
            None => false,
            Some(Replay::Values { values, .. }) => !values.as_slice().is_empty(),
            Some(Replay::Bytes(_)) => true,
        }
    }

    /// Returns the values to replay for each outermost span.
    pub(super) fn slices(&self) -> &[(SpanLabel, Vec<ChoiceValue>)] {
        &self.slices
    }

    /// Records and returns the drawn value: the next value of the replay, or `fresh` if the tape does not
    /// replay.
    pub(super) fn draw(
        &mut self,
        constraint: Constraint,
        role: Role,
        fresh: ChoiceValue,
    ) -> ChoiceValue {
        let value = match &mut self.replay {
            None => fresh,
            Some(replay) => replay.draw(&mut self.record, &constraint, fresh),
        };
        self.record.push(value.clone(), role, constraint);
        value
    }

    /// Returns the current end of the record.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            choices: self.record.choices.len(),
            spans: self.record.spans.len(),
            open: self.open.len(),
        }
    }

    /// Begins a list of steps.
    pub(super) fn begin_steps(&mut self) {
        self.dropped_steps.clear();
    }

    /// Removes the step at this index, with the choices since `mark` and the spans that were opened since then.
    ///
    /// A replay continues with the next list element: its first value says that there is one. If the removed part
    /// was replayed incompletely, the values up to the next flag belong to it.
    pub(super) fn drop_step(&mut self, mark: Mark, index: usize) {
        self.dropped_steps.push(index + self.dropped_steps.len());
        let Record { choices, spans, misaligned, .. } = &mut self.record;
        choices.truncate(mark.choices);
        spans.truncate(mark.spans);
        self.open.truncate(mark.open);
        if let Some(misaligned) = misaligned {
            *misaligned = (*misaligned).min(mark.choices);
        }
        if let Some(Replay::Values { values, .. }) = &mut self.replay {
            let is_flag = |value: &ChoiceValue| matches!(value, ChoiceValue::Bool(_));
            while values.as_slice().first().is_some_and(|value| !is_flag(value)) {
                values.next();
            }
        }
    }

    /// Renumbers the next value of a replay, which refers to a step: earlier steps may have been dropped. A reference to
    /// a dropped step then means the step before it.
    pub(super) fn renumber_reference(&mut self) {
        if let Some(Replay::Values { values, .. }) = &mut self.replay
            && let Some(ChoiceValue::Integer(step)) = values.as_mut_slice().first_mut()
        {
            let is_gone = |dropped: &&usize| **dropped as i128 <= *step;
            let gone = self.dropped_steps.iter().filter(is_gone).count();
            *step = (*step - gone as i128).max(0);
        }
    }

    /// Replaces the value of the choice drawn last by one that has the same effect.
    pub(super) fn correct(&mut self, value: ChoiceValue) {
        let last =
            self.record.choices.last_mut().expect("a choice was drawn before it is corrected");
        last.value = value;
    }

    pub(super) fn open(&mut self, label: SpanLabel) {
        let start = self.record.choices.len();
        let depth = self.open.len() as u32;
        if depth == 0 {
            self.start_slice(label);
        }
        self.open.push(self.record.spans.len());
        self.record.spans.push(Span { label, start, end: start, depth, discarded: false });
    }

    /// Continues the replay with the values of this span, if there are any. Unused values of the previous
    /// span are dropped.
    fn start_slice(&mut self, label: SpanLabel) {
        let slice = self.slices.iter_mut().find(|(span, _)| *span == label);
        if let (Some((_, slice)), Some(Replay::Values { values, .. })) = (slice, &mut self.replay) {
            *values = std::mem::take(slice).into_iter();
        }
    }

    pub(super) fn close(&mut self, discarded: bool) {
        let index = self.open.pop().expect("every span that is closed was opened");
        let span = &mut self.record.spans[index];
        span.end = self.record.choices.len();
        span.discarded = discarded;
    }
}

impl Replay {
    fn draw(
        &mut self,
        record: &mut Record,
        constraint: &Constraint,
        fresh: ChoiceValue,
    ) -> ChoiceValue {
        let (values, policy) = match self {
            Replay::Values { values, policy } => (values, *policy),
            Replay::Bytes(bytes) => return bytes.decode(constraint),
        };
        let lost = policy.mismatch == OnMismatch::Strict && record.misaligned.is_some();
        match values.next() {
            Some(due) if constraint.permits(&due) && !lost => due,
            Some(due) => {
                record.misaligned.get_or_insert(record.choices.len());
                match policy.mismatch {
                    OnMismatch::Strict | OnMismatch::Simplest => constraint.simplest(),
                    OnMismatch::Nearest => constraint.nearest(&due),
                    OnMismatch::Random => fresh,
                }
            }
            None => match policy.end {
                OnExhausted::Overrun => {
                    record.overrun = true;
                    constraint.simplest()
                }
                OnExhausted::Simplest => constraint.simplest(),
                OnExhausted::Random => fresh,
            },
        }
    }
}
