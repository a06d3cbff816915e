//! Known faults of earlier implementations of the paper, with one test for each.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use forall::domain::{Domain, any, just};
use forall::feedback::{Probes, Ticks, probe_id};
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, Filo, Heap, HillClimbing, SeedPool, Static};
use forall::property::{Erased, forall};
use forall::report::Outcome;
use forall::runner::{Options, fuzz, fuzz_with, target};
use forall::source::Source;

fn options(tests: u64) -> Options {
    Options { tests, ..Options::default() }
}

/// Earlier implementations generated only fresh inputs once a seed without energy was at the front of the queue.
#[test]
fn queues_do_not_get_stuck_behind_a_seed_without_energy() {
    fn check(
        mut guidance: Guidance<Probes, forall::pool::Novelty, impl SeedPool<Inputs, Feedback>>,
    ) {
        let report = fuzz_with(&super::targets::magic(), &mut guidance, &options(300_000));
        assert!(report.counterexample().is_some(), "{report}");
    }
    type Inputs = forall::block::Attempt<forall::property::ErasedInputs>;
    use forall::feedback::Feedback;
    // The first seed, and every seed with little novelty, gets no energy at all.
    let energy = Energy::By(|utility| if utility < 16.0 { 0 } else { 10_000 });
    check(Guidance::new(Fifo::new(energy)).instrument(Probes));
    check(Guidance::new(Filo::new(energy)).instrument(Probes));
    check(Guidance::new(Heap::new(energy)).instrument(Probes));
}

/// Earlier implementations reduced coverage to one number and kept only inputs for which it grew.
#[test]
fn new_coverage_is_useful_even_if_total_coverage_shrinks() {
    // Each input hits one probe of ten, so no input hits more probes than an earlier one.
    let tenfold = forall("x", 0..10_u64).check(|(x, ())| {
        probe_id(*x);
        true
    });
    let mut guidance = Guidance::new(Fifo::new(Energy::Fixed(1_000_000))).instrument(Probes);
    fuzz_with(&tenfold, &mut guidance, &options(1_000));
    assert_eq!(seed_count(&mut guidance.pool), 10);
}

fn seed_count<A, F>(pool: &mut Fifo<A, F>) -> usize {
    std::iter::from_fn(|| {
        while pool.best().is_some() {
            if let Some(spent) = pool.revise() {
                return Some(spent);
            }
        }
        None
    })
    .count()
}

/// Earlier implementations passed a test as soon as a premise held, without checking the predicate.
#[test]
fn a_true_premise_does_not_pass_the_test() {
    let property = forall("x", any::<u8>())
        .implies("x > 3", |(x, ())| *x > 3)
        .maximize("x", |(x, ())| f64::from(*x))
        .check(|(x, ())| *x < 4);
    for report in [fuzz(&property, &options(100)), target(&property, &options(100))] {
        assert_eq!(report.counterexample().unwrap().shrunk[0].value, "4", "{report}");
    }
}

/// Earlier implementations evaluated the predicate twice.
#[test]
fn the_predicate_runs_once_per_test() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let property = forall("x", any::<u8>()).check(|_| {
        CALLS.fetch_add(1, Relaxed);
        true
    });
    let report = fuzz(&property, &options(1_000));
    // One more run: the only new seed is run again to see whether it is stable.
    assert_eq!((report.tally.passed, CALLS.load(Relaxed)), (1_000, 1_001));
}

/// Earlier implementations shrank for at most ten steps, and never shrank variables after a premise.
#[test]
fn variables_after_a_premise_are_shrunk() {
    let property = forall("x", any::<u32>())
        .implies("x > 0", |(x, ())| *x > 0)
        .forall("xs", any::<Vec<u64>>())
        .check(|(xs, (x, ()))| {
            probe_id(xs.len() as u64);
            *x < 1_000 || xs.iter().all(|x| *x < 123_456)
        });
    let report = fuzz(&property, &options(100_000));
    let shrunk: Vec<&str> =
        report.counterexample().unwrap().shrunk.iter().map(|binding| &*binding.value).collect();
    assert_eq!(shrunk, ["1000", "[123456]"]);
}

/// Earlier implementations generated all variables before they checked any premise.
#[test]
fn variables_after_a_false_premise_are_not_generated() {
    static GENERATED: AtomicU64 = AtomicU64::new(0);
    let late = just(()).mapped(|()| GENERATED.fetch_add(1, Relaxed));
    let property = forall("x", 0..4_u8)
        .implies("x is 0", |(x, ())| *x == 0)
        .forall("late", late)
        .check(|_| true);
    let report = fuzz(&property, &Options { max_discard_ratio: 1_000, ..options(100) });
    assert!(report.tally.discarded > 50, "{report}");
    // New seeds are generated once and run twice.
    assert_eq!(GENERATED.load(Relaxed), report.tally.passed);
}

