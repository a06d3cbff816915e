//! Failing cases from which the search goes on.

use crate::source::{Random, Record};

use super::super::printed::{Printed, PrintedSize};

/// The greatest number of words that a case may have more than the best one.
pub(super) const MAX_MORE_WORDS: usize = 2;
/// The greatest number of cases with the same number of words.
const MAX_OF_SIZE: usize = 8;

/// The failing cases, the smallest first. A simpler case is often reached only by way of others of the same size.
#[derive(Debug)]
pub(super) struct FailingCases(Vec<Case>);

#[derive(Debug)]
struct Case {
    record: Record,
    printed: Printed,
}

impl FailingCases {
    pub(super) fn new(record: Record, printed: Printed) -> FailingCases {
        FailingCases(vec![Case { record, printed }])
    }

    /// Picks a case; small ones are more likely.
    pub(super) fn pick(&self, random: &mut Random) -> &Record {
        let one = random.below(self.0.len() as u64);
        let other = random.below(self.0.len() as u64);
        &self.0[one.min(other) as usize].record
    }

    /// Adds a case, and forgets those that are too large in comparison with the best.
    pub(super) fn add(
        &mut self,
        record: Record,
        printed: Printed,
        best: PrintedSize,
        random: &mut Random,
    ) {
        self.0.retain(|case| case.printed.size.is_near(best, MAX_MORE_WORDS));
        let words = printed.size.words();
        let same = self.0.iter().enumerate().filter(|(_, case)| case.printed.size.words() == words);
        let is_full = same.clone().count() >= MAX_OF_SIZE;
        let longest = same.max_by_key(|(_, case)| case.record.choices.len());
        match longest.map(|(at, case)| (at, case.record.choices.len())) {
            Some((at, length)) if is_full => {
                if length > record.choices.len() || random.one_in(4) {
                    self.0[at] = Case { record, printed };
                }
            }
            _ => self.0.push(Case { record, printed }),
        }
        self.0.sort_by_key(|case| (case.printed.size.words(), case.record.choices.len()));
    }

    /// Replaces the choices of the case with this print, if these are fewer.
    pub(super) fn simplify(&mut self, record: Record, printed: Printed) {
        let known = self.0.iter_mut().find(|case| case.printed.hash == printed.hash);
        if let Some(known) = known.filter(|case| case.record.choices.len() > record.choices.len()) {
            known.record = record;
        }
    }
}
