//! The coverage of valid inputs, apart from that of all inputs.

use super::{Feedback, FeedbackMap, FinishedTest, Instrument};
use crate::report::Verdict;

/// Records what another instrument measures, and records it a second time under other keys if the inputs are valid:
/// if all premises hold.
///
/// Premises often run the same code as the check, such as a parser. If a discarded input has reached a branch first,
/// the branch is not new any more, and a valid input that reaches it is not saved. With separate keys for valid inputs,
/// it is. This is the feedback of Zest (Padhye, Lemieux, Sen, Papadakis and Le Traon, 2019).
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Probes, ValidCoverage, probe_id};
/// use forall::pool::{Energy, Fifo, Novelty, Utility};
/// use forall::report::Verdict;
/// use forall::source::Record;
///
/// let mut instrument = ValidCoverage::new(Probes);
/// let mut measure = |verdict: Verdict| {
///     let mut feedback = Feedback::new();
///     instrument.reset();
///     probe_id(404);
///     instrument.read(&FinishedTest { verdict: &verdict, record: &Record::default(), observe: &|| &[] }, &mut feedback);
///     feedback
/// };
/// let [discarded, passed] = [Verdict::Discard(1), Verdict::Pass].map(&mut measure);
/// let mut novelty = Novelty::new();
/// novelty.remember(&discarded);
/// let pool = Fifo::<(), Feedback>::new(Energy::Fixed(1));
/// assert!(novelty.useful(&pool, &passed), "no valid input has reached this probe before");
/// ```
#[derive(Clone, Debug, Default)]
pub struct ValidCoverage<I> {
    instrument: I,
    measured: Feedback,
}

impl<I> ValidCoverage<I> {
    /// Wraps an instrument that measures the code under test.
    pub fn new(instrument: I) -> ValidCoverage<I> {
        ValidCoverage { instrument, measured: Feedback::new() }
    }
}

impl<I: Instrument> Instrument for ValidCoverage<I> {
    fn names(&self, names: &mut Vec<&'static str>) {
        self.instrument.names(names);
        names.push("valid coverage");
    }

    #[inline]
    fn reset(&mut self) {
        self.instrument.reset();
    }

    #[inline]
    fn stop(&mut self) {
        self.instrument.stop();
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        let ValidCoverage { instrument, measured } = self;
        measured.clear();
        instrument.read(test, measured);
        let is_valid = matches!(test.verdict, Verdict::Pass | Verdict::Fail(_));
        for entry in measured.entries() {
            feedback.add(entry.map, entry.key, entry.value, entry.reducer);
            if is_valid {
                feedback.add(valid(entry.map), entry.key, entry.value, entry.reducer);
            }
        }
        for counts in measured.counts() {
            feedback.set_counts(counts.map, &counts.counts);
            feedback.set_counts(valid(counts.map), if is_valid { &counts.counts } else { &[] });
        }
        for compared in measured.comparisons() {
            feedback.record_comparison(compared.left.clone(), compared.right.clone());
        }
    }
}

/// Returns the map for the valid inputs among those of a map.
fn valid(map: FeedbackMap) -> FeedbackMap {
    map.part("forall::valid")
}
