//! Instruments for an instrumented build (edges and comparisons) and for a counting allocator.

use forall_sys::coverage::Comparison;

use super::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer};
use crate::source::ChoiceValue;

/// Counts how often each control-flow edge was taken. If this build does not
/// [count edges](forall_sys::coverage::Edges::available), records nothing and has no name.
///
/// ```
/// use forall::feedback::{Comparisons, Edges, Premises, Shape};
/// use forall::property::forall;
/// use forall::part::Guidance;
/// use forall::runner::{Options, fuzz_with};
///
/// let property = forall("x", 0..100).check(|(x, ())| *x < 100);
/// let instrument = (Premises, Shape, Edges::detect(), Comparisons::default());
/// let report = fuzz_with(&property, &mut Guidance::default().instrument(instrument), &Options::default());
/// assert_eq!(report.guided_by, ["premises", "shape"], "this build does not count edges");
/// ```
#[derive(Debug, Default)]
pub struct Edges {
    edges: Option<forall_sys::coverage::Edges>,
    counts: Vec<u8>,
    stopped: bool,
}

impl Edges {
    /// Returns an instrument for the edges of this process, if it counts them.
    pub fn detect() -> Edges {
        let edges = forall_sys::coverage::Edges::available().ok();
        Edges { edges, counts: Vec::new(), stopped: false }
    }
}

impl Instrument for Edges {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.extend(self.edges.as_ref().map(|_| "edges"));
    }

    fn reset(&mut self) {
        self.stopped = false;
        if let Some(edges) = &mut self.edges {
            edges.clear();
        }
    }

    /// Copies the counters at once: a generic runner is compiled into the crate under test, and its own edges
    /// are counted too.
    fn stop(&mut self) {
        if let Some(edges) = self.edges.as_ref().filter(|_| !self.stopped) {
            edges.copy_to(&mut self.counts);
            self.stopped = true;
        }
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        self.stop();
        if self.edges.is_some() {
            // Swaps the buffers, so that neither has to be allocated again.
            std::mem::swap(feedback.counts_mut(FeedbackMap::EDGES), &mut self.counts);
        }
    }
}

/// Records the comparisons that the code under test makes, for runners that replace one side by the other.
/// Only a build by `cargo forall fuzz` records comparisons, so the instrument has no name before the first one.
#[derive(Debug, Default)]
pub struct Comparisons {
    recording: Option<forall_sys::coverage::Comparisons>,
    recorded: Vec<Comparison>,
    found_any: bool,
}

impl Instrument for Comparisons {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.extend(self.found_any.then_some("comparisons"));
    }

    fn reset(&mut self) {
        self.recording = Some(forall_sys::coverage::Comparisons::start());
    }

    fn stop(&mut self) {
        if let Some(recording) = self.recording.take() {
            self.recorded = recording.stop();
        }
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        self.stop();
        for comparison in self.recorded.drain(..) {
            self.found_any = true;
            record_as_choices(comparison, feedback);
        }
    }
}

/// Records the number and the size of allocations by the thread that runs the test, to be maximized. If the
/// global allocator is not a [`CountingAllocator`](forall_sys::coverage::CountingAllocator), has no name.
///
/// ```
/// use forall::feedback::{Allocations, FeedbackMap, Premises};
/// use forall::property::forall;
/// use forall::part::Guidance;
/// use forall::runner::{Options, fuzz_with};
///
/// # #[global_allocator]
/// # static ALLOCATOR: forall_sys::coverage::CountingAllocator = forall_sys::coverage::CountingAllocator::SYSTEM;
/// let greedy = forall("x", 0..100_u8).check(|(x, ())| vec![0; usize::from(*x)].len() < 100);
/// let mut guidance = Guidance::default().instrument((Premises, Allocations::default()));
/// let report = fuzz_with(&greedy, &mut guidance, &Options { tests: 100, ..Options::default() });
/// assert_eq!(report.guided_by, ["premises", "allocations"]);
/// ```
#[derive(Debug, Default)]
pub struct Allocations {
    before: forall_sys::coverage::Allocations,
}

impl Instrument for Allocations {
    fn names(&self, names: &mut Vec<&'static str>) {
        // A program that comes this far has allocated memory, so 0 means that nothing counts.
        names.extend(
            (forall_sys::coverage::Allocations::so_far().times > 0).then_some("allocations"),
        );
    }

