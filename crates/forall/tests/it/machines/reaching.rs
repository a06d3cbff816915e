//! Reaching states: lists without some operations, guidance by the states of the model, exhaustive runs.

use std::collections::BTreeSet;

use forall::machine::{StepsDomain, steps};
use forall::property::forall;
use forall::report::Outcome;
use forall::runner::{Options, enumerate, quick_check};

/// `CanSwarm` of Hypothesis: sixteen distinct ladders, and no snake between them.
#[forall::machine(model = Ladders)]
trait Game {
    fn ladder(&mut self, number: u8);
    fn snake(&mut self);
}

#[derive(Default, Hash)]
struct Ladders;

impl Game for Ladders {
    fn ladder(&mut self, _: u8) {}
    fn snake(&mut self) {}
}

#[derive(Default)]
struct Seen(BTreeSet<u8>);

impl Game for Seen {
    fn ladder(&mut self, number: u8) {
        self.0.insert(number);
        assert!(self.0.len() < 16);
    }

    fn snake(&mut self) {
        self.0.clear();
    }
}

fn tests_until_sixteen_ladders(domain: StepsDomain<Ladders>, options: &Options) -> Option<u64> {
    let agrees = forall("steps", domain).check(|(steps, ())| steps.check::<Seen>());
    let options = Options { max_shrinks: 0, ..options.clone() };
    quick_check(&agrees, &options).counterexample().map(|found| found.number)
}

#[test]
fn a_long_run_of_one_operation_needs_lists_without_the_others() {
    let mut without_swarm = 0;
    for seed in 0..30 {
        let options = Options { seed, tests: 200, ..Options::default() };
        let with = tests_until_sixteen_ladders(steps(), &options);
        assert!(with.is_some(), "seed {seed}");
        // Themes repeat steps, too, and lists of thousands of steps contain long runs by chance.
        let options = Options { tests: 1_000, themes: false, ..options };
        let without = tests_until_sixteen_ladders(steps().up_to(50).without_swarm(), &options);
        without_swarm += u32::from(without.is_some());
    }
    // One of 65,536 sequences of sixteen steps has no snake.
    assert!(without_swarm <= 2, "{without_swarm} of 30 seeds");
}

/// Three operations that are always possible.
#[forall::machine(model = Lamp)]
trait Switch {
    fn on(&mut self);
    fn off(&mut self);
    fn is_on(&mut self) -> bool;
}

#[derive(Default, Hash)]
struct Lamp(bool);

impl Switch for Lamp {
    fn on(&mut self) {
        self.0 = true;
    }

    fn off(&mut self) {
        self.0 = false;
    }

    fn is_on(&mut self) -> bool {
        self.0
    }
}

#[test]
fn all_programs_of_a_small_machine_are_a_proof() {
    let agrees =
        forall("steps", steps::<Lamp>().at_most(4)).check(|(steps, ())| steps.check::<Lamp>());
    let report = enumerate(&agrees, &Options { tests: 10_000, ..Options::default() });
    assert_eq!(report.outcome, Outcome::Proved);
    assert_eq!(report.tally.tests(), 1 + 3 + 9 + 27 + 81);
}

/// A machine whose steps make handles and take them.
#[forall::machine(model = Doors)]
trait House {
    type Door;
    fn build(&mut self) -> Self::Door;
    fn open(&mut self, door: &Self::Door);
}

#[derive(Default, Hash)]
struct Doors;

impl House for Doors {
    type Door = ();

    fn build(&mut self) {}

    fn open(&mut self, (): &()) {}
}

/// After `h` doors were built, there are `h + 1` steps. So there are as many lists of `k` steps as partitions of `k`
/// things: 1, 1, 2, 5 and 15 (Bell numbers).
#[test]
fn all_programs_with_handles_are_counted_once() {
    let agrees =
        forall("steps", steps::<Doors>().at_most(4)).check(|(steps, ())| steps.check::<Doors>());
    let report = enumerate(&agrees, &Options { tests: 10_000, ..Options::default() });
    assert_eq!(report.outcome, Outcome::Proved);
    assert_eq!(report.tally.passed, 1 + 1 + 2 + 5 + 15);
}

#[test]
fn only_some_operations() {
    let domain = steps::<Lamp>().only(&["on", "is_on"]);
    let lists = forall::domain::sample(&domain, 200);
    assert!(lists.iter().any(|list| list.steps.len() > 3));
    assert!(lists.iter().all(|list| !format!("{list:?}").contains("off")));
}

#[test]
#[should_panic(expected = "`toggle` is not an operation: use one of [\"on\", \"off\", \"is_on\"]")]
fn an_unknown_operation() {
    let _ = steps::<Lamp>().only(&["toggle"]);
}
