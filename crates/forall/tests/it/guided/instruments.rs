//! Instruments: where feedback comes from, and how runners use it.

use forall::domain::{any, vec};
use forall::feedback::{
    Counts, Feedback, FeedbackMap, FinishedTest, Instrument, Premises, Reducer, Shape, Ticks, rank,
    score,
};
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, Novelty, SeedPool, SimulatedAnnealing, Static, Utility};
use forall::property::forall;
use forall::report::Verdict;
use forall::report::text::{ReportContext, Style, render};
use forall::runner::{Options, exists, fuzz, fuzz_with, maximize, search, target, target_with};
use forall::source::{ChoiceValue, Source};
use forall::{Arbitrary, property};

#[derive(Clone, Copy, Debug, Arbitrary)]
enum ReducerKind {
    Max,
    Min,
    Or,
    Sum,
    Set,
}

impl ReducerKind {
    fn reducer(self) -> Reducer {
        match self {
            ReducerKind::Max => Reducer::Max,
            ReducerKind::Min => Reducer::Min,
            ReducerKind::Or => Reducer::Or,
            ReducerKind::Sum => Reducer::Sum,
            ReducerKind::Set => Reducer::Set,
        }
    }
}

/// Adding values to a key, in any order and among other keys, reduces them with the reducer of the key.
#[property]
fn a_key_holds_the_reduction_of_its_values(
    #[domain(vec((0..40_u64, 0..9_u64), 0..200))] entries: Vec<(u64, u64)>,
    kind: ReducerKind,
) {
    let mut feedback = Feedback::new();
    feedback.add(FeedbackMap::EDGES, 3, 1, Reducer::Sum);
    feedback.clear();
    for (key, value) in &entries {
        feedback.add(FeedbackMap::PROBES, *key, *value, kind.reducer());
    }
    for key in 0..40 {
        let values = entries.iter().filter(|(other, _)| *other == key).map(|(_, value)| *value);
        let expected = values.reduce(|old, new| kind.reducer().reduce(old, new));
        assert_eq!(feedback.get(FeedbackMap::PROBES, key), expected);
        assert_eq!(feedback.get(FeedbackMap::EDGES, key), None);
    }
}

/// Counting new values a word at a time gives the same number as counting one counter at a time.
#[property]
fn counts_of_a_new_class_are_new(counts: Vec<u8>, known: Vec<u8>) {
    let slow = |(at, count): (usize, &u8)| {
        let class = if *count == 0 { 0 } else { 1 << count.ilog2() };
        class & !known.get(at).copied().unwrap_or(0) != 0
    };
    let expected = counts.iter().enumerate().filter(|place| slow(*place)).count();
    let counts = Counts { map: FeedbackMap::EDGES, counts: counts.clone() };
    assert_eq!(counts.count_new(&known), expected);
    let mut known = known;
    counts.add_to(&mut known);
    assert_eq!(counts.count_new(&known), 0);
}

#[property]
fn ranks_preserve_the_order_of_scores(left: f64, right: f64) {
    assert_eq!(rank(left).cmp(&rank(right)), left.total_cmp(&right));
    assert_eq!(score(rank(left)).to_bits(), left.to_bits());
}

/// A remembered value is not new, but a better one is.
#[property]
fn only_unknown_values_are_new(#[domain(0..1_000_u64)] value: u64, kind: ReducerKind) {
    let pool: Fifo<(), Feedback> = Fifo::new(Energy::Fixed(1));
    let feedback_of = |value: u64| {
        let mut feedback = Feedback::new();
        feedback.add(FeedbackMap::SCORES, 1, value, kind.reducer());
        feedback
    };
    let mut novelty = Novelty::new();
    assert!(novelty.useful(&pool, &feedback_of(1_024 + value)));
    novelty.remember(&feedback_of(1_024 + value));
    assert!(!novelty.useful(&pool, &feedback_of(1_024 + value)));
    let more = match kind {
        ReducerKind::Min => value,
        ReducerKind::Max | ReducerKind::Or | ReducerKind::Sum | ReducerKind::Set => 4_096 + value,
    };
    assert!(novelty.useful(&pool, &feedback_of(more)));
}

