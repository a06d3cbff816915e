//! The checks: replies, conditions, panics of either side, and the end of a run.

use std::cell::Cell;

use forall::machine::{Lockstep, Machine, Steps, collect_code};
use forall::property::forall;
use forall::report::text::{ReportContext, Style, render};
use forall::report::{Counterexample, Origin, Report};
use forall::runner::{Options, quick_check};

/// Checks the system `S` on 1,000 lists of steps.
fn run<M: Machine + Lockstep<S>, S: 'static>() -> Report {
    run_with_seed::<M, S>(1)
}

fn run_with_seed<M: Machine + Lockstep<S>, S: 'static>(seed: u64) -> Report {
    let agrees = forall("steps", forall::any::<Steps<M>>()).check(|(steps, ())| steps.check::<S>());
    quick_check(&agrees, &Options { seed, ..Options::default() })
}

fn found<M: Machine + Lockstep<S>, S: 'static>() -> Counterexample {
    run::<M, S>().counterexample().expect("the system is wrong").clone()
}

/// Returns the part of the report about the inputs and how they fail.
fn shown<M: Machine + Lockstep<S>, S: 'static>() -> String {
    shown_with_seed::<M, S>(1)
}

fn shown_with_seed<M: Machine + Lockstep<S>, S: 'static>(seed: u64) -> String {
    let text = render(&run_with_seed::<M, S>(seed), &ReportContext::default(), Style::Plain);
    let end = text.find("\n\n  found by").expect("it was found by a test");
    text["falsified\n\n".len()..end].to_owned()
}

