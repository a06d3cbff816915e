//! Crossover: replaces a part of one record by a similar part of another.

use super::{MutatedSpans, Mutator, Part, splice, unchanged, values_of, variables};
use forall::source::{ChoiceValue, Record, SpanLabel};

/// One in this many crossovers takes a whole variable instead of a part of one.
const WHOLE_VARIABLE_PERIOD: u64 = 4;

impl Mutator {
    /// Returns the values of `record` with one span replaced by a span of `other` that has the same label: a whole
    /// variable, or a part of one. If there is no such span, returns the values of `record`.
    ///
    /// ```
    /// use forall::mutation::Mutator;
    /// use forall::source::{Random, Record, Source, SpanLabel};
    ///
    /// fn record(seed: u64) -> Record {
    ///     let mut source = Source::from_seed(seed, 5).recording();
    ///     for at in 0..2 {
    ///         source.span(SpanLabel::variable(at), |source| source.branch(1_000));
    ///     }
    ///     source.into_record()
    /// }
    /// let (left, right) = (record(1), record(2));
    /// let mut mutator = Mutator::new(Random::from_seed(7));
    /// let mut crossed = (0..99).map(|_| mutator.crossover(&left, &right).spans);
    /// let [x, _] = &left.values()[..] else { panic!("each variable makes one choice") };
    /// let [_, y] = &right.values()[..] else { panic!("each variable makes one choice") };
    /// assert!(crossed.any(|spans| spans[0].1[0] == *x && spans[1].1[0] == *y));
    /// ```
    pub fn crossover(&mut self, record: &Record, other: &Record) -> MutatedSpans {
        let mut crossed = unchanged(record);
        let Some(chosen) = self.choose_variable(record) else { return crossed };
        let label = record.spans[chosen].label;
        let values = self.crossed_variable(record, chosen, other);
        if let Some((_, old)) = crossed.spans.iter_mut().find(|(span, _)| *span == label) {
            *old = values;
            crossed.first_change = Some(record.spans[chosen].start);
        }
        crossed
    }

    /// Returns the values of the variable at `chosen` after a crossover.
    fn crossed_variable(
        &mut self,
        record: &Record,
        chosen: usize,
        other: &Record,
    ) -> Vec<ChoiceValue> {
        let span = &record.spans[chosen];
        let range = span.start..span.end;
        let mut part = Part { record, values: values_of(record, range.clone()), range };
        let is_done = !self.random.one_in(WHOLE_VARIABLE_PERIOD)
            && splice::take_from(&mut part, other, &mut self.random).is_some();
        if is_done {
            return part.values;
        }
        variable_values(other, span.label).unwrap_or(part.values)
    }
}

/// Returns the values of the variable with this label, if the record has it.
fn variable_values(record: &Record, label: SpanLabel) -> Option<Vec<ChoiceValue>> {
    let span = variables(record).map(|at| &record.spans[at]).find(|span| span.label == label)?;
    Some(values_of(record, span.start..span.end))
}
