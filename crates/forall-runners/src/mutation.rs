//! Altering: the choices of a record, changed somewhere.

mod matching_spans;
mod splice;
mod substitution;
mod lengths;

use std::ops::Range;

use self::matching_spans::MatchingSpans;
use forall::source::{
    ChoiceValue, Constraint, Policy, Provenance, Random, Record, Role, Source, Span, SpanLabel,
};

/// Two sides of a comparison that the code under test made.
pub type ComparedValues = (ChoiceValue, ChoiceValue);

/// Changes records. It knows the choices, what they are for and how they nest, so it changes values to
/// permitted values, and takes out, doubles and exchanges what belongs together.
///
/// ```
/// use forall::mutation::Mutator;
/// use forall::source::{Random, Source, ChoiceValue};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// source.branch(1_000);
/// let record = source.into_record();
///
/// let mut mutator = Mutator::new(Random::from_seed(7));
/// mutator.dictionary.push(ChoiceValue::Integer(404));
/// mutator.add_donor(&record);
/// let changed: Vec<_> = (0..99).map(|_| mutator.mutate_choices(&record, &[])).collect();
/// assert!(changed.iter().all(|values| values.len() == 1));
/// assert!(changed.contains(&vec![ChoiceValue::Integer(404)]), "what one knows is tried");
/// ```
#[derive(Clone, Debug)]
pub struct Mutator {
    /// Decides.
    pub random: Random,
    /// Values worth a try wherever they are permitted: what you know of the code under test. Those of
    /// comparisons need not be in it.
    pub dictionary: Vec<ChoiceValue>,
    donors: Vec<Record>,
}

/// How many records are kept to take spans from.
const DONORS: u64 = 32;

/// One in so many changes is made with what comparisons have shown, if they have.
const COMPARED: u64 = 2;

/// One in so many changes is of a span, and the others of choices.
const SPANS: u64 = 4;

/// How near the next change is to the last one that was of use, half of the time: what reads its input
/// from front to back gets stuck a little further on.
const NEARBY: u64 = 4;

impl Mutator {
    /// With this randomness, and nothing to draw on.
    pub fn new(random: Random) -> Mutator {
        Mutator { random, dictionary: Vec::new(), donors: Vec::new() }
    }

    /// The values of `record` with one change.
    pub fn mutate_choices(
        &mut self,
        record: &Record,
        compared: &[ComparedValues],
    ) -> Vec<ChoiceValue> {
        self.change(record, 0..record.choices.len(), compared).0
    }

    /// The values of each outermost span by its label, those of one of them changed, or of two that begin
    /// alike; and where they were changed first. `compared` is what the code under test did compare when
    /// it was run on this record.
    ///
    /// ```
    /// use forall::mutation::Mutator;
    /// use forall::source::{SpanLabel, Random, Source, ChoiceValue};
    ///
    /// let mut source = Source::from_seed(1, 5).recording();
    /// for at in 0..2 {
    ///     source.span(SpanLabel::variable(at), |source| source.branch(1_000));
    /// }
    /// let record = source.into_record();
    /// let mut mutator = Mutator::new(Random::from_seed(7));
    /// let changed: Vec<_> = (0..99).map(|_| mutator.mutate_spans(&record, &[]).0).collect();
    /// let [x, y] = &record.values()[..] else { panic!("there are two") };
    /// assert!(changed.iter().any(|spans| spans[0].1[0] == *x && spans[1].1[0] != *y));
    /// assert!(changed.iter().any(|spans| spans[0].1 == spans[1].1), "in both, at times");
    /// ```
    pub fn mutate_spans(
        &mut self,
        record: &Record,
        compared: &[ComparedValues],
    ) -> (Vec<(SpanLabel, Vec<ChoiceValue>)>, Option<usize>) {
        let chosen = self.choose(record);
        if let Some(twins) =
            chosen.and_then(|at| matching_spans::matching_spans(record, at, &mut self.random))
        {
            return self.mutate_matching(record, &twins, compared);
        }
        let (mut parts, mut changed) = (Vec::with_capacity(2), None);
        for (at, span) in record.spans.iter().enumerate().filter(|(_, span)| span.depth == 0) {
            let part = span.start..span.end;
            let values = if Some(at) == chosen {
                let (values, at) = self.change(record, part, compared);
                changed = Some(span.start + at);
                values
            } else {
                values_of(record, part)
            };
            parts.push((span.label, values));
        }
        (parts, changed)
    }

