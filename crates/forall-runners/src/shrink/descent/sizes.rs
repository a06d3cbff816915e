//! The sizes of cases: what a person sees of them, and the measure of the property.

use std::cmp::Ordering;

use super::super::printed::{Printed, PrintedSize};
use super::{Descent, Order};
use crate::report::Binding;
use crate::source::{ChoiceValue, Policy, Record, Source};

impl Descent<'_> {
    /// Prefers cases with smaller prints from now on. Cases that were not simpler so far may be tried again.
    pub(in crate::shrink) fn prefer_small_prints(&mut self) {
        if self.order == Order::Choices
            && let Some(printed) = self.print_best()
        {
            self.order = Order::Print;
            self.best_size = printed.size;
            self.seen.clear();
        }
    }

    /// Prints the case generated last.
    pub(in crate::shrink) fn print_generated(&self) -> Printed {
        Printed::new(&self.target.print())
    }

    /// Prints the best case, or returns `None` if it cannot be printed, or its choices generate no inputs any more.
    pub(in crate::shrink) fn print_best(&mut self) -> Option<Printed> {
        self.print(self.best.values())
    }

    /// Prints the case that these choices generate, if they generate one that can be printed.
    pub(in crate::shrink) fn print(&mut self, values: Vec<ChoiceValue>) -> Option<Printed> {
        let case = self.generate_from(Source::replay(values, Policy::STRICT));
        let inputs = (!case.is_rejected).then(|| self.target.print())?;
        inputs.iter().all(Binding::is_printed).then(|| Printed::new(&inputs))
    }

    /// Returns the size of the best case in print.
    pub(in crate::shrink) fn best_size(&self) -> PrintedSize {
        self.best_size
    }

    /// Returns whether the case generated last, with this record and a print of this size, is simpler than the best one.
    pub(in crate::shrink) fn is_simpler_in_print(
        &self,
        record: &Record,
        size: PrintedSize,
    ) -> bool {
        let sizes = || size.compare(self.best_size).then_with(|| record.compare(&self.best));
        self.compare_measures().then_with(sizes).is_lt()
    }

    /// Returns whether the best case, with a print of this size, is larger than the one generated last, whose print has
    /// the other size.
    pub(in crate::shrink) fn is_larger(&self, best: PrintedSize, size: PrintedSize) -> bool {
        self.compare_measures().reverse().then(best.is_larger(size).cmp(&false)).is_gt()
    }

    /// Compares the case generated last with the best one by their measures.
    pub(super) fn compare_measures(&self) -> Ordering {
        self.target.measures().map_or(Ordering::Equal, |[new, best]| new.total_cmp(&best))
    }

    /// Returns whether the property has a measure.
    pub(in crate::shrink) fn is_measured(&self) -> bool {
        self.target.measures().is_some()
    }
}
