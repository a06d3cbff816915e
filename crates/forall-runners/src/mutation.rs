//! Mutation: changes the recorded choices of an input.

mod matching_spans;
mod step_list;
mod splice;
mod crossover;
mod substitution;
mod lengths;

use std::ops::Range;

use self::matching_spans::{MatchingSpans, matching_spans};
use forall::source::{
    ChoiceValue, Constraint, Policy, Provenance, Random, Record, Role, Source, Span, SpanLabel,
};

/// The two sides of a comparison that the code under test made.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedValues {
    /// The left side.
    pub left: ChoiceValue,
    /// The right side.
    pub right: ChoiceValue,
}

/// Mutates the choices of a record.
///
/// A mutator knows the constraint and the role of each choice and how the choices nest. So it replaces values
/// by permitted values, and it deletes, duplicates and exchanges whole spans.
///
/// ```
/// use forall::mutation::Mutator;
/// use forall::source::{ChoiceValue, Random, Source};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// source.branch(1_000);
/// let record = source.into_record();
///
/// let mut mutator = Mutator::new(Random::from_seed(7));
/// mutator.dictionary.push(ChoiceValue::Integer(404));
/// mutator.add_donor(&record);
/// let mutated: Vec<_> = (0..99).map(|_| mutator.mutate_choices(&record, &[])).collect();
/// assert!(mutated.iter().all(|values| values.len() == 1));
/// assert!(mutated.contains(&vec![ChoiceValue::Integer(404)]), "it tries values of the dictionary");
/// ```
#[derive(Clone, Debug)]
pub struct Mutator {
    /// The source of randomness.
    pub random: Random,
    /// Values to try wherever a constraint permits them: constants that matter to the code under test. Values
    /// from comparisons need not be in the dictionary.
    pub dictionary: Vec<ChoiceValue>,
    /// The size up to which mutants may grow: choices, and bytes of strings. A mutant of a larger record is at
    /// most as large as that. Unlimited by default.
    pub max_size: u64,
    donors: Vec<Record>,
}

/// The values of the outermost spans of a record after a mutation.
#[derive(Clone, Debug, PartialEq)]
pub struct MutatedSpans {
    /// The label and the values of each outermost span.
    pub spans: Vec<(SpanLabel, Vec<ChoiceValue>)>,
    /// The position of the first mutated choice in the record. `None` if there was no choice to mutate.
    pub first_change: Option<usize>,
}

/// Values after a mutation.
struct Mutated {
    values: Vec<ChoiceValue>,
    /// The position of the first mutated value.
    first_change: usize,
}

/// A range of the choices of a record, with values that may have been mutated.
struct Part<'r> {
    record: &'r Record,
    range: Range<usize>,
    values: Vec<ChoiceValue>,
}

/// The number of records to take spans from.
const MAX_DONORS: u64 = 32;

/// The number of mutations to try until one of them is not too large. Most mutations do not add anything.
const MAX_ATTEMPTS: usize = 16;

/// If there are comparisons, one in this many mutations substitutes one side for the other.
const SUBSTITUTION_PERIOD: u64 = 2;

/// One in this many of the other mutations changes a span. The rest change single choices.
const SPLICE_PERIOD: u64 = 4;

/// Half of the time, the next mutation is less than this many choices behind the last one that was useful: a
/// parser that reads its input from front to back gets stuck a little further on.
const NEARBY_CHOICES: u64 = 4;

impl Mutator {
    /// Creates a mutator without dictionary and donors.
    pub fn new(random: Random) -> Mutator {
        Mutator { random, dictionary: Vec::new(), max_size: u64::MAX, donors: Vec::new() }
    }

    /// Returns the values of `record` after one mutation. `compared` are the comparisons of a run on this
    /// record.
    pub fn mutate_choices(
        &mut self,
        record: &Record,
        compared: &[ComparedValues],
    ) -> Vec<ChoiceValue> {
        self.mutate_range(record, 0..record.choices.len(), compared).values
    }