/// An instrument as another crate might define it, with one counter for each key.
struct Edges {
    counters: Vec<u8>,
}

impl Instrument for Edges {
    fn names(&self, names: &mut Vec<&'static str>) {
        names.push("edges");
    }

    fn reset(&mut self) {
        self.counters.fill(0);
    }

    fn read(&mut self, test: &FinishedTest<'_>, feedback: &mut Feedback) {
        // Pretends that the code under test has an edge for each number.
        if let Some(ChoiceValue::Integer(edge)) =
            test.record.choices.first().map(|c| c.value.clone())
        {
            self.counters[edge as usize] += 1;
        }
        feedback.set_counts(FeedbackMap::EDGES, &self.counters);
    }
}

#[test]
fn edges_of_a_user_defined_instrument_are_new_once() {
    let property = forall("x", 0..100_u8).check(|_| true);
    let edges = Edges { counters: vec![0; 100] };
    let mut guidance = Guidance::default().instrument((edges, Premises));
    let report = fuzz_with(&property, &mut guidance, &Options::default());
    assert_eq!(report.guided_by, ["edges", "premises"]);
    let pool: Fifo<(), Feedback> = Fifo::new(Energy::Fixed(1));
    let once = counted(&[1; 100], 64);
    assert!(!guidance.utility.useful(&pool, &once), "all edges were seen");
    let twice = counted(&[2; 100], 64);
    assert!(guidance.utility.useful(&pool, &twice), "a second hit is new");
}

/// Returns the feedback of an input of this size with these edge counters.
fn counted(counts: &[u8], size: u64) -> Feedback {
    let mut feedback = Feedback::new();
    feedback.set_counts(FeedbackMap::EDGES, counts);
    feedback.set_size(size);
    feedback
}

/// Smaller inputs are better to mutate, so reaching an edge with a smaller input is new.
#[test]
fn the_same_edges_with_a_smaller_input_are_new() {
    let pool: Fifo<(), Feedback> = Fifo::new(Energy::Fixed(1));
    let mut novelty = Novelty::new();
    novelty.remember(&counted(&[1, 0, 3], 64));
    assert!(!novelty.useful(&pool, &counted(&[1, 0, 0], 64)), "nothing new");
    assert!(!novelty.useful(&pool, &counted(&[0, 0, 0], 1)), "nothing at all");
    assert!(novelty.useful(&pool, &counted(&[1, 0, 0], 32)), "smaller");
    novelty.remember(&counted(&[1, 0, 0], 32));
    assert!(!novelty.useful(&pool, &counted(&[1, 0, 0], 32)), "no smaller");
    assert!(novelty.useful(&pool, &counted(&[1, 0, 3], 32)), "smaller for another edge");
}

/// An edge in a loop gets a count of every class in the end. After that it must not count as new.
#[test]
fn an_edge_with_all_count_classes_is_new_once_per_smaller_input() {
    let pool: Fifo<(), Feedback> = Fifo::new(Energy::Fixed(1));
    let mut novelty = Novelty::new();
    for power in 0..8 {
        novelty.remember(&counted(&[1 << power], 64));
    }
    assert!(novelty.useful(&pool, &counted(&[1], 32)), "smaller");
    novelty.remember(&counted(&[1], 32));
    assert!(!novelty.useful(&pool, &counted(&[1], 32)), "no smaller");
}

/// An edge that only one of two runs of an input takes is ignored, whatever its count and the size of the input.
#[test]
fn unstable_edges_are_ignored() {
    let pool: Fifo<(), Feedback> = Fifo::new(Energy::Fixed(1));
    let mut novelty = Novelty::new();
    novelty.mark_unstable(&counted(&[1, 1], 64), &counted(&[1, 0], 64));
    assert!(novelty.useful(&pool, &counted(&[1, 0], 64)), "the other one is stable");
    novelty.remember(&counted(&[1, 1], 64));
    for (count, size) in [(1, 64), (9, 64), (1, 1), (200, 1)] {
        assert!(!novelty.useful(&pool, &counted(&[0, count], size)), "{count} of {size}");
    }
}

