//! Instruments that work in any build.

use super::hooks::{move_to, start, take_ticks};
use super::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer, rank};
use crate::block::Observation;
use crate::observe;
use crate::property::{ObservationKind, ObservationValue};
use crate::report::Verdict;
use crate::source::{ChoiceValue, Constraint, Role, SpanLabel};

/// Records the number of premises that held. A test that is discarded by a later premise than all earlier
/// tests is new.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Premises};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let reached = |verdict: Verdict| {
///     let mut feedback = Feedback::new();
///     let test = FinishedTest { verdict: &verdict, record: &Record::default(), observe: &|| &[] };
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

/// Records the shape of the inputs: the branches that their domains took, and roughly the number of elements
/// of their collections. Each branch is recorded together with the branch before it, like the edges of a
/// program, and with the number of premises that held.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Shape};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let shape = |seed| {
///     let mut source = Source::from_seed(seed, 5).recording();
///     source.branch(2);
///     let record = source.into_record();
///     let test = FinishedTest { verdict: &Verdict::Pass, record: &record, observe: &|| &[] };
///     let mut feedback = Feedback::new();
///     Shape.read(&test, &mut feedback);
///     feedback
/// };
/// assert!(shape(1).entries().iter().any(|entry| entry.map == FeedbackMap::SHAPE));
/// assert!((2..20).any(|seed| !shape(seed).matches(&shape(1))), "a seed takes the other branch");
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
                    let constraint = &test.record.constraints[choice.constraint as usize];
                    let count =
                        if let Constraint::Integer { max, .. } = constraint { *max } else { 0 };
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

/// Records the labels that the property gives its inputs with `classify`, `cover` and `collect`.
///
/// ```
/// use forall::feedback::{Feedback, FinishedTest, Instrument, Labels};
/// use forall::block::observe;
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let property = property! { forall x: u8; collect "digits": x.to_string().len(); check true };
/// let labels = |x| {
///     let mut feedback = Feedback::new();
///     let verdict = &Verdict::Pass;
///     let record = &Record::default();
///     let observations = observe(&property, &(x, ()));
///     Labels.read(&FinishedTest { verdict, record, observe: &|| &observations }, &mut feedback);
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
        for Observation { at, value, .. } in (test.observe)() {
            let at = *at as u64;
            match value {
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

/// Records the scores that the property declares with `maximize` and `minimize`.
///
/// ```
/// use forall::feedback::{Feedback, FinishedTest, Instrument, Scored, Scores};
/// use forall::block::observe;
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let property = property! { forall x: u8; maximize f64::from(*x); check true };
/// let mut feedback = Feedback::new();
/// let observations = observe(&property, &(42, ()));
/// let verdict = &Verdict::Pass;
/// let record = &Record::default();
/// Scores.read(&FinishedTest { verdict, record, observe: &|| &observations }, &mut feedback);
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
            let reducer = match observation.kind {
                ObservationKind::Maximize => Reducer::Max,
                ObservationKind::Minimize => Reducer::Min,
                _ => continue,
            };
            if let ObservationValue::Score(score) = observation.value {
                feedback.add(FeedbackMap::SCORES, observation.at as u64, rank(score), reducer);
            }
        }
    }
}

/// Collects what the code under test records with [`probe`](super::probe()) and the other hooks, and the states
/// that it [visits](crate::observe::visit).
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Probes, probe_id};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let mut feedback = Feedback::new();
/// Probes.reset();
/// probe_id(404);
/// let verdict = &Verdict::Pass;
/// let record = &Record::default();
/// Probes.read(&FinishedTest { verdict, record, observe: &|| &[] }, &mut feedback);
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
        start();
        observe::start_visits();
    }

    #[inline]
    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        move_to(feedback);
        let visits = observe::take_visits();
        for visit in &visits {
            feedback.add(FeedbackMap::STATES, visit.state, 1, Reducer::Sum);
        }
        feedback.set_visits(visits);
    }
}

/// Records the number of [ticks](super::tick) that the code under test counted. Unlike the time, it is the
/// same in every run on the same input.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Ticks, tick, ticks};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let mut feedback = Feedback::new();
/// Ticks.reset();
/// tick();
/// ticks(40);
/// let verdict = &Verdict::Pass;
/// let record = &Record::default();
/// Ticks.read(&FinishedTest { verdict, record, observe: &|| &[] }, &mut feedback);
/// assert_eq!(feedback.get(FeedbackMap::TICKS, 0), Some(41));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ticks;

impl Instrument for Ticks {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("ticks");
    }

    fn reset(&mut self) {
        take_ticks();
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        feedback.add(FeedbackMap::TICKS, 0, take_ticks(), Reducer::Max);
    }
}

/// Returns the number of nodes of the property that a test reached.
fn reached(verdict: &Verdict) -> u64 {
    match verdict {
        Verdict::Discard(node) | Verdict::Reject(node, _) => *node as u64,
        Verdict::Pass | Verdict::Fail(_) => u64::MAX,
    }
}

fn label(at: u64, text: &str, feedback: &mut Feedback) {
    feedback.add(FeedbackMap::LABELS, pair(at, SpanLabel::new(text).hash()), 1, Reducer::Or);
}

/// Combines two keys into one.
fn pair(left: u64, right: u64) -> u64 {
    (left.rotate_left(17) ^ right).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