#[forall::machine(model = Model)]
trait Counter {
    fn add(&mut self, #[domain(1..=3)] n: u32) -> u32;
    #[ensures(*reply < 200 && model.0 == 0)]
    fn reset(&mut self) -> u32;
    #[agree(|model, system| model.abs_diff(*system) <= 1)]
    fn estimate(&self) -> u32;
    #[weight(if model.0 > 4 { 5 } else { 0 })]
    #[when(n <= model.0)]
    fn take(&mut self, #[domain(1..=9)] n: u32);
    #[always]
    fn is_small(&self) -> bool;
    #[always]
    #[agree(|model, system| model <= system)]
    fn capacity(&self) -> u32;
}

#[derive(Default, Hash)]
struct Model(u32);

impl Counter for Model {
    fn add(&mut self, n: u32) -> u32 {
        self.0 += n;
        self.0
    }

    fn reset(&mut self) -> u32 {
        std::mem::take(&mut self.0)
    }

    fn estimate(&self) -> u32 {
        self.0
    }

    fn take(&mut self, n: u32) {
        self.0 -= n;
    }

    fn is_small(&self) -> bool {
        self.0 < 10_000
    }

    fn capacity(&self) -> u32 {
        self.0
    }
}

/// The counter itself, with one method replaced.
struct Changed<const WRONG: usize>(Model, Bomb);

/// Counts how often it was dropped.
struct Bomb;

thread_local! {
    static DROPPED: Cell<u64> = const { Cell::new(0) };
    static STARTED: Cell<u64> = const { Cell::new(0) };
}

impl Drop for Bomb {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

impl<const WRONG: usize> Default for Changed<WRONG> {
    fn default() -> Changed<WRONG> {
        STARTED.set(STARTED.get() + 1);
        Changed(Model::default(), Bomb)
    }
}

const RIGHT: usize = 0;
const ADDS_TO_NINE: usize = 1;
const ESTIMATE_BY_TWO: usize = 2;
const PANICS_AT_FIVE: usize = 3;
const NOT_SMALL: usize = 4;
const DISCARDS: usize = 5;
const CAPACITY_OF_SEVEN: usize = 6;

impl<const WRONG: usize> Counter for Changed<WRONG> {
    fn add(&mut self, n: u32) -> u32 {
        let Changed(model, _bomb) = self;
        assert!(WRONG != PANICS_AT_FIVE || model.0 + n < 5, "five is too much");
        forall::assume!(WRONG != DISCARDS || n < 3);
        let sum = model.add(n);
        if WRONG == ADDS_TO_NINE && sum == 9 { 10 } else { sum }
    }

    fn reset(&mut self) -> u32 {
        self.0.reset()
    }

    fn estimate(&self) -> u32 {
        self.0.0 + 1 + u32::from(WRONG == ESTIMATE_BY_TWO && self.0.0 > 2)
    }

    fn take(&mut self, n: u32) {
        self.0.take(n);
    }

    fn is_small(&self) -> bool {
        WRONG != NOT_SMALL || self.0.0 < 4
    }

    fn capacity(&self) -> u32 {
        if WRONG == CAPACITY_OF_SEVEN { 7 } else { self.0.0.next_power_of_two() }
    }
}

#[test]
fn a_reply_that_differs() {
    let expected = "  \
  steps = 1  add(3)  → 3
          2  add(3)  → 6
          3  add(3)  → 9

add: the replies differ at step 3
   model: 9
  system: 10";
    assert_eq!(shown::<Model, Changed<ADDS_TO_NINE>>(), expected);
}

#[test]
fn replies_are_compared_as_the_attribute_says() {
    assert_eq!(run::<Model, Changed<RIGHT>>().counterexample(), None);
    let expected = "  \
  steps = 1  add(3)      → 3
          2  estimate()  → 3

estimate: the replies differ at step 2
   model: 3
  system: 5";
    // With some seeds, the sum consists of two additions.
    let shown = (1..10).map(shown_with_seed::<Model, Changed<ESTIMATE_BY_TWO>>);
    assert_eq!(shown.min_by_key(String::len).as_deref(), Some(expected));
}

#[test]
fn a_panic_of_the_system_keeps_its_location() {
    let found = found::<Model, Changed<PANICS_AT_FIVE>>();
    assert!(
        matches!(&found.shrinking.failure.origin, Origin::Panic(location) if location.file.ends_with("checks.rs"))
    );
    assert_eq!(found.shrinking.failure.message, "five is too much\nin step 2, `add`");
    assert_eq!(found.shrunk[0].value, "1  add(2)  → 2\n2  add(3)  → 5");
}

#[test]
fn a_question_is_asked_after_every_step() {
    let expected = "  \
  steps = 1  add(1)  → 1
          2  add(3)  → 4

is_small: differs after step 2
   model: true
  system: false";
    assert_eq!(shown::<Model, Changed<NOT_SMALL>>(), expected);
}

#[test]
fn answers_are_compared_as_the_attribute_says() {
    let expected = "  \
  steps = 1  add(2)  → 2
          2  add(3)  → 5
          3  add(3)  → 8

capacity: differs after step 3
   model: 8
  system: 7";
    assert_eq!(shown::<Model, Changed<CAPACITY_OF_SEVEN>>(), expected);
}

#[test]
fn an_assumption_discards_the_list() {
    let report = run::<Model, Changed<DISCARDS>>();
    assert!(report.tally.discarded > 100 && report.tally.passed == 1_000, "{:?}", report.tally);
}

#[test]
fn the_system_is_dropped_in_any_case() {
    STARTED.set(0);
    DROPPED.set(0);
    for run in [
        run::<Model, Changed<RIGHT>>,
        run::<Model, Changed<PANICS_AT_FIVE>>,
        run::<Model, Changed<DISCARDS>>,
    ] {
        run();
    }
    assert!(STARTED.get() > 1_000);
    assert_eq!(DROPPED.get(), STARTED.get());
}

/// A model that is itself wrong, or whose replies break a condition.
#[derive(Default, Hash)]
struct WrongModel<const PANICS: bool>(Model);

#[forall::machine(model = WrongModel<true>)]
trait Panicking {
    fn add(&mut self, #[domain(1..=3)] n: u32) -> u32;
}

impl Panicking for WrongModel<true> {
    fn add(&mut self, n: u32) -> u32 {
        let sum = self.0.add(n);
        assert!(sum < 6, "I cannot count to six");
        sum
    }
}

impl Panicking for Changed<RIGHT> {
    fn add(&mut self, n: u32) -> u32 {
        self.0.add(n)
    }
}

#[test]
fn a_panic_of_the_model_is_a_mistake_of_the_model() {
    let found = found::<WrongModel<true>, Changed<RIGHT>>();
    let failure = found.shrinking.failure;
    assert_eq!(failure.origin, Origin::Named("the model panicked"));
    let message = failure.message;
    assert!(message.starts_with("I cannot count to six\nat "), "{message}");
    assert!(message.ends_with(", in step 2, `add`"), "{message}");
    assert_eq!(found.shrunk[0].value, "1  add(3)  → 3\n2  add(3)");
}

#[forall::machine(model = Alone)]
trait Once {
    #[ensures(*reply <= 3)]
    fn add(&mut self, #[domain(1..=3)] n: u32) -> u32;
}

/// A system without another model is checked against itself: its conditions must hold.
#[derive(Default, Hash)]
struct Alone(u32);

impl Once for Alone {
    fn add(&mut self, n: u32) -> u32 {
        self.0 += n;
        self.0
    }
}

#[test]
fn a_condition_of_an_operation_must_hold() {
    let expected = "  \
  steps = 1  add(1)  → 1
          2  add(3)  → 4

add: `*reply <= 3` does not hold at step 2
  reply: 4";
    assert_eq!(shown::<Alone, Alone>(), expected);
}

/// A system that panics when it is dropped.
#[derive(Default)]
struct Leaky(u32);

impl Once for Leaky {
    fn add(&mut self, n: u32) -> u32 {
        self.0 += n;
        self.0.min(3)
    }
}

impl Drop for Leaky {
    fn drop(&mut self) {
        assert!(self.0 < 3, "three are left");
    }
}

#[test]
fn a_panic_of_the_teardown_is_reported_after_all_steps() {
    // With some seeds, a test in which the replies differ fails first.
    let mut found = (0..100).map(run_with_seed::<Alone, Leaky>);
    let found = found.find_map(|report| {
        let found = report.counterexample()?.clone();
        found.shrinking.failure.message.starts_with("three").then_some(found)
    });
    let found = found.expect("one of the seeds begins with `add(3)`");
    assert_eq!(found.shrinking.failure.message, "three are left\nwhen the system was dropped");
    assert_eq!(found.shrunk[0].value, "1  add(3)  → 3");
}

#[test]
fn outside_of_a_property_a_difference_panics() {
    let mut steps = forall::domain::sample(&forall::machine::steps::<Model>(), 200);
    steps.retain(|steps| format!("{steps:?}").contains("estimate"));
    let panic = std::panic::catch_unwind(|| {
        steps.iter().for_each(|steps| steps.check::<Changed<ESTIMATE_BY_TWO>>());
    });
    let message = *panic.unwrap_err().downcast::<String>().expect("the panic has a message");
    assert!(message.starts_with("estimate: the replies differ at step "), "{message}");
}

#[forall::machine(model = Pile)]
trait Stack {
    type Mark;
    #[ensures(model.0.len() == old(model.0.len()) + 1)]
    fn push(&mut self, x: u8);
    #[ensures((*reply).is_some() == (0..old(model.0.len())).contains(&0))]
    #[ensures(*reply == old(model.0.last().copied()))]
    fn pop(&mut self) -> Option<u8>;
    fn mark(&mut self) -> Self::Mark;
    /// The mark is used up, so only `old` can mention it.
    #[ensures(model.0.len() == old((*mark).min(model.0.len())))]
    fn back(&mut self, mark: Self::Mark);
}

#[derive(Default, Hash)]
struct Pile(Vec<u8>);

impl Stack for Pile {
    type Mark = usize;

    fn push(&mut self, x: u8) {
        self.0.push(x);
    }

    /// It loses the value at the bottom of three.
    fn pop(&mut self) -> Option<u8> {
        if self.0.len() == 3 { Some(self.0.remove(0)) } else { self.0.pop() }
    }

    fn mark(&mut self) -> usize {
        self.0.len()
    }

    fn back(&mut self, mark: usize) {
        self.0.truncate(mark);
    }
}

#[test]
fn a_condition_may_mention_values_from_before_the_step() {
    let (report, code) = collect_code(run::<Pile, Pile>);
    let found = report.counterexample().expect("the pile loses a value");
    assert_eq!(found.shrunk[0].value, "1  push(0)\n2  push(0)\n3  push(1)\n4  pop()  → Some(0)");
    let expected =
        "`*reply == old(model.0.last().copied())` does not hold at step 4\nreply: Some(0)";
    assert_eq!(found.shrinking.failure.message, expected);
    let last = code.and_then(|code| Some(code.split_once("// step 3\n")?.1.to_owned()));
    let expected = "    \
    {
        let model = &model;
        assert!(model.0.len() == old_1 + 1);
    }
    let old_1 = { let model = &model; model.0.len() };
    let old_2 = { let model = &model; model.0.last().copied() };
    let expected = Stack::pop(&mut model);
    let reply = Stack::pop(&mut system); // step 4
    assert_eq!(reply, expected);
    {
        let reply = &reply;
        assert!((*reply).is_some() == (0..old_1).contains(&0));
    }
    {
        let reply = &reply;
        assert!(*reply == old_2);
    }
}
";
    assert_eq!(last.as_deref(), Some(expected));
}