    /// The same with two of them changed: they have the same at one place then, which is what the first
    /// had there, or that changed.
    fn mutate_matching(
        &mut self,
        record: &Record,
        MatchingSpans { here, there, same }: &MatchingSpans,
        compared: &[ComparedValues],
    ) -> (Vec<(SpanLabel, Vec<ChoiceValue>)>, Option<usize>) {
        let (values, at) = if *same || self.random.one_in(2) {
            self.change(record, here.clone(), compared)
        } else {
            (values_of(record, here.clone()), 0)
        };
        let parts = record.spans.iter().filter(|span| span.depth == 0).map(|span| {
            let mut part = values_of(record, span.start..span.end);
            let inside = |place: &&Range<usize>| span.start <= place.start && place.end <= span.end;
            if let Some(place) = [here, there].into_iter().find(inside) {
                let place = place.start - span.start..place.end - span.start;
                part.splice(place, values.iter().cloned());
            }
            (span.label, part)
        });
        (parts.collect(), Some(here.start.min(there.start) + at))
    }

    /// A source of the choices of `record`, changed in one outermost span or in two, for
    /// [`mutate`](crate::block::mutate()). What is made anew is of any size up to `size`: sizes grow with the
    /// number of tests, and a part as large as a whole input would hide what the others do.
    ///
    /// ```
    /// use forall::block::{try_generate, mutate};
    /// use forall::property::property;
    /// use forall::mutation::Mutator;
    /// use forall::source::{Random, Source, ChoiceValue};
    ///
    /// let property = property! { forall x: u32; check *x != 0xCAFE };
    /// let old = try_generate(&property, Source::from_seed(1, 5), &mut || ());
    /// let drawn = old.record.values()[0].clone();
    /// let compared = [(drawn, ChoiceValue::Integer(0xCAFE))];
    /// let mut mutator = Mutator::new(Random::from_seed(7));
    /// let mut next = || mutate(&property, &old, mutator.source(&old.record, &compared, 5), &mut || ());
    /// assert!((0..20).any(|_| next().inputs == Ok((0xCAFE, ()))), "it puts one side for the other");
    /// ```
    pub fn source(&mut self, record: &Record, compared: &[ComparedValues], size: u32) -> Source {
        let (spans, changed) = self.mutate_spans(record, compared);
        let size = self.random.below(u64::from(size) + 1) as u32;
        let source = Source::from_seed(self.random.word(), size);
        source.replaying_spans(spans, Policy::NEAREST).with_provenance(Provenance::Mutated, changed)
    }

    /// Keeps a record that was of use, to take spans from.
    pub fn add_donor(&mut self, record: &Record) {
        if (self.donors.len() as u64) < DONORS {
            self.donors.push(record.clone());
        } else {
            self.donors[self.random.below(DONORS) as usize] = record.clone();
        }
    }

    /// Which outermost span to change: half of the time any, half of the time the one with any choice,
    /// so that large ones come up more often but small ones are not forgotten.
    fn choose(&mut self, record: &Record) -> Option<usize> {
        let number = self.random.below(variables(record).count() as u64) as usize;
        let choice = self.random.below(record.choices.len() as u64) as usize;
        if self.random.one_in(2) {
            let holds = |span: &Span| (span.start..span.end).contains(&choice);
            return variables(record).find(|at| holds(&record.spans[*at]));
        }
        variables(record).nth(number)
    }

