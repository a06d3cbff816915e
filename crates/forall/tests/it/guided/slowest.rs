//! The search for the slowest inputs.

use forall::domain::vec;
use forall::feedback::{Feedback, FeedbackMap, FinishedTest, Instrument, Reducer, probe_id, tick};
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, Maxima, Utility};
use forall::property::property;
use forall::runner::{Options, quick_check, slowest, slowest_with};

fn insertion_sort(values: &mut [u8]) {
    for end in 1..values.len() {
        let mut at = end;
        while at > 0 && values[at - 1] > values[at] {
            tick();
            values.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[test]
fn slowest_finds_the_worst_case_of_insertion_sort() {
    let sorts = property! {
        forall values in vec(0..100_u8, 20..=20);
        check { let mut sorted = values.clone(); insertion_sort(&mut sorted); sorted.is_sorted() }
    };
    for seed in 1..=3 {
        let report = slowest(&sorts, &Options { seed, tests: 20_000, ..Options::default() });
        assert_eq!(report.slowest.unwrap().steps, 20 * 19 / 2, "with seed {seed}");
    }
}

/// Discarded inputs take the most steps here, but they are not reported. The steps of premises count.
#[test]
fn the_slowest_inputs_are_valid() {
    let short = property! {
        forall x in 0..1_000_u32;
        implies { (0..*x).for_each(|_| tick()); *x < 50 }, restrict = false;
        check { (0..x % 10).for_each(|_| tick()); true }
    };
    let options = Options { max_discard_ratio: 100, ..Options::default() };
    let slowest = slowest(&short, &options).slowest.unwrap();
    assert_eq!((slowest.steps, &*slowest.inputs[0].value), (49 + 9, "49"));
}

#[test]
#[should_panic(expected = "the runner `slowest` counts steps, and the code under test counts none")]
fn slowest_needs_steps() {
    slowest(&property! { forall x: u8; check u16::from(*x) < 256 }, &Options::default());
}

/// Counts the elements of a list as edges, as an instrumented build does.
struct LengthAsEdges;

impl Instrument for LengthAsEdges {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("edges");
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        feedback.set_counts(FeedbackMap::EDGES, &[test.record.choices.len() as u8]);
    }
}

#[test]
fn slowest_compares_inputs_by_edges_if_there_are_no_steps() {
    let lists = property! { forall xs in vec(0..9_u8, 0..=30); check xs.len() <= 30 };
    let pool = Fifo::new(Energy::Fixed(10));
    let mut guidance = Guidance::new(pool).utility(Maxima::new()).instrument(LengthAsEdges);
    let options = Options { tests: 3_000, ..Options::default() };
    let slowest = slowest_with(&lists, &mut guidance, &options).slowest.unwrap();
    let longest = slowest.inputs[0].value.matches(',').count() + 1;
    assert_eq!(longest, 30);
    assert!(slowest.steps >= 30, "each element takes a choice or more: {slowest}");
}

#[test]
fn a_failure_ends_the_search() {
    let fails = property! { forall x: u8; check { tick(); *x < 200 } };
    let report = slowest(&fails, &Options::default());
    assert_eq!(report.counterexample().unwrap().shrunk[0].value, "200");
    assert!(quick_check(&fails, &Options::default()).slowest.is_none());
}

/// An input that hits one probe more often than all others is kept, even if it takes fewer steps than they do.
#[test]
fn maxima_accept_inputs_that_raise_a_single_counter() {
    let hits = |first, second| {
        let mut feedback = Feedback::new();
        feedback.add(FeedbackMap::PROBES, 1, first, Reducer::Sum);
        feedback.add(FeedbackMap::PROBES, 2, second, Reducer::Sum);
        feedback.set_counts(FeedbackMap::EDGES, &[first as u8, second as u8]);
        feedback
    };
    let pool = Fifo::<(), Feedback>::new(Energy::Fixed(1));
    let mut maxima = Maxima::new();
    maxima.remember(&hits(50, 10));
    assert!(maxima.useful(&pool, &hits(1, 11)) && !maxima.useful(&pool, &hits(50, 10)));
    assert!(maxima.utility(&pool, &hits(1, 11)) < maxima.utility(&pool, &hits(50, 10)));
    assert!(maxima.covers(&pool, &hits(1, 11), &hits(0, 11)), "only the second counter is new");
    assert!(!maxima.covers(&pool, &hits(1, 11), &hits(1, 10)));
    maxima.mark_unstable(&hits(1, 11), &hits(1, 12));
    assert!(
        !maxima.useful(&pool, &hits(1, 40)),
        "the second counter depends on more than the input"
    );
}

/// All probes together are steps, too: here no probe is hit more than once, and long inputs hit more of them.
#[test]
fn more_probes_are_more_steps() {
    let marks = property! {
        forall xs in vec(0..200_u8, 0..=30);
        check { xs.iter().for_each(|x| probe_id(u64::from(*x))); true }
    };
    let report = slowest(&marks, &Options { tests: 3_000, ..Options::default() });
    assert_eq!(report.slowest.unwrap().steps, 30);
}
