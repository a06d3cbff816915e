//! Domains of arguments that depend on earlier arguments of the same operation.

use forall::block::{regenerate, render};
use forall::machine::{Steps, steps};
use forall::property::forall;
use forall::report::Outcome;
use forall::runner::{Options, enumerate, quick_check};
use forall::source::Source;

#[forall::machine(model = Model)]
trait Lines {
    type Line;

    #[start]
    fn with_columns(
        #[domain(2..=80_usize)] max: usize,
        #[domain(1..max)] min: usize,
        label: &str,
        #[domain(0..=label.len())] cut: usize,
    ) -> Self;
    fn insert(&mut self, bytes: &[u8]) -> Self::Line;
    fn cut(
        &mut self,
        line: &Self::Line,
        #[domain(0..=line.len())] end: usize,
        #[domain(0..=end)] start: usize,
    ) -> usize;
    fn mark(&mut self, places: &[u8], #[domain(0..=places.len())] at: usize, pair: &(u8, u8));
}

/// Each line is a handle, and the model of it is its bytes.
#[derive(Hash)]
struct Model;

impl Lines for Model {
    type Line = Vec<u8>;

    fn with_columns(max: usize, min: usize, label: &str, cut: usize) -> Model {
        assert!(min < max && cut <= label.len());
        Model
    }

    fn insert(&mut self, bytes: &[u8]) -> Vec<u8> {
        bytes.to_owned()
    }

    fn cut(&mut self, line: &Vec<u8>, end: usize, start: usize) -> usize {
        assert!(end <= line.len() && start <= end);
        end - start
    }

    fn mark(&mut self, places: &[u8], at: usize, _: &(u8, u8)) {
        assert!(at <= places.len());
    }
}

/// Cuts at most two bytes, unless they are the first ones.
struct Short;

impl Lines for Short {
    type Line = ();

    fn with_columns(_: usize, _: usize, _: &str, _: usize) -> Short {
        Short
    }

    fn insert(&mut self, _: &[u8]) {}

    fn cut(&mut self, (): &(), end: usize, start: usize) -> usize {
        if start > 0 { (end - start).min(2) } else { end }
    }

    fn mark(&mut self, _: &[u8], _: usize, _: &(u8, u8)) {}
}

#[test]
fn all_arguments_are_in_their_domains() {
    let holds =
        forall("steps", forall::any::<Steps<Model>>()).check(|(steps, ())| steps.check::<Model>());
    let report = quick_check(&holds, &Options::default());
    assert!(report.passed(), "{:?}", report.outcome);
}

#[test]
fn steps_invert_to_their_choices() {
    let all = forall("steps", steps::<Model>()).check(|_| true);
    for n in 0..300 {
        let case = regenerate(&all, Source::for_test(1, n, 8).themed()).expect("all are possible");
        let inverted = render(&all, &case.inputs).choices.expect("it can be inverted");
        assert_eq!(inverted.0, case.record.values());
    }
}

#[test]
fn failures_shrink_to_the_simplest_arguments() {
    let holds =
        forall("steps", forall::any::<Steps<Model>>()).check(|(steps, ())| steps.check::<Short>());
    for seed in 0..10 {
        let report = quick_check(&holds, &Options { seed, ..Options::default() });
        let found = report.counterexample().expect("it cuts too little");
        let expected = "\
with_columns(2, 1, \"\", 0)
1  let line1 = insert([0, 0, 0, 0])
2  cut(line1, 4, 1)  → 3";
        assert_eq!(found.shrunk[0].value, expected);
    }
}

#[forall::machine(model = Sum)]
trait Sums {
    #[start]
    fn start(#[domain(0..3_u8)] top: u8, #[domain(0..=top)] bottom: u8) -> Self;
    fn add(&mut self, #[domain(0..4_u8)] end: u8, #[domain(0..=end)] start: u8);
}

#[derive(Hash)]
struct Sum(u8);

impl Sums for Sum {
    fn start(top: u8, bottom: u8) -> Sum {
        Sum(top - bottom)
    }

    fn add(&mut self, end: u8, start: u8) {
        self.0 += end - start;
    }
}

#[test]
fn enumeration_knows_all_pairs() {
    let holds =
        forall("steps", steps::<Sum>().at_most(2)).check(|(steps, ())| steps.check::<Sum>());
    let report = enumerate(&holds, &Options { tests: 10_000, ..Options::default() });
    assert_eq!(report.outcome, Outcome::Proved);
    let starts = 1 + 2 + 3;
    let adds = 1 + 2 + 3 + 4;
    assert_eq!(report.tally.tests(), starts * (1 + adds + adds * adds));
}
