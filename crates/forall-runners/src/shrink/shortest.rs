//! The shortest case on the way, for a shrinker whose parts disagree about what is simpler.

use super::{GeneratedCase, ShrinkTarget};
use crate::report::PassStats;
use crate::source::{ChoiceValue, Policy, Record, Source};

/// The case with the fewest printed characters, of those that the other shrinker then changed.
#[derive(Debug, Default)]
pub(super) struct Shortest {
    best: Option<(usize, Record)>,
}

impl Shortest {
    /// Compares a case, which was the best one of the target, with the shortest one.
    pub(super) fn observe(&mut self, target: &mut dyn ShrinkTarget, case: Record) {
        let length = printed_length(target, case.values());
        if length.is_some_and(|length| self.best.as_ref().is_none_or(|(best, _)| length < *best)) {
            self.best = length.map(|length| (length, case));
        }
    }

    /// Makes the shortest case the best one again, if the target has moved on to a longer one that is not simpler.
    pub(super) fn restore(self, target: &mut dyn ShrinkTarget) -> PassStats {
        let mut stats = PassStats { pass: "restore shorter case", tried: 0, accepted: 0 };
        let (Some((shortest, case)), Some(last)) = (self.best, target.record().cloned()) else {
            return stats;
        };
        let is_simpler = last.compare(&case).is_le();
        if is_simpler || printed_length(target, last.values()).is_none_or(|last| last <= shortest) {
            return stats;
        }
        let values = case.values();
        if let Some(record) = target.generate(Source::replay(values, Policy::STRICT)).accepted() {
            stats.tried += 1;
            if target.fails() {
                target.accept(record, stats.pass);
                stats.accepted += 1;
            }
        }
        stats
    }
}

/// Returns the number of characters of the printed inputs that these choices generate.
fn printed_length(target: &mut dyn ShrinkTarget, values: Vec<ChoiceValue>) -> Option<usize> {
    let GeneratedCase { is_rejected, .. } = target.generate(Source::replay(values, Policy::STRICT));
    let length = |text: &str| text.chars().count();
    (!is_rejected).then(|| target.print().iter().map(|binding| length(&binding.value)).sum())
}