    /// Mutates one outermost span of `record`, or two whose structure begins in the same way. `compared` are
    /// the comparisons of a run on this record.
    ///
    /// ```
    /// use forall::mutation::Mutator;
    /// use forall::source::{SpanLabel, Random, Source};
    ///
    /// let mut source = Source::from_seed(1, 5).recording();
    /// for at in 0..2 {
    ///     source.span(SpanLabel::variable(at), |source| source.branch(1_000));
    /// }
    /// let record = source.into_record();
    /// let mut mutator = Mutator::new(Random::from_seed(7));
    /// let mutated: Vec<_> = (0..99).map(|_| mutator.mutate_spans(&record, &[]).spans).collect();
    /// let [x, y] = &record.values()[..] else { panic!("each variable makes one choice") };
    /// assert!(mutated.iter().any(|spans| spans[0].1[0] == *x && spans[1].1[0] != *y));
    /// assert!(mutated.iter().any(|spans| spans[0].1 == spans[1].1), "some mutations make both equal");
    /// ```
    pub fn mutate_spans(&mut self, record: &Record, compared: &[ComparedValues]) -> MutatedSpans {
        if self.max_size == u64::MAX {
            return self.try_mutate_spans(record, compared);
        }
        let max_size = self.max_size.max(record.size());
        let attempts = (0..MAX_ATTEMPTS).map(|_| self.try_mutate_spans(record, compared));
        let mut fitting = attempts.filter(|mutated| mutated.size() <= max_size);
        fitting.next().unwrap_or_else(|| unchanged(record))
    }

    /// Mutates one or two outermost spans, however large they become.
    fn try_mutate_spans(&mut self, record: &Record, compared: &[ComparedValues]) -> MutatedSpans {
        let chosen = self.choose_variable(record);
        if let Some(matching) = chosen.and_then(|at| matching_spans(record, at, &mut self.random)) {
            return self.mutate_matching(record, &matching, compared);
        }
        let mut spans = Vec::with_capacity(2);
        let mut first_change = None;
        for (at, span) in record.spans.iter().enumerate().filter(|(_, span)| span.depth == 0) {
            let range = span.start..span.end;
            let values = if Some(at) == chosen {
                let mutated = self.mutate_range(record, range, compared);
                first_change = Some(span.start + mutated.first_change);
                mutated.values
            } else {
                values_of(record, range)
            };
            spans.push((span.label, values));
        }
        MutatedSpans { spans, first_change }
    }

    /// Gives two spans the same values: those of the first one, or a mutation of them.
    fn mutate_matching(
        &mut self,
        record: &Record,
        matching: &MatchingSpans,
        compared: &[ComparedValues],
    ) -> MutatedSpans {
        let MatchingSpans { first, second, are_equal } = matching;
        let mutated = if *are_equal || self.random.one_in(2) {
            self.mutate_range(record, first.clone(), compared)
        } else {
            Mutated { values: values_of(record, first.clone()), first_change: 0 }
        };
        let spans = record.spans.iter().filter(|span| span.depth == 0).map(|span| {
            let mut values = values_of(record, span.start..span.end);
            let is_inside =
                |range: &&Range<usize>| span.start <= range.start && range.end <= span.end;
            if let Some(range) = [first, second].into_iter().find(is_inside) {
                let range = range.start - span.start..range.end - span.start;
                values.splice(range, mutated.values.iter().cloned());
            }
            (span.label, values)
        });
        let spans = spans.collect();
        let first_change = first.start.min(second.start) + mutated.first_change;
        MutatedSpans { spans, first_change: Some(first_change) }
    }

    /// Returns a source that replays `record` with one or two outermost spans mutated, for
    /// [`mutate`](crate::block::mutate()). Parts that have to be generated have a random size up to `size`:
    /// sizes grow with the number of tests, and a part as large as a whole input would hide the effect of the
    /// others.
    ///
    /// ```
    /// use forall::block::{mutate, try_generate};
    /// use forall::mutation::{ComparedValues, Mutator};
    /// use forall::property::property;
    /// use forall::source::{ChoiceValue, Random, Source};
    ///
    /// let property = property! { forall x: u32; check *x != 0xCAFE };
    /// let old = try_generate(&property, Source::from_seed(1, 5), &mut || ());
    /// let left = old.record.values()[0].clone();
    /// let compared = [ComparedValues { left, right: ChoiceValue::Integer(0xCAFE) }];
    /// let mut mutator = Mutator::new(Random::from_seed(7));
    /// let mut next = || mutate(&property, &old, mutator.source(&old.record, &compared, 5), &mut || ());
    /// assert!((0..20).any(|_| next().inputs == Ok((0xCAFE, ()))), "it replaces one side by the other");
    /// ```
    pub fn source(&mut self, record: &Record, compared: &[ComparedValues], size: u32) -> Source {
        let mutated = self.mutate_spans(record, compared);
        self.source_of(mutated, size)
    }

