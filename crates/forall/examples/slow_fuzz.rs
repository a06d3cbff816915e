//! Finds the worst case of a sorting function: the number of its steps is the feedback.
//!
//! After SlowFuzz (Petsios, Zhao, Keromytis and Jana, 2017) and PerfFuzz (Lemieux, Padhye, Sen and Song, 2018).
//! The number of steps depends only on the input, unlike the time.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use forall::domain::vec;
use forall::feedback::{FeedbackMap, Ticks, tick};
use forall::part::Guidance;
use forall::pool::{HillClimbing, SeedPool, Static};
use forall::property::property;
use forall::runner::{Options, fuzz_with};

/// The number of values to sort.
const COUNT: usize = 40;

/// Sorts, and ticks once for each swap.
fn insertion_sort(values: &mut [u32]) {
    for end in 1..values.len() {
        let mut at = end;
        while at > 0 && values[at - 1] > values[at] {
            tick();
            values.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn main() {
    let sorts = property! {
        forall values in vec(0..100_u32, COUNT..=COUNT);
        check {
            let mut sorted = values.clone();
            insertion_sort(&mut sorted);
            sorted.is_sorted()
        }
    };
    // The pool, the utility of an input, and the instrument.
    let mut guidance = Guidance::new(Static::new()).utility(HillClimbing).instrument(Ticks);
    let report = fuzz_with(&sorts, &mut guidance, &Options { tests: 20_000, ..Options::default() });
    assert!(report.passed());

    let slowest = guidance.pool.best().expect("twenty thousand tests passed");
    let steps = slowest.feedback.get(FeedbackMap::TICKS, 0).expect("steps were counted");
    let worst = (COUNT * (COUNT - 1) / 2) as u64;
    println!("{steps} steps of {worst} in the worst case: {:?}", slowest.input.inputs);
    assert_eq!(steps, worst);
}
