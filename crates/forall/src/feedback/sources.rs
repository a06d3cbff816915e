//! The instruments that need no special build.
//!
//! ```
//! use forall::feedback::{Labels, Premises, Probes, Scores, Shape, Steps, step};
//! use forall::property::property;
//! use forall::runner::{Guide, Options, fuzz_with};
//!
//! let property = property! {
//!     forall xs: Vec<u8>;
//!     implies xs.len() < 9;
//!     classify "sorted": xs.is_sorted();
//!     check { xs.iter().for_each(|_| step()); true }
//! };
//! let mut guide = Guide::usual().instrument((Premises, Shape, Labels, Scores, Probes, Steps));
//! let report = fuzz_with(&property, &mut guide, &Options { tests: 100, ..Options::default() });
//! assert_eq!(report.sources[..3], ["premises", "shape", "labels"]);
//! ```

use super::words::{listen, pass_on, recount};
use super::{Feedback, Instrument, Map, Reducer, Test, rank};
use crate::block::Observation;
use crate::property::{Seen, Way};
use crate::report::Verdict;
use crate::source::{Constraint, Label, Role, Value};

/// How many of the premises held: a test that was turned away later than any other is news.
#[derive(Clone, Copy, Debug, Default)]
pub struct Premises;

impl Instrument for Premises {
    fn sources(&self, names: &mut Vec<&'static str>) {
        names.push("premises");
    }

    #[inline]
    fn read(&mut self, test: &Test<'_>, feedback: &mut Feedback) {
        let reached = match test.verdict {
            Verdict::Discard(node) | Verdict::Reject(node, _) => *node as u64,
            Verdict::Pass | Verdict::Fail(_) => u64::MAX,
        };
        feedback.add(Map::PREMISES, 0, reached, Reducer::Max);
    }
}

/// What kind of value it was: which branches its domains took, each together with the one before it, as
/// coverage sees the edges of a program; and about how many elements there were.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape;

impl Instrument for Shape {
    fn sources(&self, names: &mut Vec<&'static str>) {
        names.push("shape");
    }

    fn read(&mut self, test: &Test<'_>, feedback: &mut Feedback) {
        let mut before = 0;
        for choice in &test.record.choices {
            match (choice.role, &choice.value) {
                (Role::Branch, Value::Integer(branch)) => {
                    let of = &test.record.constraints[choice.constraint as usize];
                    let count = if let Constraint::Integer { max, .. } = of { *max } else { 0 };
                    let taken = pair(count as u64, *branch as u64);
                    feedback.add(Map::SHAPE, pair(before, taken), 1, Reducer::Sum);
                    before = taken;
                }
                (Role::More, Value::Bool(true)) => feedback.add(Map::SHAPE, 0, 1, Reducer::Sum),
                _ => {}
            }
        }
    }
}

/// What the property calls its inputs: `classify`, `cover` and `collect`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels;

impl Instrument for Labels {
    fn sources(&self, names: &mut Vec<&'static str>) {
        names.push("labels");
    }

    fn read(&mut self, test: &Test<'_>, feedback: &mut Feedback) {
        for Observation { at, seen, .. } in (test.observe)() {
            let at = *at as u64;
            match seen {
                Seen::Flag(flag) => {
                    feedback.add(Map::LABELS, at, 1 << u64::from(*flag), Reducer::Or);
                }
                Seen::Text(text) => label(at, text, feedback),
                Seen::Texts(texts) => texts.iter().for_each(|text| label(at, text, feedback)),
                Seen::Score(_) => {}
            }
        }
    }
}

/// What the property wants driven up or down: `maximize` and `minimize`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores;

impl Instrument for Scores {
    fn sources(&self, names: &mut Vec<&'static str>) {
        names.push("scores");
    }

    fn read(&mut self, test: &Test<'_>, feedback: &mut Feedback) {
        for observation in (test.observe)() {
            let reducer = match observation.way {
                Way::Maximize => Reducer::Max,
                Way::Minimize => Reducer::Min,
                _ => continue,
            };
            if let Seen::Score(score) = observation.seen {
                feedback.add(Map::SCORES, observation.at as u64, rank(score), reducer);
            }
        }
    }
}

/// What the code under test says by [`probe`](super::probe()) and its siblings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Probes;

impl Instrument for Probes {
    fn sources(&self, names: &mut Vec<&'static str>) {
        names.push("probes");
    }

    #[inline]
    fn reset(&mut self) {
        listen();
    }

    #[inline]
    fn read(&mut self, _: &Test<'_>, feedback: &mut Feedback) {
        pass_on(feedback);
    }
}

/// How many [steps](super::step) the code under test counted. The count is the same for the same
/// input, which time is not.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steps;

impl Instrument for Steps {
    fn sources(&self, names: &mut Vec<&'static str>) {
        names.push("steps");
    }

    fn reset(&mut self) {
        recount();
    }

    fn read(&mut self, _: &Test<'_>, feedback: &mut Feedback) {
        feedback.add(Map::STEPS, 0, recount(), Reducer::Max);
    }
}

fn label(at: u64, text: &str, feedback: &mut Feedback) {
    feedback.add(Map::LABELS, pair(at, Label::new(text).hash()), 1, Reducer::Or);
}

/// One key of two.
fn pair(left: u64, right: u64) -> u64 {
    (left.rotate_left(17) ^ right).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
