//! The loops of the example `paper_loops` agree with the runners of the library.

#[path = "../../../examples/paper_loops/loops.rs"]
mod loops;

use forall::block::Property;
use forall::feedback::Probes;
use forall::part::Guidance;
use forall::pool::{Energy, Fifo, HillClimbing, Novelty, Recycling, Resetting};
use forall::property::{Erased, property};
use forall::report::Report;
use forall::runner::{self, Combinations, Options};
use forall::source::Provenance;

use self::loops::{Finished, Found};

const SOURCE: &str = include_str!("../../../examples/paper_loops/loops.rs");

fn options() -> Options {
    Options { seed: 5, tests: 400, ..Options::default() }
}

fn properties() -> [Erased; 5] {
    [
        Erased::new(property! { forall x: u32; check *x < 77 }),
        Erased::new(
            property! { forall xs: Vec<u8>; implies !xs.is_empty(), restrict = false; check xs.len() < 4 },
        ),
        Erased::new(property! { forall x in 0..500_u32; check assert_ne!(x / 10, 7, "lucky") }),
        Erased::new(property! { forall n in 1..9_u8; forall x in 0..*n; check *x < 5 }),
        Erased::new(property! { forall x: i64; check x.wrapping_add(1) != *x }),
    ]
}

/// Returns the printed inputs of the counterexample of a report, and the number of the test.
fn found(report: &Report) -> Option<Found> {
    let found = report.counterexample()?;
    Some(Found { test: found.test_number()?, inputs: found.shrunk.clone() })
}

#[track_caller]
fn agree(finished: &Finished, report: &Report) {
    assert_eq!(finished.found, found(report), "{report}");
    if finished.found.is_none() {
        let tally = &report.tally;
        assert_eq!((finished.passed, finished.discarded), (tally.passed, tally.discarded));
    }
}

#[test]
fn the_generational_loop_finds_what_quick_check_finds() {
    for property in properties() {
        let report = runner::quick_check(&property, &options());
        agree(&loops::generational(&property, &options().campaign(), 400), &report);
    }
}

#[test]
fn the_integrated_loop_finds_what_the_integrated_runner_finds() {
    for property in properties() {
        let report = runner::integrated(&property, &options());
        agree(&loops::integrated(&property, &options().campaign(), 400), &report);
    }
}

#[test]
fn the_parallel_loop_finds_the_first_failure_with_any_number_of_threads() {
    for property in properties() {
        let expected = found(&runner::parallel(&property, &options(), 3));
        for threads in [1, 2, 5] {
            let loop_found = loops::parallel(&property, &options().campaign(), (400, threads));
            assert_eq!(loop_found, expected, "{threads} threads on {property}");
        }
    }
}

/// The candidates differ, since the runner of the library takes every fourth test as it comes.
#[test]
fn the_combinatorial_loop_finds_the_same_minimum_as_the_combinatorial_runner() {
    for property in properties() {
        let report = runner::combinatorial(&property, &options(), Combinations::default());
        let finished = loops::combinatorial(&property, 16, (&options().campaign(), 400));
        assert_eq!(inputs(finished.found), inputs(found(&report)), "{report}");
    }
}

fn inputs(found: Option<Found>) -> Option<Vec<forall::report::Binding>> {
    found.map(|found| found.inputs)
}

#[forall::instrument]
fn opens(code: &[u8]) -> bool {
    code.len() == 3 && code[0] == 7 && code[1] == 77 && code[2] == 177
}

/// The pool has no warm-up, so that few tests are enough to mutate.
fn pool<A, F>() -> Recycling<Fifo<A, F>, A, F> {
    Recycling::new(Fifo::new(Energy::Fixed(1_000)))
}

fn fuzzed<P: Property>(property: &P, tests: u64) -> Finished {
    let guidance = (&mut Probes, &mut Novelty::new());
    loops::fuzzing(property, guidance, &mut pool(), (&options().campaign(), tests))
}

fn fuzz<P: Property>(property: &P, tests: u64) -> Report {
    let options = Options { tests, ..options() };
    runner::fuzz_with(property, &mut Guidance::new(pool()), &options)
}

#[test]
fn the_fuzzing_loop_finds_what_chance_does_not() {
    let shut = property! { forall code: Vec<u8>; check !opens(code) };
    let report = fuzz(&shut, 60_000);
    let mutated = report.counterexample().expect("a mutant opens it");
    assert_eq!(mutated.provenance, Provenance::Mutated);
    let finished = fuzzed(&shut, 60_000);
    assert_eq!(inputs(finished.found), inputs(found(&report)), "{report}");
    let campaign = options().campaign();
    assert_eq!(loops::generational(&shut, &campaign, 60_000).found, None);
    for property in properties() {
        let report = fuzz(&property, 4_000);
        let finished = fuzzed(&property, 4_000);
        assert_eq!(inputs(finished.found), inputs(found(&report)), "{report}");
    }
}

#[test]
fn the_targeted_loop_finds_what_the_targeted_runner_finds() {
    let far = property! { forall x: u32 in 0..10_000_000; check *x != 1_234_567 };
    let score = |(x, ()): &(u32, ())| -f64::from(x.abs_diff(1_234_567));
    let pool = || Resetting::new(Energy::Fixed(1_000));
    let options = Options { tests: 20_000, ..options() };
    let budget = (&options.campaign(), 20_000);
    let finished = loops::targeted(&far, (score, &mut HillClimbing), &mut pool(), budget);
    let report = runner::target_with(&far, score, &mut HillClimbing, &mut pool(), &options);
    assert!(finished.found.is_some());
    assert_eq!(inputs(finished.found), inputs(found(&report)), "{report}");
    assert_eq!(loops::generational(&far, &options.campaign(), 20_000).found, None);
}

#[test]
fn each_loop_has_15_to_35_lines() {
    let bodies = SOURCE.split("\npub(crate) fn ").skip(1);
    let lengths = bodies.map(|body| (body.split(['<', '(']).next(), body.split("\n}\n").next()));
    let mut names = Vec::new();
    for (name, body) in lengths {
        let lines = body.expect("a function has a body").lines().count() + 1;
        assert!((15..=35).contains(&lines), "{name:?} has {lines} lines");
        names.push(name.expect("a function has a name"));
    }
    let expected =
        ["generational", "integrated", "fuzzing", "targeted", "combinatorial", "parallel"];
    assert_eq!(names, expected);
}