/// Earlier implementations did not distinguish a rejected value from a false premise.
#[test]
fn rejected_discarded_and_passed_tests_are_counted_separately() {
    let even = (0..4_u8).filter_mapped(|x| (x % 2 == 0).then_some(x));
    let never = any::<u8>().filtered(|_| false);
    let property = forall("x", even)
        .implies("x is 0", |(x, ())| *x == 0)
        .forall_given("y", move |(x, ())| {
            let x = *x;
            forall::domain::from_fn(move |source: &mut Source| {
                if source.branch(2) == 0 { Ok(x) } else { never.generate(source) }
            })
        })
        .check(|_| true);
    let tally = fuzz(&property, &options(200)).tally;
    assert_eq!(tally.passed, 200);
    assert!(tally.discarded > 50 && tally.rejected > 50, "{tally:?}");
    assert_eq!(tally.by_node[1..3], [tally.discarded, tally.rejected]);
}

/// Earlier implementations forgot every discarded input, however many premises it satisfied.
#[test]
fn a_discarded_input_that_satisfies_more_premises_is_a_seed() {
    // Each premise holds for one input in 5,000, and only premises give feedback.
    let digit = || 0..5_000_u16;
    let property = forall("a", digit())
        .implies("a", |(a, ())| *a == 1_234)
        .forall("b", digit())
        .implies("b", |(b, _)| *b == 4_321)
        .forall("c", digit())
        .implies("c", |(c, _)| *c == 777)
        .check(|_| false);
    let report =
        fuzz(&property, &Options { tests: 1, max_discard_ratio: 200_000, ..Options::default() });
    assert!(matches!(report.outcome, Outcome::Falsified(_)), "{report}");
}

/// The same holds for new coverage inside of a premise.
#[test]
fn a_discarded_input_with_new_coverage_is_a_seed() {
    let starts = |text: &str| {
        let right =
            text.bytes().zip(*b"FUZZ").take_while(|(actual, expected)| actual == expected).count();
        (0..right as u64).for_each(probe_id);
        right == 4
    };
    let property = forall("text", any::<String>())
        .implies("starts with FUZZ", move |(text, ())| starts(text))
        .check(|_| false);
    let report =
        fuzz(&property, &Options { tests: 10, max_discard_ratio: 20_000, ..Options::default() });
    assert!(matches!(report.outcome, Outcome::Falsified(_)), "{report}");
}

/// Coverage that differs between runs of one input says nothing about it, and is ignored after the second run.
#[test]
fn unstable_coverage_is_ignored() {
    let property = forall("x", 0..1_000_000_u32).check(|_| {
        thread_local! { static CALLS: Cell<u64> = const { Cell::new(0) } }
        CALLS.set(CALLS.get() + 1);
        // Each probe is hit every other time.
        probe_id(if CALLS.get().is_multiple_of(2) { 1 } else { 2 });
        true
    });
    let mut guidance = Guidance::new(Fifo::new(Energy::Fixed(1_000_000))).instrument(Probes);
    fuzz_with(&property, &mut guidance, &options(1_000));
    assert_eq!(seed_count(&mut guidance.pool), 0);
}

/// Probes in generators say nothing about the code under test.
#[test]
fn probes_in_generators_do_not_count() {
    let probing = any::<u64>().mapped(|x| {
        probe_id(x);
        forall::feedback::ticks(1_000);
        x
    });
    let property =
        forall("x", probing).implies("any", |_| true).forall("y", any::<bool>()).check(|(y, _)| {
            probe_id(u64::from(*y));
            true
        });
    let mut guidance =
        Guidance::new(Fifo::new(Energy::Fixed(1_000_000))).instrument((Probes, Ticks));
    fuzz_with(&property, &mut guidance, &options(1_000));
    assert_eq!(seed_count(&mut guidance.pool), 2);
}

/// A user-defined mutator makes values that no choices lead to.
#[test]
fn failures_of_user_defined_mutators_are_reported_and_shrunk() {
    let grown = (0..10_u32).mutate_with(|x, _| Ok(x + 10)).shrink_with(|x| vec![x - 1]);
    let property = Erased::new(forall("x", grown).check(|(x, ())| {
        probe_id(u64::from(*x));
        *x < 500
    }));
    let mut guidance = Guidance::new(Static::new()).utility(forall::pool::Novelty::new());
    let report = fuzz_with(&property, &mut guidance, &options(10_000));
    assert_eq!(report.counterexample().unwrap().shrunk[0].value, "500", "{report}");
}

/// A predicate that fails only in its second run is flaky, which is a failure.
#[test]
fn a_failure_in_the_second_run_is_reported() {
    let calls = AtomicU64::new(0);
    let property =
        forall("x", any::<u8>()).check(move |_| calls.fetch_add(1, Relaxed).is_multiple_of(2));
    assert!(fuzz(&property, &options(10)).counterexample().is_some());
}

#[test]
fn hill_climbing_works_with_any_pool() {
    let property = forall("x", any::<u64>()).check(|(x, ())| {
        forall::feedback::maximize("ones", f64::from(x.count_ones()));
        x.count_ones() < 60
    });
    let mut guidance = Guidance::new(Static::new()).utility(HillClimbing).instrument(Probes);
    let report = fuzz_with(&property, &mut guidance, &options(10_000));
    assert!(report.counterexample().is_some(), "{report}");
}
