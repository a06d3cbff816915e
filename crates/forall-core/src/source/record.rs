//! Records: all that one test drew.

use std::cmp::Ordering;
use std::ops::Range;

use forall_format::ChoiceValue;
use forall_format::hash::fnv1a;

use super::choice::{Choice, Constraint, Role};
use super::provenance::Provenance;

/// The choices of one test, and how they nest.
///
/// ```
/// use forall::block::regenerate;
/// use forall::property::property;
/// use forall::source::{Constraint, Source};
///
/// let property = property! { forall x in 0..9_usize; forall xs: Vec<u8>; check xs.len() > *x };
/// let record = regenerate(&property, Source::from_seed(1, 5)).unwrap().record;
/// assert_eq!(record.variable(0), Some(0..1));
/// assert_eq!(record.constraint(0), &Constraint::Integer { min: 0, max: 8, toward: 0 });
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// What was drawn, in order.
    pub choices: Vec<Choice>,
    /// What the draws were from; a choice names its own by position.
    pub constraints: Vec<Constraint>,
    /// Which choices belong together, in the order in which the spans began.
    pub spans: Vec<Span>,
    /// The first draw for which the replayed value was not permitted.
    pub misaligned: Option<usize>,
    /// Was more drawn than there was to replay, although that was forbidden?
    pub overrun: bool,
    /// Where the choices come from.
    pub provenance: Provenance,
    /// The first choice that differs from the record it was mutated from, if it was.
    pub first_change: Option<usize>,
}

/// Choices that belong together.
///
/// ```
/// use forall::source::{Label, Source, Span};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// source.span(Label::new("point"), |source| (source.branch(9), source.branch(9)));
/// let point = Label::new("point");
/// let span = Span { label: point, start: 0, end: 2, depth: 0, discarded: false };
/// assert_eq!(source.into_record().spans, [span]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What they make.
    pub label: Label,
    /// The first of them.
    pub start: usize,
    /// The one after the last of them.
    pub end: usize,
    /// How many spans this one is inside of.
    pub depth: u32,
    /// Was the value thrown away, as by a filter?
    pub discarded: bool,
}

/// What a span makes: a stable name, hashed.
///
/// ```
/// use forall::source::Label;
///
/// const POINT: Label = Label::new("my_crate::point");
/// assert_eq!(POINT.hash(), Label::new("my_crate::point").hash());
/// assert_ne!(Label::variable(0), Label::variable(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label(u64);

impl Label {
    /// A collection, with all its elements.
    pub const LIST: Label = Label::new("forall::list");
    /// One element of a collection, with the choice that there is one.
    pub const ELEMENT: Label = Label::new("forall::element");
    /// One alternative of a domain that has several.
    pub const BRANCH: Label = Label::new("forall::branch");
    /// One try of a filter.
    pub const TRY: Label = Label::new("forall::try");

    /// The label of this name: the same in every release (64-bit FNV-1a).
    pub const fn new(name: &str) -> Label {
        Label(fnv1a(name.as_bytes()))
    }

    /// The hash.
    pub const fn hash(self) -> u64 {
        self.0
    }

    /// The label with this hash.
    pub(super) const fn of_hash(hash: u64) -> Label {
        Label(hash)
    }

    /// The label of all that the quantifier at this place in a property draws.
    pub const fn variable(at: usize) -> Label {
        Label(at as u64)
    }
}

impl Record {
    /// The values alone: what a replay needs.
    pub fn values(&self) -> Vec<ChoiceValue> {
        self.choices.iter().map(|choice| choice.value.clone()).collect()
    }

    /// How much there is to it: the choices, and what is in texts and bytes.
    pub fn size(&self) -> u64 {
        let mut size = self.choices.len();
        for choice in &self.choices {
            size += match &choice.value {
                ChoiceValue::String(text) => text.len(),
                ChoiceValue::Bytes(bytes) => bytes.len(),
                _ => 0,
            };
        }
        size as u64
    }

    /// Were exactly the replayed values drawn, of which there were so many?
    pub fn is_replay_of(&self, count: usize) -> bool {
        self.misaligned.is_none() && !self.overrun && self.choices.len() == count
    }

    /// What the choice at `index` was drawn from.
    pub fn constraint(&self, index: usize) -> &Constraint {
        &self.constraints[self.choices[index].constraint as usize]
    }

    /// What one span drew, as a record of its own.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use forall::source::{Label, Policy, Source};
    ///
    /// let mut source = Source::from_seed(1, 5).recording();
    /// let point = |source: &mut Source| (source.branch(9), source.branch(9));
    /// source.span(Label::new("near"), point);
    /// source.span(Label::new("far"), point);
    /// let record = source.into_record();
    ///
    /// assert_eq!((record.values().len(), record.size()), (4, 4));
    /// let near = record.part(&record.spans[0]);
    /// assert_eq!(near.values(), record.values()[..2]);
    /// assert_eq!(near.compare(&record), Ordering::Less, "it is shorter");
    ///
    /// let mut again = Source::replay(near.values(), Policy::STRICT);
    /// point(&mut again);
    /// assert!(again.record().unwrap().is_replay_of(2));
    /// ```
    pub fn part(&self, span: &Span) -> Record {
        let inside = |s: &&Span| s.depth > span.depth && span.start <= s.start && s.end <= span.end;
        let spans = self.spans.iter().filter(inside).map(|s| {
            let (start, end) = (s.start - span.start, s.end - span.start);
            Span { start, end, ..s.clone() }
        });
        Record {
            choices: self.choices[span.start..span.end].to_vec(),
            constraints: self.constraints.clone(),
            spans: spans.collect(),
            ..Record::default()
        }
    }

    /// The choices of the quantifier at this place in the property.
    pub fn variable(&self, at: usize) -> Option<Range<usize>> {
        let span = self.spans.iter().find(|s| s.depth == 0 && s.label == Label::variable(at))?;
        Some(span.start..span.end)
    }

    /// Which of two records is simpler: the shorter, and then the one whose first difference is
    /// simpler (shortlex).
    pub fn compare(&self, other: &Record) -> Ordering {
        let length = self.choices.len().cmp(&other.choices.len());
        let rank =
            |record: &Record, at: usize| record.constraint(at).rank(&record.choices[at].value);
        let mut each = (0..self.choices.len()).map(|at| rank(self, at).cmp(&rank(other, at)));
        length.then_with(|| each.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }

    pub(super) fn clear(&mut self) {
        // Not `Record::default()`: the memory is used again.
        self.choices.clear();
        self.constraints.clear();
        self.spans.clear();
        self.misaligned = None;
        self.overrun = false;
        self.provenance = Provenance::Fresh;
        self.first_change = None;
    }

    pub(super) fn push(&mut self, value: ChoiceValue, role: Role, constraint: Constraint) {
        let constraint = self.intern(constraint);
        self.choices.push(Choice { value, role, constraint });
    }

    /// A test uses few constraints, and mostly the last ones again.
    fn intern(&mut self, constraint: Constraint) -> u32 {
        let known = self.constraints.iter().rposition(|known| *known == constraint);
        known.unwrap_or_else(|| {
            self.constraints.push(constraint);
            self.constraints.len() - 1
        }) as u32
    }
}