    /// The values in this part, changed in one of the ways there are, and where.
    fn change(
        &mut self,
        record: &Record,
        part: Range<usize>,
        compared: &[ComparedValues],
    ) -> (Vec<ChoiceValue>, usize) {
        let mut values = values_of(record, part.clone());
        if values.is_empty() {
            return (values, 0);
        }
        if !compared.is_empty() && self.random.one_in(COMPARED) {
            let at =
                substitution::substitute(record, &part, &mut values, compared, &mut self.random);
            if let Some(at) = at {
                return (values, at);
            }
        }
        if self.random.one_in(SPANS) {
            let at = splice::splice(record, &part, &mut values, &self.donors, &mut self.random);
            if let Some(at) = at {
                return (values, at);
            }
        }
        let at = self.change_choices(record, &part, &mut values);
        (values, at)
    }

    /// Changes one choice, or one more, and so on with falling likelihood; says where the first was.
    fn change_choices(
        &mut self,
        record: &Record,
        part: &Range<usize>,
        values: &mut [ChoiceValue],
    ) -> usize {
        let mut first = usize::MAX;
        loop {
            let at = self.place(record, part);
            first = first.min(at);
            let constraint = record.constraint(part.start + at);
            let known = self.random.below(self.dictionary.len() as u64 * 4) as usize;
            let other = self.random.below(values.len() as u64) as usize;
            values[at] = match self.dictionary.get(known) {
                Some(known) if constraint.permits(known) => known.clone(),
                _ if self.random.one_in(16) => constraint.nearest(&values[other]),
                _ if self.random.one_in(fresh(constraint)) => constraint.sample(&mut self.random),
                _ => constraint.near(&values[at], &mut self.random),
            };
            if !self.random.one_in(4) {
                return first;
            }
        }
    }

    /// A choice to change. Whether a collection goes on is changed less often than what is in it:
    /// that is for spans.
    fn place(&mut self, record: &Record, part: &Range<usize>) -> usize {
        let mut at = 0;
        for _ in 0..3 {
            let near = record.first_change.filter(|at| part.contains(at) && self.random.one_in(2));
            at = match near {
                Some(at) => at + self.random.below(NEARBY) as usize,
                None => part.start + self.random.below(part.len() as u64) as usize,
            };
            at = at.min(part.end - 1);
            if record.choices[at].role != Role::More {
                break;
            }
        }
        at - part.start
    }
}

/// The values of `record` with one change.
///
/// ```
/// use forall::mutation::mutate_choices;
/// use forall::source::{Random, Source};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// source.branch(1_000_000);
/// let (record, mut random) = (source.into_record(), Random::from_seed(7));
/// assert!((0..9).any(|_| mutate_choices(&record, &mut random) != record.values()));
/// ```
pub fn mutate_choices(record: &Record, random: &mut Random) -> Vec<ChoiceValue> {
    Mutator::new(Random::from_seed(random.word())).mutate_choices(record, &[])
}

/// One in so many changes of such a choice makes a fresh value instead of one near to the old. A text has
/// many places to change, and a fresh one keeps nothing of what was of use.
fn fresh(constraint: &Constraint) -> u64 {
    match constraint {
        Constraint::String { .. } | Constraint::Bytes { .. } => 8,
        _ => 2,
    }
}

/// The outermost spans in which something was drawn, by their place among all.
fn variables(record: &Record) -> impl Iterator<Item = usize> {
    let full = |span: &Span| span.depth == 0 && span.start < span.end;
    (0..record.spans.len()).filter(move |at| full(&record.spans[*at]))
}

fn values_of(record: &Record, part: Range<usize>) -> Vec<ChoiceValue> {
    let mut values = Vec::with_capacity(part.len());
    for choice in &record.choices[part] {
        values.push(choice.value.clone());
    }
    values
}