    /// Returns a source that replays these spans. Parts that have to be generated have a random size up to `size`.
    ///
    /// ```
    /// use forall::mutation::{MutatedSpans, Mutator};
    /// use forall::source::{ChoiceValue, Random, SpanLabel};
    ///
    /// let x = SpanLabel::variable(0);
    /// let spans = vec![(x, vec![ChoiceValue::Integer(7)])];
    /// let mut mutator = Mutator::new(Random::from_seed(7));
    /// let mut source = mutator.source_of(MutatedSpans { spans, first_change: Some(0) }, 5);
    /// assert_eq!(source.span(x, |source| source.branch(9)), 7);
    /// ```
    pub fn source_of(&mut self, mutated: MutatedSpans, size: u32) -> Source {
        let MutatedSpans { spans, first_change } = mutated;
        let size = self.random.below(u64::from(size) + 1) as u32;
        let source = Source::from_seed(self.random.word(), size);
        let source = source.replaying_spans(spans, Policy::NEAREST);
        source.with_provenance(Provenance::Mutated, first_change)
    }

    /// Adds a useful record, from which later mutations take spans. Replaces a random donor if there are too
    /// many.
    pub fn add_donor(&mut self, record: &Record) {
        if (self.donors.len() as u64) < MAX_DONORS {
            self.donors.push(record.clone());
        } else {
            self.donors[self.random.below(MAX_DONORS) as usize] = record.clone();
        }
    }

    /// Chooses an outermost span to mutate. Half of the time all spans are equally likely. Otherwise all
    /// choices are, so that large spans are mutated more often, but small ones are not neglected.
    fn choose_variable(&mut self, record: &Record) -> Option<usize> {
        let number = self.random.below(variables(record).count() as u64) as usize;
        let choice = self.random.below(record.choices.len() as u64) as usize;
        if self.random.one_in(2) {
            let holds = |span: &Span| (span.start..span.end).contains(&choice);
            return variables(record).find(|at| holds(&record.spans[*at]));
        }
        variables(record).nth(number)
    }

    /// Mutates the values of a range in one of the possible ways.
    fn mutate_range(
        &mut self,
        record: &Record,
        range: Range<usize>,
        compared: &[ComparedValues],
    ) -> Mutated {
        let mut part = Part { record, values: values_of(record, range.clone()), range };
        let first_change = self.mutate_part(&mut part, compared);
        Mutated { values: part.values, first_change }
    }

    /// Mutates a part, and returns the position of the first mutated value.
    fn mutate_part(&mut self, part: &mut Part<'_>, compared: &[ComparedValues]) -> usize {
        if part.values.is_empty() {
            return 0;
        }
        if !compared.is_empty()
            && self.random.one_in(SUBSTITUTION_PERIOD)
            && let Some(at) = substitution::substitute(part, compared, &mut self.random)
        {
            return at;
        }
        if self.random.one_in(SPLICE_PERIOD)
            && let Some(at) = splice::splice(part, &self.donors, &mut self.random)
        {
            return at;
        }
        self.mutate_values(part)
    }

    /// Mutates one value, then with probability 1/4 another one, and so on. Returns the first position.
    fn mutate_values(&mut self, part: &mut Part<'_>) -> usize {
        let mut first = usize::MAX;
        loop {
            let at = self.choose_position(part);
            first = first.min(at);
            let constraint = part.constraint(at);
            let word = self.random.below(self.dictionary.len() as u64 * 4) as usize;
            let other = self.random.below(part.values.len() as u64) as usize;
            part.values[at] = match self.dictionary.get(word) {
                Some(word) if constraint.permits(word) => {
                    let inserted = inserted(&part.values[at], word, &mut self.random);
                    inserted.filter(|text| constraint.permits(text)).unwrap_or_else(|| word.clone())
                }
                _ if self.random.one_in(16) => constraint.nearest(&part.values[other]),
                _ if self.random.one_in(fresh_value_period(constraint)) => {
                    constraint.sample(&mut self.random)
                }
                _ => constraint.near(&part.values[at], &mut self.random),
            };
            if !self.random.one_in(4) {
                return first;
            }
        }
    }

