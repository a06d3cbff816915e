//! Features: what is characteristic of the choices of a test.

use super::choice::{Choice, Constraint, Role, Value};
use super::record::{Label, Record, Span};

impl Record {
    /// What is characteristic of these choices, as hashes in order, each once: which branch was taken
    /// where, whether a list goes on there, whether a number is at an edge of its range. "Where" is the
    /// place in what encloses it, and which branch that is; for elements of lists, any.
    ///
    /// ```
    /// use forall::block::retrace;
    /// use forall::property::forall;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", forall::any::<(Option<bool>, u8)>()).check(|_| true);
    /// let features = |seed| retrace(&property, Source::from_seed(seed, 5)).unwrap().record.features();
    /// assert_eq!(features(1), features(1));
    /// assert!((2..100).any(|seed| features(seed) != features(1)));
    /// ```
    pub fn features(&self) -> Vec<u64> {
        let mut features = Vec::with_capacity(self.choices.len());
        let mut open = vec![Frame { end: usize::MAX, ..Frame::default() }];
        let mut spans = self.spans.iter().peekable();
        for (at, choice) in self.choices.iter().enumerate() {
            while open.len() > 1 && open.last().is_some_and(|frame| frame.end <= at) {
                open.pop();
            }
            while let Some(span) = spans.next_if(|span| span.start <= at) {
                let frame = open.last_mut().map(|outer| outer.inner(span));
                open.extend(frame.filter(|frame| frame.end > at));
            }
            if let Some(frame) = open.last_mut() {
                features.extend(frame.feature(choice, self.constraint(at)));
            }
        }
        features.sort_unstable();
        features.dedup();
        features
    }
}

/// A span while it is looked at.
#[derive(Default)]
struct Frame {
    end: usize,
    label: u64,
    /// Where it is.
    place: u64,
    /// Which branch it is; until it says so, which one it is in.
    branch: u64,
    /// How many choices and spans there were in it.
    parts: u64,
}

impl Frame {
    fn inner(&mut self, span: &Span) -> Frame {
        let place = mix(mix(self.label, self.branch), self.part());
        let label = span.label.hash();
        Frame { end: span.end, label, place: mix(place, label), branch: self.branch, parts: 0 }
    }

    fn feature(&mut self, choice: &Choice, constraint: &Constraint) -> Option<u64> {
        let place = mix(self.place, self.part());
        let class = class(choice, constraint)?;
        if choice.role == Role::Branch {
            self.branch = class + 1;
        }
        Some(mix(place, class))
    }

    /// The number of the part that comes next. Elements of a list have none, and what comes late where
    /// nobody says how choices belong together has one for all.
    fn part(&mut self) -> u64 {
        self.parts += 1;
        if self.label == Label::LIST.hash() { 0 } else { self.parts.min(16) }
    }
}

/// What is characteristic of a choice by itself.
fn class(choice: &Choice, constraint: &Constraint) -> Option<u64> {
    match (&choice.value, constraint) {
        (Value::Bool(flag), _) => Some(u64::from(*flag)),
        (Value::Integer(i), Constraint::Integer { min, max, .. })
            if choice.role == Role::Branch || max.abs_diff(*min) < 8 =>
        {
            Some(i.abs_diff(*min) as u64)
        }
        (Value::Integer(i), Constraint::Integer { min, max, toward }) => {
            let edges = [*toward, *min, *max];
            Some(edges.iter().position(|edge| edge == i).unwrap_or(edges.len()) as u64)
        }
        (Value::Float(x), constraint) => {
            let simplest = choice.value == constraint.simplest();
            Some(if simplest { 0 } else { 1 + u64::from(x.is_finite()) })
        }
        (Value::Bytes(bytes), _) => Some(bytes.len().min(2) as u64),
        (Value::String(text), _) => Some(text.chars().take(2).count() as u64),
        _ => None,
    }
}

fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a.rotate_left(23) ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}
