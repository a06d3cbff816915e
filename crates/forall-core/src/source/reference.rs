//! References: draws of an earlier step, by its index.

use forall_format::ChoiceValue;

use super::{Random, Role, Source, SpanLabel};

impl Source {
    /// Draws the index of an earlier step: one of `0..count`. `resolve` returns the nearest index that can be
    /// referred to, and the record holds that one.
    pub(crate) fn reference(
        &mut self,
        count: usize,
        sample: impl FnOnce(&mut Random) -> usize,
        resolve: impl FnOnce(usize) -> usize,
    ) -> usize {
        self.open(SpanLabel::REFERENCE);
        if let Some(tape) = &mut self.tape {
            tape.renumber_reference();
        }
        let last = count.saturating_sub(1);
        let drawn = self.integer(0..=last, 0, Role::Reference, sample);
        let index = resolve(drawn);
        if index != drawn
            && let Some(tape) = &mut self.tape
        {
            tape.correct(ChoiceValue::Integer(index as i128));
        }
        self.close();
        index
    }
}