    /// Chooses a value to mutate. The choice whether a collection has another element is chosen less often
    /// than others: splicing changes lengths better.
    fn choose_position(&mut self, part: &Part<'_>) -> usize {
        let Part { record, range, .. } = part;
        let mut at = 0;
        for _ in 0..3 {
            let last = record.first_change.filter(|at| range.contains(at) && self.random.one_in(2));
            at = match last {
                Some(at) => at + self.random.below(NEARBY_CHOICES) as usize,
                None => range.start + self.random.below(range.len() as u64) as usize,
            };
            at = at.min(range.end - 1);
            if record.choices[at].role != Role::More {
                break;
            }
        }
        at - range.start
    }
}

impl MutatedSpans {
    /// Returns the size of the values, as [`Record::size`] counts it.
    fn size(&self) -> u64 {
        self.spans.iter().flat_map(|(_, values)| values).map(ChoiceValue::size).sum()
    }
}

impl<'r> Part<'r> {
    /// Returns the constraint of the choice whose value was at this position before the mutation.
    fn constraint(&self, at: usize) -> &'r Constraint {
        self.record.constraint(self.range.start + at)
    }

    /// Returns whether the part contains the span.
    fn contains(&self, span: &Span) -> bool {
        self.range.start <= span.start && span.end <= self.range.end
    }

    /// Returns the positions of the values of a span that the part contains.
    fn positions(&self, span: &Span) -> Range<usize> {
        span.start - self.range.start..span.end - self.range.start
    }
}

/// Returns the values of `record` after one mutation.
///
/// ```
/// use forall::mutation::mutate_choices;
/// use forall::source::{Random, Source};
///
/// let mut source = Source::from_seed(1, 5).recording();
/// source.branch(1_000_000);
/// let record = source.into_record();
/// let mut random = Random::from_seed(7);
/// assert!((0..9).any(|_| mutate_choices(&record, &mut random) != record.values()));
/// ```
pub fn mutate_choices(record: &Record, random: &mut Random) -> Vec<ChoiceValue> {
    Mutator::new(Random::from_seed(random.word())).mutate_choices(record, &[])
}

/// Returns how rarely a mutation replaces the value by a fresh one instead of one near the old value: one in
/// this many times. A fresh string keeps nothing of the old one, and there are many small changes to try.
fn fresh_value_period(constraint: &Constraint) -> u64 {
    match constraint {
        Constraint::String { .. } | Constraint::Bytes { .. } => 8,
        _ => 2,
    }
}

/// Returns the positions of the outermost spans that contain choices. Each belongs to a variable of the
/// property.
fn variables(record: &Record) -> impl Iterator<Item = usize> {
    let is_full = |span: &Span| span.depth == 0 && span.start < span.end;
    (0..record.spans.len()).filter(move |at| is_full(&record.spans[*at]))
}

/// Returns the values of all outermost spans.
fn unchanged(record: &Record) -> MutatedSpans {
    let outermost = record.spans.iter().filter(|span| span.depth == 0);
    let values = outermost.map(|span| (span.label, values_of(record, span.start..span.end)));
    MutatedSpans { spans: values.collect(), first_change: None }
}

fn values_of(record: &Record, range: Range<usize>) -> Vec<ChoiceValue> {
    let mut values = Vec::with_capacity(range.len());
    for choice in &record.choices[range] {
        values.push(choice.value.clone());
    }
    values
}

/// Returns a text with a word inserted somewhere, in half of the cases.
fn inserted(value: &ChoiceValue, word: &ChoiceValue, random: &mut Random) -> Option<ChoiceValue> {
    let (ChoiceValue::String(text), ChoiceValue::String(word)) = (value, word) else { return None };
    if random.one_in(2) {
        return None;
    }
    let at = random.below(text.chars().count() as u64 + 1) as usize;
    let (before, after) =
        text.split_at(text.char_indices().nth(at).map_or(text.len(), |(at, _)| at));
    Some(ChoiceValue::String([before, word, after].concat()))
}