    fn reset(&mut self) {
        self.before = forall_sys::coverage::Allocations::so_far();
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        let during = forall_sys::coverage::Allocations::so_far() - self.before;
        feedback.add(FeedbackMap::ALLOCATIONS, 0, during.times, Reducer::Max);
        feedback.add(FeedbackMap::ALLOCATIONS, 1, during.bytes, Reducer::Max);
    }
}

/// Records a comparison of machine words as every kind of choice that they may stand for: the machine does
/// not distinguish unsigned and signed numbers, characters and bytes.
fn record_as_choices(comparison: Comparison, feedback: &mut Feedback) {
    let (left, right, width) = match comparison {
        Comparison::Numbers { left, right, width } => (left, right, width),
        Comparison::Bytes { left, right } => {
            return feedback.record_comparison(ChoiceValue::Bytes(left), ChoiceValue::Bytes(right));
        }
    };
    let unsigned = |number: u64| ChoiceValue::Integer(number.into());
    let signed = |number: u64| ChoiceValue::Integer(extended(number, width).into());
    feedback.record_comparison(unsigned(left), unsigned(right));
    if [left, right].iter().any(|number| signed(*number) != unsigned(*number)) {
        feedback.record_comparison(signed(left), signed(right));
    }
    if let (Some(left), Some(right)) = (character(left, width), character(right, width)) {
        feedback.record_comparison(ChoiceValue::String(left), ChoiceValue::String(right));
    } else if width > 1 {
        feedback.record_comparison(bytes(left, width), bytes(right, width));
    }
}

/// Returns the number with its sign extended.
fn extended(number: u64, width: u8) -> i64 {
    let unused = 64 - 8 * u32::from(width.clamp(1, 8));
    (number << unused).cast_signed() >> unused
}

/// Returns the character that the number may stand for: a `char`, or an ASCII byte of a string.
fn character(number: u64, width: u8) -> Option<String> {
    let number =
        u32::try_from(number).ok().filter(|number| width == 4 || *number < 128 && width == 1);
    Some(char::from_u32(number?)?.to_string())
}

/// Returns the bytes of the number in memory order, since it may have been read from bytes.
fn bytes(number: u64, width: u8) -> ChoiceValue {
    let bytes = number.to_le_bytes();
    let used = &bytes[..usize::from(width).min(8)];
    let in_memory = used.iter().copied();
    ChoiceValue::Bytes(if cfg!(target_endian = "big") {
        in_memory.rev().collect()
    } else {
        in_memory.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutation::ComparedValues;

    fn recorded(left: u64, right: u64, width: u8) -> Vec<ComparedValues> {
        let mut feedback = Feedback::new();
        record_as_choices(Comparison::Numbers { left, right, width }, &mut feedback);
        feedback.comparisons().to_vec()
    }

    fn pair(left: ChoiceValue, right: ChoiceValue) -> ComparedValues {
        ComparedValues { left, right }
    }

    fn integers(left: i128, right: i128) -> ComparedValues {
        pair(ChoiceValue::Integer(left), ChoiceValue::Integer(right))
    }

    #[test]
    fn numbers_are_recorded_as_signed_and_as_bytes() {
        let bytes = |bytes: [u8; 2]| ChoiceValue::Bytes(bytes.to_vec());
        let expected = [
            integers(0xfffe, 0x0102),
            integers(-2, 0x0102),
            pair(bytes(0xfffe_u16.to_ne_bytes()), bytes(0x0102_u16.to_ne_bytes())),
        ];
        assert_eq!(recorded(0xfffe, 0x0102, 2), expected);
    }

    #[test]
    fn numbers_are_recorded_as_characters() {
        let texts = |left: &str, right: &str| {
            pair(ChoiceValue::String(left.into()), ChoiceValue::String(right.into()))
        };
        assert_eq!(recorded(0x61, 0x62, 1), [integers(0x61, 0x62), texts("a", "b")]);
        assert_eq!(recorded(0x61, 0xe9, 4), [integers(0x61, 0xe9), texts("a", "é")]);
        assert_eq!(recorded(0x61, 0xe9, 1), [integers(0x61, 0xe9), integers(0x61, -23)]);
    }

    #[test]
    fn instruments_without_instrumentation_have_no_name() {
        let mut names = Vec::new();
        (Edges::detect(), Comparisons::default(), Allocations::default()).names(&mut names);
        assert_eq!(names, Vec::<&str>::new());
    }
}
