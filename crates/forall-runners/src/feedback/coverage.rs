//! What an instrumented build sees: edges and compares; and what a counting allocator does.

use forall_sys::coverage::Comparison;

use super::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer};
use crate::source::ChoiceValue;

/// Which edges were taken, and how often. It sees nothing, and is no source, where they cannot be
/// [counted](forall_sys::coverage::Edges::available).
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
/// assert_eq!(report.sources, ["premises", "shape"], "this is not built to count its edges");
/// ```
#[derive(Debug, Default)]
pub struct Edges {
    edges: Option<forall_sys::coverage::Edges>,
    counts: Vec<u8>,
    stopped: bool,
}

impl Edges {
    /// Those of this process, if there are any.
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

    /// A runner is compiled with the code under test where it is generic, and has edges of its own there.
    fn stop(&mut self) {
        if let Some(edges) = self.edges.as_ref().filter(|_| !self.stopped) {
            edges.copy_to(&mut self.counts);
            self.stopped = true;
        }
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        self.stop();
        if self.edges.is_some() {
            // Given away with its room, for what was there.
            std::mem::swap(feedback.counts_mut(FeedbackMap::EDGES), &mut self.counts);
        }
    }
}

/// What was compared, for runners that put one side in the place of the other. It is a source from the
/// first compare on that it hears of: only a build with `--trace-compares` tells.
#[derive(Debug, Default)]
pub struct Comparisons {
    listener: Option<forall_sys::coverage::Comparisons>,
    told: Vec<Comparison>,
    heard: bool,
}

impl Instrument for Comparisons {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.extend(self.heard.then_some("comparisons"));
    }

    fn reset(&mut self) {
        self.listener = Some(forall_sys::coverage::Comparisons::start());
    }

    fn stop(&mut self) {
        if let Some(listener) = self.listener.take() {
            self.told = listener.stop();
        }
    }

    fn read(&mut self, _: &FinishedTest<'_>, feedback: &mut Feedback) {
        self.stop();
        for compare in self.told.drain(..) {
            self.heard = true;
            tell(compare, feedback);
        }
    }
}

/// How much the checking thread allocated, to be driven up. It sees nothing where no
/// [`CountingAllocator`](forall_sys::coverage::CountingAllocator) is the allocator.
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
/// assert_eq!(report.sources, ["premises", "allocations"]);
/// ```
#[derive(Debug, Default)]
pub struct Allocations {
    before: forall_sys::coverage::Allocations,
}

impl Instrument for Allocations {
    fn names(&self, names: &mut Vec<&'static str>) {
        // Nobody comes here who has not allocated.
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

/// Tells a compare as all that choices may be: the machine knows numbers, and no signs, characters or
/// bytes.
fn tell(compare: Comparison, feedback: &mut Feedback) {
    let (left, right, width) = match compare {
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

/// The number with its sign.
fn extended(number: u64, width: u8) -> i64 {
    let unused = 64 - 8 * u32::from(width.clamp(1, 8));
    (number << unused).cast_signed() >> unused
}

/// The character that is compared, if it may be one: a `char`, or a byte of a text.
fn character(number: u64, width: u8) -> Option<String> {
    let number =
        u32::try_from(number).ok().filter(|number| width == 4 || *number < 128 && width == 1);
    Some(char::from_u32(number?)?.to_string())
}

/// The number as it lies in memory, from where it may have been read.
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

    fn told(left: u64, right: u64, width: u8) -> Vec<(ChoiceValue, ChoiceValue)> {
        let mut feedback = Feedback::new();
        tell(Comparison::Numbers { left, right, width }, &mut feedback);
        feedback.comparisons().to_vec()
    }

    fn integers(left: i128, right: i128) -> (ChoiceValue, ChoiceValue) {
        (ChoiceValue::Integer(left), ChoiceValue::Integer(right))
    }

    #[test]
    fn numbers_may_have_signs_and_be_bytes() {
        let bytes = |bytes: [u8; 2]| ChoiceValue::Bytes(bytes.to_vec());
        let expected = [
            integers(0xfffe, 0x0102),
            integers(-2, 0x0102),
            (bytes(0xfffe_u16.to_ne_bytes()), bytes(0x0102_u16.to_ne_bytes())),
        ];
        assert_eq!(told(0xfffe, 0x0102, 2), expected);
    }

    #[test]
    fn numbers_may_be_characters() {
        let texts = |left: &str, right: &str| {
            (ChoiceValue::String(left.into()), ChoiceValue::String(right.into()))
        };
        assert_eq!(told(0x61, 0x62, 1), [integers(0x61, 0x62), texts("a", "b")]);
        assert_eq!(told(0x61, 0xe9, 4), [integers(0x61, 0xe9), texts("a", "é")]);
        assert_eq!(told(0x61, 0xe9, 1), [integers(0x61, 0xe9), integers(0x61, -23)]);
    }

    #[test]
    fn what_is_not_there_is_no_source() {
        let mut names = Vec::new();
        (Edges::detect(), Comparisons::default(), Allocations::default()).names(&mut names);
        assert_eq!(names, Vec::<&str>::new());
    }
}
