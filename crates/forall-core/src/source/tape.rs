//! The tape: what a source keeps when it records or replays.

use forall_format::ChoiceValue;

use super::choice::{Constraint, Role};
use super::decode::Bytes;
use super::record::{Label, Record, Span};

/// How a replay meets draws that are not those of the record.
///
/// ```
/// use forall::source::{End, Mismatch, Policy, Source, ChoiceValue};
///
/// let branches = |policy| {
///     let mut source = Source::replay(vec![ChoiceValue::Integer(7), ChoiceValue::Integer(2)], policy);
///     [source.branch(3), source.branch(3), source.branch(3)]
/// };
/// assert_eq!(branches(Policy::STRICT), [0, 0, 0], "after a mismatch, all is lost");
/// assert_eq!(branches(Policy::SIMPLEST), [0, 2, 0]);
/// assert_eq!(branches(Policy { mismatch: Mismatch::Nearest, end: End::Simplest }), [2, 2, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// When the value that is due is not permitted.
    pub mismatch: Mismatch,
    /// When there are no more values.
    pub end: End,
}

/// What to draw when the value that is due is not permitted. The first place is kept in any case.
///
/// ```
/// use forall::source::{Mismatch, Policy, Source, ChoiceValue};
///
/// let branch = |mismatch| {
///     let policy = Policy { mismatch, ..Policy::SIMPLEST };
///     Source::replay(vec![ChoiceValue::Integer(7)], policy).branch(3)
/// };
/// assert_eq!((branch(Mismatch::Simplest), branch(Mismatch::Nearest)), (0, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The simplest value, there and from there on: the record is of no more use.
    Strict,
    /// The simplest permitted value.
    Simplest,
    /// The permitted value that is most like the one due.
    Nearest,
    /// A fresh one.
    Random,
}

/// What to draw when there are no more values.
///
/// ```
/// use forall::source::{End, Policy, Source};
///
/// let mut source = Source::replay(Vec::new(), Policy { end: End::Overrun, ..Policy::SIMPLEST });
/// assert_eq!(source.branch(3), 0);
/// assert!(source.into_record().overrun);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The simplest value, and the record says that it was overrun.
    Overrun,
    /// The simplest permitted value.
    Simplest,
    /// A fresh one.
    Random,
}

impl Policy {
    /// Runs a saved test again and notices any difference.
    pub const STRICT: Policy = Policy { mismatch: Mismatch::Strict, end: End::Overrun };
    /// Makes of a changed record what can be made of it, adding nothing.
    pub const SIMPLEST: Policy = Policy { mismatch: Mismatch::Simplest, end: End::Simplest };
    /// Stays as near to the record as it can, and goes on at random.
    pub const NEAREST: Policy = Policy { mismatch: Mismatch::Nearest, end: End::Random };
}

/// The record so far, and what is still to be replayed.
#[derive(Clone, Debug, Default)]
pub(super) struct Tape {
    pub(super) record: Record,
    /// The spans that have begun and not ended.
    open: Vec<usize>,
    replay: Option<Replay>,
    /// What to replay from the beginning of each outermost span on, by its label.
    slices: Vec<(Label, Vec<ChoiceValue>)>,
}

/// What is still to be replayed.
#[derive(Clone, Debug)]
enum Replay {
    /// The values of a record.
    Values { values: std::vec::IntoIter<ChoiceValue>, policy: Policy },

    /// Bytes, which fit anything.
    Bytes(Bytes),
}

impl Tape {
    pub(super) fn replaying(values: Vec<ChoiceValue>, policy: Policy) -> Tape {
        let replay = Replay::Values { values: values.into_iter(), policy };
        Tape { replay: Some(replay), ..Tape::default() }
    }

    pub(super) fn replaying_spans(spans: Vec<(Label, Vec<ChoiceValue>)>, policy: Policy) -> Tape {
        Tape { slices: spans, ..Tape::replaying(Vec::new(), policy) }
    }

    pub(super) fn decoding(bytes: Vec<u8>) -> Tape {
        Tape { replay: Some(Replay::Bytes(Bytes::new(bytes))), ..Tape::default() }
    }

    /// As if it were new, but for the memory it has.
    pub(super) fn clear(&mut self) {
        let Tape { record, open, replay, slices } = self;
        record.clear();
        open.clear();
        slices.clear();
        *replay = None;
    }

    /// The values that are still to be replayed, if some were.
    pub(super) fn values(&self) -> Option<(&[ChoiceValue], Policy)> {
        match self.replay.as_ref()? {
            Replay::Values { values, policy } => Some((values.as_slice(), *policy)),
            Replay::Bytes(_) => None,
        }
    }

    /// What is to be replayed for each outermost span.
    pub(super) fn slices(&self) -> &[(Label, Vec<ChoiceValue>)] {
        &self.slices
    }

    /// Records what is drawn: what is due in the replay, or else `fresh`.
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

    pub(super) fn open(&mut self, label: Label) {
        let start = self.record.choices.len();
        let depth = self.open.len() as u32;
        if depth == 0 {
            self.turn_to(label);
        }
        self.open.push(self.record.spans.len());
        self.record.spans.push(Span { label, start, end: start, depth, discarded: false });
    }

    /// Goes on with the values of this span, whatever is left of the last one's.
    fn turn_to(&mut self, label: Label) {
        let slice = self.slices.iter_mut().find(|(of, _)| *of == label);
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
        let lost = policy.mismatch == Mismatch::Strict && record.misaligned.is_some();
        match values.next() {
            Some(due) if constraint.permits(&due) && !lost => due,
            Some(due) => {
                record.misaligned.get_or_insert(record.choices.len());
                match policy.mismatch {
                    Mismatch::Strict | Mismatch::Simplest => constraint.simplest(),
                    Mismatch::Nearest => constraint.nearest(&due),
                    Mismatch::Random => fresh,
                }
            }
            None => match policy.end {
                End::Overrun => {
                    record.overrun = true;
                    constraint.simplest()
                }
                End::Simplest => constraint.simplest(),
                End::Random => fresh,
            },
        }
    }
}
