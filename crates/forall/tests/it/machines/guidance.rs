//! Guidance by the states of the model: locks that open after seven numbers.

use forall::machine::{History, Lockstep, Machine, Run, State, steps};
use forall::property::forall;
use forall::runner::{Options, fuzz};
use forall::source::{Reject, Source};

const CODE: [usize; 7] = [3, 1, 4, 1, 5, 9, 2];

/// The model counts the right numbers in a row. Runners see that only if `SHOWS_STATE` holds.
struct Lock<const SHOWS_STATE: bool>;

impl<const SHOWS_STATE: bool> Machine for Lock<SHOWS_STATE> {
    type Start = ();
    type Step = usize;
    type Model = usize;
    const OPERATIONS: &'static [&'static str] = &["turn"];

    fn start(_: &mut Source) -> Result<(), Reject> {
        Ok(())
    }

    fn model(_: &()) -> usize {
        0
    }

    fn operation(_: &usize) -> usize {
        0
    }

    fn draw(_: &usize, _: usize, source: &mut Source, _: History) -> Result<usize, Reject> {
        Ok(source.branch(10))
    }

    fn apply(model: &mut usize, number: &usize, _: usize) {
        *model = if CODE.get(*model) == Some(number) { *model + 1 } else { 0 };
    }

    fn state(model: &usize) -> Option<State> {
        let hash = *model as u64 + 1;
        SHOWS_STATE.then_some(State { exact: hash, kind: hash })
    }
}

/// A door that never opens.
#[derive(Default)]
struct Door;

impl<const SHOWS_STATE: bool> Lockstep<Door> for Lock<SHOWS_STATE> {
    type System = ();

    fn system(_: &()) {}

    fn step(number: &usize, model: &mut usize, _: &mut (), run: &mut Run) {
        run.model(|| Self::apply(model, number, 0));
        run.compare(&(*model == CODE.len()), &false);
    }
}

fn opens<const SHOWS_STATE: bool>(seed: u64) -> bool {
    let stays_shut =
        forall("steps", steps::<Lock<SHOWS_STATE>>()).check(|(steps, ())| steps.check::<Door>());
    let options = Options { seed, tests: 20_000, max_shrinks: 0, ..Options::default() };
    !fuzz(&stays_shut, &options).passed()
}

#[test]
fn states_of_the_model_lead_to_a_bug_that_is_not_found_without_them() {
    let found = |opens: fn(u64) -> bool| (0..4).filter(|seed| opens(*seed)).count();
    assert!(found(opens::<true>) >= 3);
    assert_eq!(found(opens::<false>), 0);
}

/// The same lock, with a question that does not say how far it is.
#[forall::machine(model = Progress)]
trait Keypad {
    fn turn(&mut self, #[domain(0..10_usize)] number: usize) -> bool;
    #[always]
    fn has_power(&self) -> bool;
}

/// Which numbers were right.
#[derive(Default, Hash)]
struct Progress {
    right: [bool; CODE.len()],
}

impl Keypad for Progress {
    fn turn(&mut self, number: usize) -> bool {
        let next = self.right.iter().position(|right| !right).unwrap_or_default();
        if CODE[next] == number {
            self.right[next] = true;
        } else {
            self.right = Default::default();
        }
        self.right.iter().all(|right| *right)
    }

    fn has_power(&self) -> bool {
        true
    }
}

impl Keypad for Door {
    fn turn(&mut self, _: usize) -> bool {
        false
    }

    fn has_power(&self) -> bool {
        true
    }
}

#[test]
fn a_question_does_not_hide_the_states_of_the_model() {
    let opens = |seed: &u64| {
        let stays_shut =
            forall("steps", steps::<Progress>()).check(|(steps, ())| steps.check::<Door>());
        let options = Options { seed: *seed, tests: 20_000, max_shrinks: 0, ..Options::default() };
        !fuzz(&stays_shut, &options).passed()
    };
    assert!((0..4).filter(opens).count() >= 3);
}
