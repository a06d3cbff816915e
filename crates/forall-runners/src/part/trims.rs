//! Trims: makes useful inputs smaller before they are kept.

use std::ops::Range;

use forall::block::Attempt;
use forall::feedback::Feedback;
use forall::pool::Seed;
use forall::source::{ChoiceValue, Policy, Provenance, Record, Role, Source, Span, SpanLabel};

/// Deletes the parts of a useful input that its new behaviour does not need.
///
/// A mutant inherits everything from its seed. A smaller seed is faster, and more of its mutations matter. So
/// elements of lists and characters of strings are deleted, half of them at first, then smaller parts. Trimming
/// takes at most one in 32 of the tests so far, so none of the first 2,000, and leaves small inputs as they are.
///
/// ```
/// use forall::block::{Attempt, try_generate};
/// use forall::feedback::Feedback;
/// use forall::part::Trims;
/// use forall::pool::Seed;
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let property = forall("xs", forall::any::<Vec<u8>>()).check(|_| true);
/// let mut inputs = (0..).map(|n| try_generate(&property, Source::for_test(1, n, 20), &mut || ()));
/// let length = |xs: &Attempt<(Vec<u8>, ())>| xs.inputs.as_ref().map_or(0, |(xs, ())| xs.len());
/// let long = inputs.find(|xs| length(xs) > 200).unwrap();
///
/// let mut trims = Trims::default();
/// trims.start(Seed::new(long, Feedback::new(), 1.0), 10_000);
/// while let Some(source) = trims.next_candidate() {
///     let smaller = try_generate(&property, source, &mut || ());
///     let is_as_useful = length(&smaller) >= 3;
///     trims.judge(smaller, &Feedback::new(), |_| is_as_useful);
/// }
/// assert!(length(&trims.finish().unwrap().input) < 30);
/// ```
#[derive(Clone, Debug)]
pub struct Trims<I> {
    seed: Option<Seed<Attempt<I>, Feedback>>,
    /// The number of parts to delete at once.
    width: usize,
    /// The end of the parts to delete next.
    end: usize,
    /// The number of tests that the seed may still take.
    tries: u64,
    /// The number of tests that all seeds have taken.
    spent: u64,
}

/// Inputs of at most this size are not trimmed.
const SMALL_SIZE: u64 = 256;

/// The greatest number of tests for one seed: enough to try each 32nd part.
const MAX_TRIES: u64 = 64;

/// One in this many tests may be spent on trimming.
const PERIOD: u64 = 32;

impl<I> Default for Trims<I> {
    fn default() -> Trims<I> {
        Trims { seed: None, width: 0, end: 0, tries: 0, spent: 0 }
    }
}

impl<I> Trims<I> {
    /// Holds the useful input of test `n` until it is trimmed.
    pub fn start(&mut self, seed: Seed<Attempt<I>, Feedback>, n: u64) {
        let record = &seed.input.record;
        let is_worth_it = record.size() > SMALL_SIZE
            && record.provenance != Provenance::Corpus
            && self.spent + MAX_TRIES <= n / PERIOD;
        self.tries = if is_worth_it { MAX_TRIES } else { 0 };
        let parts = count_parts(record);
        self.width = parts / 2;
        self.end = parts;
        self.seed = Some(seed);
    }

    /// Returns the choices of the next smaller input to test, or `None` if the input cannot be trimmed further.
    pub fn next_candidate(&mut self) -> Option<Source> {
        let record = &self.seed.as_ref()?.input.record;
        if self.end == 0 {
            self.width /= 2;
            self.end = count_parts(record);
        }
        if self.width == 0 || self.tries == 0 {
            return None;
        }
        self.tries -= 1;
        self.spent += 1;
        let start = self.end.saturating_sub(self.width);
        let source = without(record, &(start..self.end));
        self.end = start;
        Some(source)
    }

    /// Replaces the input by a smaller one with this feedback, if that `covers` the feedback of the input.
    pub fn judge(
        &mut self,
        smaller: Attempt<I>,
        feedback: &Feedback,
        covers: impl FnOnce(&Feedback) -> bool,
    ) {
        let Some(seed) = &mut self.seed else { return };
        if smaller.record.size() < seed.input.record.size() && covers(&seed.feedback) {
            seed.input = smaller;
            seed.feedback = feedback.clone();
            self.end = self.end.min(count_parts(&seed.input.record));
        }
    }

    /// Releases the input.
    pub fn finish(&mut self) -> Option<Seed<Attempt<I>, Feedback>> {
        self.seed.take()
    }
}

/// Returns the number of parts that can be deleted: elements of lists, characters of strings, bytes.
fn count_parts(record: &Record) -> usize {
    let lengths = record.choices.iter().map(|choice| match &choice.value {
        ChoiceValue::String(text) => text.chars().count(),
        ChoiceValue::Bytes(bytes) => bytes.len(),
        _ => 0,
    });
    elements(record).count() + lengths.sum::<usize>()
}

/// Returns a source that replays `record` without these parts. They are counted through all elements first, and
/// then through all characters and bytes.
fn without(record: &Record, gone: &Range<usize>) -> Source {
    let mut is_kept = vec![true; record.choices.len()];
    let mut part = 0;
    for element in elements(record) {
        if gone.contains(&part) {
            is_kept[element.start..element.end].fill(false);
        }
        part += 1;
    }
    let mut stays = || {
        part += 1;
        !gone.contains(&(part - 1))
    };
    let mut values = Vec::with_capacity(record.choices.len());
    for (choice, is_kept) in record.choices.iter().zip(&is_kept) {
        let value = match &choice.value {
            ChoiceValue::String(text) => {
                ChoiceValue::String(text.chars().filter(|_| stays()).collect())
            }
            ChoiceValue::Bytes(bytes) => {
                ChoiceValue::Bytes(bytes.iter().copied().filter(|_| stays()).collect())
            }
            value => value.clone(),
        };
        values.extend(is_kept.then_some(value));
    }
    let kept_before = |at: usize| is_kept[..at.min(is_kept.len())].iter().filter(|kept| **kept);
    let first_change = record.first_change.map(|at| kept_before(at).count());
    let source = Source::replay(values, Policy::SIMPLEST);
    source.with_provenance(Provenance::Mutated, first_change)
}

/// Returns the spans of all list elements, without the spans that end a list.
fn elements(record: &Record) -> impl Iterator<Item = &Span> {
    let is_end = |span: &Span| {
        let choice = &record.choices[span.start];
        choice.role == Role::More && choice.value == ChoiceValue::Bool(false)
    };
    record.spans.iter().filter(move |span| {
        span.label == SpanLabel::ELEMENT && span.start < span.end && !is_end(span)
    })
}
