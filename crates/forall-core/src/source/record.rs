//! Records: the choices that one test drew.

use std::cmp::Ordering;
use std::ops::Range;

use forall_format::ChoiceValue;
use forall_format::hash::fnv1a;

use super::choice::{Choice, Constraint, Role};
use super::provenance::Provenance;

/// The choices of one test and the spans that group them.
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
    /// The choices, in the order in which they were drawn.
    pub choices: Vec<Choice>,
    /// The distinct constraints of the choices. A [choice](Choice::constraint) refers to its constraint by
    /// index.
    pub constraints: Vec<Constraint>,
    /// The spans, in the order in which they were opened.
    pub spans: Vec<Span>,
    /// The index of the first draw whose replayed value was not permitted.
    pub misaligned: Option<usize>,
    /// Whether a replay under [`OnExhausted::Overrun`](super::OnExhausted::Overrun) drew more choices than
    /// there were values.
    pub overrun: bool,
    /// Where the choices come from.
    pub provenance: Provenance,
    /// For a mutated record, the index of the first choice that differs from the original.
    pub first_change: Option<usize>,
}

/// A group of consecutive choices that generate one value.
///
/// ```
/// use forall::source::{SpanLabel, Source, Span};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// source.span(SpanLabel::new("point"), |source| (source.branch(9), source.branch(9)));
/// let point = SpanLabel::new("point");
/// let span = Span { label: point, start: 0, end: 2, depth: 0, discarded: false };
/// assert_eq!(source.into_record().spans, [span]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The kind of value.
    pub label: SpanLabel,
    /// The index of the first choice.
    pub start: usize,
    /// The index after the last choice.
    pub end: usize,
    /// The number of enclosing spans.
    pub depth: u32,
    /// Whether the value was discarded, for example by a filter.
    pub discarded: bool,
}

/// The kind of value that a span generates: the hash of a stable name.
///
/// ```
/// use forall::source::SpanLabel;
///
/// const POINT: SpanLabel = SpanLabel::new("my_crate::point");
/// assert_eq!(POINT.hash(), SpanLabel::new("my_crate::point").hash());
/// assert_ne!(SpanLabel::variable(0), SpanLabel::variable(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpanLabel(u64);

impl SpanLabel {
    /// A collection with all its elements.
    pub const LIST: SpanLabel = SpanLabel::new("forall::list");
    /// One element of a collection, with the choice that there is another element.
    pub const ELEMENT: SpanLabel = SpanLabel::new("forall::element");
    /// The selected alternative of a domain that has several.
    pub const BRANCH: SpanLabel = SpanLabel::new("forall::branch");
    /// A list of steps. A step may refer to earlier ones. It contains one [list](SpanLabel::LIST).
    pub const STEPS: SpanLabel = SpanLabel::new("forall::steps");
    /// The index of an earlier step in the list of [steps](SpanLabel::STEPS).
    pub const REFERENCE: SpanLabel = SpanLabel::new("forall::reference");
    /// One attempt of a filter.
    pub const TRY: SpanLabel = SpanLabel::new("forall::try");

    /// Creates the label with this name. Its hash (64-bit FNV-1a) is the same in every release.
    pub const fn new(name: &str) -> SpanLabel {
        SpanLabel(fnv1a(name.as_bytes()))
    }

    /// Returns the hash of the name.
    pub const fn hash(self) -> u64 {
        self.0
    }

    /// Returns the label with this hash.
    pub(super) const fn from_hash(hash: u64) -> SpanLabel {
        SpanLabel(hash)
    }

    /// Returns the label of the choices for the quantifier at this position in a property.
    pub const fn variable(at: usize) -> SpanLabel {
        SpanLabel(at as u64)
    }
}

impl Record {
    /// Returns the values of the choices, which are all that a replay needs.
    pub fn values(&self) -> Vec<ChoiceValue> {
        self.choices.iter().map(|choice| choice.value.clone()).collect()
    }

    /// Returns the number of choices plus the number of bytes in strings and byte strings.
    pub fn size(&self) -> u64 {
        self.choices.iter().map(|choice| choice.value.size()).sum()
    }

    /// Returns whether this is an exact replay of `count` values: all were drawn, all were permitted, and
    /// nothing else was drawn.
    pub fn is_replay_of(&self, count: usize) -> bool {
        self.misaligned.is_none() && !self.overrun && self.choices.len() == count
    }

    /// Returns the constraint of the choice at `index`.
    pub fn constraint(&self, index: usize) -> &Constraint {
        &self.constraints[self.choices[index].constraint as usize]
    }

    /// Returns the choices of one span as a separate record.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use forall::source::{SpanLabel, Policy, Source};
    ///
    /// let mut source = Source::from_seed(1, 5).recording();
    /// let point = |source: &mut Source| (source.branch(9), source.branch(9));
    /// source.span(SpanLabel::new("near"), point);
    /// source.span(SpanLabel::new("far"), point);
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
            let start = s.start - span.start;
            let end = s.end - span.start;
            Span { start, end, ..s.clone() }
        });
        Record {
            choices: self.choices[span.start..span.end].to_vec(),
            constraints: self.constraints.clone(),
            spans: spans.collect(),
            ..Record::default()
        }
    }

    /// Returns the indices of the choices for the quantifier at this position in the property, or `None`
    /// if it was not reached.
    pub fn variable(&self, at: usize) -> Option<Range<usize>> {
        let span =
            self.spans.iter().find(|s| s.depth == 0 && s.label == SpanLabel::variable(at))?;
        Some(span.start..span.end)
    }

    /// Compares two records; the simpler one is less. The shorter record is simpler. If both have the same
    /// length, the first choices that differ decide (shortlex order).
    pub fn compare(&self, other: &Record) -> Ordering {
        let length = self.choices.len().cmp(&other.choices.len());
        let rank =
            |record: &Record, at: usize| record.constraint(at).rank(&record.choices[at].value);
        let mut each = (0..self.choices.len()).map(|at| rank(self, at).cmp(&rank(other, at)));
        length.then_with(|| each.find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
    }

    pub(super) fn clear(&mut self) {
        // Not `Record::default()`, which would free the buffers.
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

    /// Returns the index of the constraint, adding it if it is new. The search starts at the end, because
    /// a test has few constraints and mostly repeats the latest ones.
    fn intern(&mut self, constraint: Constraint) -> u32 {
        let known = self.constraints.iter().rposition(|known| *known == constraint);
        known.unwrap_or_else(|| {
            self.constraints.push(constraint);
            self.constraints.len() - 1
        }) as u32
    }
}