/// The runner stops instruments right after the property, before other code could be counted.
#[test]
fn instruments_are_stopped_before_they_are_read() {
    #[derive(Default)]
    struct Calls(Vec<&'static str>);
    impl Instrument for Calls {
        fn names(&self, _: &mut Vec<&'static str>) {}

        fn reset(&mut self) {
            self.0.push("reset");
        }

        fn stop(&mut self) {
            self.0.push("stop");
        }

        fn read(&mut self, _: &FinishedTest<'_>, _: &mut Feedback) {
            self.0.push("read");
        }
    }
    let property = forall("x", any::<u8>()).implies("odd", |(x, ())| x % 2 == 1).check(|_| true);
    let mut guidance = Guidance::default().instrument((Calls::default(), Premises));
    fuzz_with(&property, &mut guidance, &Options { tests: 50, ..Options::default() });
    let calls = &guidance.instrument.0.0;
    let ends = calls.windows(3).filter(|calls| *calls == ["reset", "stop", "read"]).count();
    assert_eq!(ends, calls.iter().filter(|call| **call == "read").count());
    assert!(ends >= 50);
}

#[test]
fn a_report_lists_the_instruments() {
    let property = forall("x", any::<u8>()).check(|(x, ())| *x < 200);
    let report = fuzz(&property, &Options::default());
    assert_eq!(report.guided_by, ["premises", "probes", "shape", "labels", "scores"]);
    let context = ReportContext { verbose: true, ..ReportContext::default() };
    let text = render(&report, &context, Style::Plain);
    assert!(text.contains("\nnote: guided by premises, probes, shape, labels, scores\n"), "{text}");
}

/// Labels and shape guide a run without probes: a label shows the number of correct digits.
#[test]
fn labels_guide_the_search() {
    let lock = |digits: &(u8, u8, u8, u8)| {
        let right = [digits.0 == 17, digits.1 == 201, digits.2 == 99, digits.3 == 5];
        right.iter().take_while(|right| **right).count()
    };
    let property = forall::property::property! {
        forall digits: (u8, u8, u8, u8);
        collect "right": lock(digits);
        check lock(digits) < 4
    };
    let options = Options { tests: 200_000, ..Options::default() };
    assert!(fuzz(&property, &options).counterexample().is_some());
}

#[test]
fn maximize_finds_the_largest_score() {
    let property = forall("x", any::<u64>()).check(|_| false);
    let score = |(x, ()): &(u64, ())| f64::from(x.count_ones());
    let best = maximize(&property, score, &Options { tests: 5_000, ..Options::default() });
    assert_eq!(best.unwrap().inputs.0, u64::MAX);
}

#[test]
fn exists_finds_a_witness() {
    let sorted = forall::property::property! {
        forall xs in vec(0..100_u8, 8..=8);
        maximize xs.windows(2).filter(|two| two[0] < two[1]).count() as f64;
        check xs.windows(2).all(|two| two[0] < two[1])
    };
    let options = Options { tests: 50_000, ..Options::default() };
    assert!(exists(&sorted, &options).unwrap().inputs.0.is_sorted());
    let none = forall("x", any::<u8>()).maximize("x", |(x, ())| f64::from(*x));
    let none = none.check(|(x, ())| x % 2 == 2);
    assert!(exists(&none, &Options::default()).is_none());
}

#[test]
#[should_panic(expected = "the search `exists` follows scores, and this property has none")]
fn exists_needs_a_score_unless_it_finds_a_witness_without() {
    let even = forall("x", any::<u8>()).check(|(x, ())| x % 2 == 0);
    assert!(exists(&even, &Options::default()).is_some());
    exists(&forall("x", any::<u8>()).check(|(x, ())| x % 2 == 2), &Options::default());
}

/// An input without a score is never better than one with a score, in any order.
#[test]
fn an_input_without_a_score_is_never_the_best() {
    let property = forall("x", 0..100_u8).check(|_| true);
    let score = |(x, ()): &(u8, ())| if *x < 50 { f64::NAN } else { f64::from(*x) };
    for seed in 0..20 {
        let best = maximize(&property, score, &Options { seed, tests: 500, ..Options::default() });
        assert_eq!(best.unwrap().inputs.0, 99, "seed {seed}");
    }
}

/// An infinite score ends the search, with any pool and any utility.
#[test]
fn an_infinite_score_ends_the_search() {
    let property = forall("x", 0..100_u8).check(|(x, ())| *x < 30);
    let score = |(x, ()): &(u8, ()), holds| {
        if holds { f64::from(*x) } else { f64::INFINITY }
    };
    let options = Options { tests: 500, ..Options::default() };
    let pool = Fifo::new(Energy::Fixed(10));
    let best = search(&property, score, &mut SimulatedAnnealing::new(40.0, 500, 1), pool, &options)
        .unwrap();
    assert!(best.inputs.0 >= 30 && best.score == f64::INFINITY && best.test < 499, "{best:?}");
}

/// There is a valley before the summit. Hill climbing stays on the first peak; annealing can cross the valley.
#[test]
fn annealing_crosses_a_valley() {
    let landscape = |x: i32| if x < 50 { f64::from(x) } else { f64::from(2 * x - 120) };
    let property = forall("x", 0..100_i32).check(|(x, ())| *x < 99);
    let options = Options { tests: 20_000, ..Options::default() };
    let mut cool = SimulatedAnnealing::new(40.0, 20_000, 1);
    let score = |(x, ()): &(i32, ())| landscape(*x);
    let report = target_with(&property, score, &mut cool, &mut Static::new(), &options);
    assert!(report.counterexample().is_some(), "{report}");
    assert!(cool.temperature < 40.0);
}

#[test]
fn target_finds_a_bug_that_random_inputs_miss() {
    let sums = forall::property::property! {
        forall x in 0..1_000_000_u32;
        forall y in 0..1_000_000_u32;
        maximize -f64::from(x.abs_diff(654_321)) - f64::from(y.abs_diff(123_456));
        check *x != 654_321 || *y != 123_456
    };
    let options = Options { tests: 3_000, ..Options::default() };
    assert!(target(&sums, &options).counterexample().is_some());
    assert!(forall::runner::quick_check(&sums, &options).passed());
}

/// The number of ticks depends only on the input, so it leads to the worst case.
#[test]
fn ticks_are_counted_while_the_property_runs() {
    let property = forall("n", 0..1_000_u64).check(|(n, ())| {
        forall::feedback::ticks(*n);
        true
    });
    let mut guidance =
        Guidance::new(Static::new()).utility(forall::pool::HillClimbing).instrument(Ticks);
    fuzz_with(&property, &mut guidance, &Options { tests: 5_000, ..Options::default() });
    assert_eq!(guidance.pool.best().unwrap().feedback.get(FeedbackMap::TICKS, 0), Some(999));
}

/// A shape counts as new if it satisfies more premises than before, and inputs that satisfy fewer premises
/// than others are mutated last. Otherwise the many shapes of discarded inputs would fill the pool.
#[test]
fn shapes_are_compared_per_satisfied_premises() {
    let mut source = Source::from_seed(1, 5).recording();
    source.branch(9);
    let record = source.into_record();
    let shape = |verdict: Verdict| {
        let mut feedback = Feedback::new();
        let test = FinishedTest { verdict: &verdict, record: &record, observe: &|| &[] };
        (Premises, Shape).read(&test, &mut feedback);
        feedback
    };
    let [early, late, passed] =
        [Verdict::Discard(1), Verdict::Discard(3), Verdict::Pass].map(shape);
    let mut novelty = Novelty::new();
    let pool = Fifo::<(), Feedback>::new(Energy::Fixed(1));
    novelty.remember(&late);
    assert!(novelty.useful(&pool, &early), "the shape is new at the first premise");
    assert!(novelty.utility(&pool, &early) < 1.0);
    assert!(novelty.utility(&pool, &passed) > 1.0);
    novelty.remember(&early);
    assert!(!novelty.useful(&pool, &early) && !novelty.useful(&pool, &late));
    assert!(novelty.useful(&pool, &passed));
}
