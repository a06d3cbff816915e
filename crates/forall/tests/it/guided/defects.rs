//! Faults of earlier implementations of the paper, one test each.

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

/// Theirs asked for fresh inputs for ever once a seed without energy stood in front of the queue.
#[test]
fn queues_do_not_get_stuck_behind_a_seed_without_energy() {
    fn check(
        mut guidance: Guidance<Probes, forall::pool::Novelty, impl SeedPool<Inputs, Feedback>>,
    ) {
        let report = fuzz_with(&super::targets::magic(), &mut guidance, &options(100_000));
        assert!(report.counterexample().is_some(), "{report}");
    }
    type Inputs = forall::block::Attempt<forall::property::ErasedInputs>;
    use forall::feedback::Feedback;
    // The first seed and every one with little news get no energy at all.
    let energy = Energy::By(|utility| if utility < 16.0 { 0 } else { 10_000 });
    check(Guidance::new(Fifo::new(energy)).instrument(Probes));
    check(Guidance::new(Filo::new(energy)).instrument(Probes));
    check(Guidance::new(Heap::new(energy)).instrument(Probes));
}

/// Theirs made one number of all coverage and kept only inputs for which it grew.
#[test]
fn new_coverage_is_useful_although_there_is_less_of_it() {
    // Each input reaches one place of ten, so none reaches more than any before it.
    let tenfold = forall("x", 0..10_u64).check(|(x, ())| {
        probe_id(*x);
        true
    });
    let mut guidance = Guidance::new(Fifo::new(Energy::Fixed(1_000_000))).instrument(Probes);
    fuzz_with(&tenfold, &mut guidance, &options(1_000));
    assert_eq!(kept(&mut guidance.pool), 10);
}

fn kept<A, F>(pool: &mut Fifo<A, F>) -> usize {
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

/// Theirs said that a test passed as soon as a premise held, and never asked what follows from it.
#[test]
fn a_premise_that_holds_is_not_the_conclusion() {
    let property =
        forall("x", any::<u8>()).implies("x > 3", |(x, ())| *x > 3).check(|(x, ())| *x < 4);
    for report in [fuzz(&property, &options(100)), target(&property, &options(100))] {
        assert_eq!(report.counterexample().unwrap().shrunk[0].value, "4", "{report}");
    }
}

/// Theirs evaluated the predicate twice.
#[test]
fn the_predicate_is_asked_once_for_each_test() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let property = forall("x", any::<u8>()).check(|_| {
        ASKED.fetch_add(1, Relaxed);
        true
    });
    let report = fuzz(&property, &options(1_000));
    // One more for the one newcomer, which is run again.
    assert_eq!((report.tally.passed, ASKED.load(Relaxed)), (1_000, 1_001));
}

/// Theirs gave up shrinking after ten steps, and left alone what is quantified after a premise.
#[test]
fn a_variable_after_a_premise_is_shrunk_too() {
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

/// Theirs made all variables before it asked any premise.
#[test]
fn a_false_premise_saves_the_variables_after_it() {
    static MADE: AtomicU64 = AtomicU64::new(0);
    let late = just(()).mapped(|()| MADE.fetch_add(1, Relaxed));
    let property = forall("x", 0..4_u8)
        .implies("x is 0", |(x, ())| *x == 0)
        .forall("late", late)
        .check(|_| true);
    let report = fuzz(&property, &Options { max_discard_ratio: 1_000, ..options(100) });
    assert!(report.tally.discarded > 50, "{report}");
    // Newcomers are made once and run twice.
    assert_eq!(MADE.load(Relaxed), report.tally.passed);
}

/// Theirs had one word for a value that could not be made and for a premise that did not hold.
#[test]
fn rejection_discard_and_pass_are_counted_apart() {
    let even = (0..4_u8).filter_mapped(|x| (x % 2 == 0).then_some(x));
    let never = any::<u8>().filtered(|_| false);
    let property = forall("x", even)
        .implies("x is 0", |(x, ())| *x == 0)
        .forall_given("y", move |(x, ())| {
            let (x, never) = (*x, never);
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

/// Theirs threw away what a premise turned away, however far it came.
#[test]
fn a_discard_that_comes_further_is_kept() {
    // Each premise is one in 5,000, and nothing but the premises is watched.
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

/// The same where what is new is in the premise.
#[test]
fn a_discard_that_does_something_new_is_kept() {
    let starts = |text: &str| {
        let right = text.bytes().zip(*b"FUZZ").take_while(|(is, shall)| is == shall).count();
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

/// What differs from run to run says nothing of the input: it is ignored after the newcomer's second run.
#[test]
fn unstable_keys_are_ignored() {
    let property = forall("x", 0..1_000_000_u32).check(|_| {
        thread_local! { static CALLS: Cell<u64> = const { Cell::new(0) } }
        CALLS.set(CALLS.get() + 1);
        // Some places are reached every other time.
        probe_id(if CALLS.get().is_multiple_of(2) { 1 } else { 2 });
        true
    });
    let mut guidance = Guidance::new(Fifo::new(Energy::Fixed(1_000_000))).instrument(Probes);
    fuzz_with(&property, &mut guidance, &options(1_000));
    assert_eq!(kept(&mut guidance.pool), 0);
}

/// What generators do is not what the code under test does.
#[test]
fn what_generators_say_does_not_count() {
    let talkative = any::<u64>().mapped(|x| {
        probe_id(x);
        forall::feedback::ticks(1_000);
        x
    });
    let property = forall("x", talkative)
        .implies("any", |_| true)
        .forall("y", any::<bool>())
        .check(|(y, _)| {
            probe_id(u64::from(*y));
            true
        });
    let mut guidance =
        Guidance::new(Fifo::new(Energy::Fixed(1_000_000))).instrument((Probes, Ticks));
    fuzz_with(&property, &mut guidance, &options(1_000));
    assert_eq!(kept(&mut guidance.pool), 2);
}

/// A mutator of a user's own makes values that no choices say; they are told and shrunk all the same.
#[test]
fn values_of_ones_own_mutator_are_told() {
    let grown = (0..10_u32).mutate_with(|x, _| Ok(x + 10)).shrink_with(|x| vec![x - 1]);
    let property = Erased::new(forall("x", grown).check(|(x, ())| {
        probe_id(u64::from(*x));
        *x < 500
    }));
    let mut guidance = Guidance::new(Static::new()).utility(forall::pool::Novelty::new());
    let report = fuzz_with(&property, &mut guidance, &options(10_000));
    assert_eq!(report.counterexample().unwrap().shrunk[0].value, "500", "{report}");
}

/// A predicate that fails only when it is asked again is flaky, and not passed over.
#[test]
fn a_failure_of_the_second_run_is_told() {
    let calls = AtomicU64::new(0);
    let property =
        forall("x", any::<u8>()).check(move |_| calls.fetch_add(1, Relaxed).is_multiple_of(2));
    assert!(fuzz(&property, &options(10)).counterexample().is_some());
}

#[test]
fn a_score_can_be_climbed_in_any_pool() {
    let property = forall("x", any::<u64>()).check(|(x, ())| {
        forall::feedback::maximize("ones", f64::from(x.count_ones()));
        x.count_ones() < 60
    });
    let mut guidance = Guidance::new(Static::new()).utility(HillClimbing).instrument(Probes);
    let report = fuzz_with(&property, &mut guidance, &options(10_000));
    assert!(report.counterexample().is_some(), "{report}");
}
