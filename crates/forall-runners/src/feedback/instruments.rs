//! The instruments that need no special build.

use super::hooks::{listen, pass_on, recount};
use super::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer, rank};
use crate::block::Observation;
use crate::property::{ObservationKind, ObservationValue};
use crate::report::Verdict;
use crate::source::{ChoiceValue, Constraint, Role, SpanLabel};

/// How many of the premises held: a test that was turned away later than any other is news.
///
/// ```
/// use forall::feedback::{Feedback, Instrument, FeedbackMap, Premises, FinishedTest};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let reached = |verdict: Verdict| {
///     let (mut feedback, record) = (Feedback::new(), Record::default());
///     let test = FinishedTest { verdict: &verdict, record: &record, observe: &|| &[] };
///     Premises.read(&test, &mut feedback);
///     feedback.get(FeedbackMap::PREMISES, 0)
/// };
/// assert!(reached(Verdict::Discard(1)) < reached(Verdict::Discard(3)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Premises;

impl Instrument for Premises {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("premises");
    }

    #[inline]
    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        feedback.add(FeedbackMap::PREMISES, 0, reached(test.verdict), Reducer::Max);
    }
}

/// What kind of value it was: which branches its domains took, each together with the one before it, as
/// coverage sees the edges of a program; and about how many elements there were. Values that came
/// further into the property are of another kind.
///
/// ```
/// use forall::feedback::{Feedback, Instrument, FeedbackMap, Shape, FinishedTest};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let shape = |seed| {
///     let (mut source, mut feedback) = (Source::from_seed(seed, 5).recording(), Feedback::new());
///     source.branch(2);
///     let test = FinishedTest { verdict: &Verdict::Pass, record: &source.into_record(), observe: &|| &[] };
///     Shape.read(&test, &mut feedback);
///     feedback
/// };
/// assert!(shape(1).entries().iter().any(|entry| entry.map == FeedbackMap::SHAPE));
/// assert!((2..20).any(|seed| !shape(seed).matches(&shape(1))), "the other branch");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape;

impl Instrument for Shape {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("shape");
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        let reached = reached(test.verdict);
        let mut before = reached;
        for choice in &test.record.choices {
            match (choice.role, &choice.value) {
                (Role::Branch, ChoiceValue::Integer(branch)) => {
                    let of = &test.record.constraints[choice.constraint as usize];
                    let count = if let Constraint::Integer { max, .. } = of { *max } else { 0 };
                    let taken = pair(count as u64, *branch as u64);
                    let key = pair(pair(reached, before), taken);
                    feedback.add(FeedbackMap::SHAPE, key, 1, Reducer::Sum);
                    before = taken;
                }
                (Role::More, ChoiceValue::Bool(true)) => {
                    feedback.add(FeedbackMap::SHAPE, reached, 1, Reducer::Sum);
                }
                _ => {}
            }
        }
    }
}

/// What the property calls its inputs: `classify`, `cover` and `collect`.
///
/// ```
/// use forall::feedback::{Feedback, Instrument, Labels, FinishedTest};
/// use forall::block::observe;
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let property = property! { forall x: u8; collect "digits": x.to_string().len(); check true };
/// let labels = |x| {
///     let (seen, mut feedback) = (observe(&property, &(x, ())), Feedback::new());
///     let (verdict, record) = (&Verdict::Pass, &Record::default());
///     Labels.read(&FinishedTest { verdict, record, observe: &|| &seen }, &mut feedback);
///     feedback
/// };
/// assert!(labels(42).matches(&labels(77)) && !labels(42).matches(&labels(7)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels;

impl Instrument for Labels {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("labels");
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        for Observation { at, seen, .. } in (test.observe)() {
            let at = *at as u64;
            match seen {
                ObservationValue::Flag(flag) => {
                    feedback.add(FeedbackMap::LABELS, at, 1 << u64::from(*flag), Reducer::Or);
                }
                ObservationValue::Text(text) => label(at, text, feedback),
                ObservationValue::Texts(texts) => {
                    texts.iter().for_each(|text| label(at, text, feedback))
                }
                ObservationValue::Score(_) => {}
            }
        }
    }
}

/// What the property wants driven up or down: `maximize` and `minimize`.
///
/// ```
/// use forall::feedback::{Feedback, Instrument, Scored, Scores, FinishedTest};
/// use forall::block::observe;
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let property = property! { forall x: u8; maximize f64::from(*x); check true };
/// let (seen, mut feedback) = (observe(&property, &(42, ())), Feedback::new());
/// let (verdict, record) = (&Verdict::Pass, &Record::default());
/// Scores.read(&FinishedTest { verdict, record, observe: &|| &seen }, &mut feedback);
/// assert_eq!(feedback.score(), 42.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores;

impl Instrument for Scores {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("scores");
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        for observation in (test.observe)() {
            let reducer = match observation.way {
                ObservationKind::Maximize => Reducer::Max,
                ObservationKind::Minimize => Reducer::Min,
                _ => continue,
            };
            if let ObservationValue::Score(score) = observation.seen {
                feedback.add(FeedbackMap::SCORES, observation.at as u64, rank(score), reducer);
            }
        }
    }
}

/// What the code under test says by [`probe`](super::probe()) and its siblings.
///
/// ```
/// use forall::feedback::{Feedback, Instrument, FeedbackMap, Probes, FinishedTest, probe_id};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let (mut probes, mut feedback) = (Probes, Feedback::new());
/// probes.reset();
/// probe_id(404);
/// let (verdict, record) = (&Verdict::Pass, &Record::default());
/// probes.read(&FinishedTest { verdict, record, observe: &|| &[] }, &mut feedback);
/// assert_eq!(feedback.get(FeedbackMap::PROBES, 404), Some(1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Probes;

impl Instrument for Probes {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("probes");
    }

    #[inline]
    fn reset(&mut self) {
        listen();
    }

    #[inline]
    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        pass_on(feedback);
    }
}

/// How many [steps](super::step) the code under test counted. The count is the same for the same
/// input, which time is not.
///
/// ```
/// use forall::feedback::{Feedback, Instrument, FeedbackMap, Ticks, FinishedTest, tick, ticks};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let (mut counter, mut feedback) = (Ticks::default(), Feedback::new());
/// counter.reset();
/// tick();
/// ticks(40);
/// let (verdict, record) = (&Verdict::Pass, &Record::default());
/// counter.read(&FinishedTest { verdict, record, observe: &|| &[] }, &mut feedback);
/// assert!(feedback.entries().iter().any(|entry| (entry.map, entry.value) == (FeedbackMap::TICKS, 41)));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ticks;

impl Instrument for Ticks {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("ticks");
    }

    fn reset(&mut self) {
        recount();
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        feedback.add(FeedbackMap::TICKS, 0, recount(), Reducer::Max);
    }
}

/// How far into the property a test came.
fn reached(verdict: &Verdict) -> u64 {
    match verdict {
        Verdict::Discard(node) | Verdict::Reject(node, _) => *node as u64,
        Verdict::Pass | Verdict::Fail(_) => u64::MAX,
    }
}

fn label(at: u64, text: &str, feedback: &mut Feedback) {
    feedback.add(FeedbackMap::LABELS, pair(at, SpanLabel::new(text).hash()), 1, Reducer::Or);
}

/// One key of two.
fn pair(left: u64, right: u64) -> u64 {
    (left.rotate_left(17) ^ right).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
