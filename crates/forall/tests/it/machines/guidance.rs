//! Guidance by the states of the model: locks that open after seven numbers.

use std::cell::Cell;

use forall::machine::{History, Lockstep, Machine, Run, State, steps};
use forall::property::{Erased, forall};
use forall::report::Report;
use forall::runner::{Options, fuzz, quick_check};
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

/// A vote of three that only a unanimous round passes, and that anybody can stop.
#[forall::machine(model = Round)]
trait Vote {
    fn open(&mut self);
    fn vote(&mut self, #[domain(0..3_usize)] who: usize, agrees: bool);
    fn close(&mut self) -> Stage;
    fn confirm(&mut self, #[domain(0..3_usize)] who: usize);
    fn stop(&mut self);
    fn pause(&mut self);
    #[always]
    fn stage(&self) -> Stage;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Hash)]
enum Stage {
    #[default]
    Idle,
    Open,
    Passed,
    Done,
}

#[derive(Default, Hash)]
struct Round {
    stage: Stage,
    votes: [Option<bool>; 3],
    confirmed: [bool; 3],
}

impl Vote for Round {
    fn open(&mut self) {
        if matches!(self.stage, Stage::Idle | Stage::Done) {
            *self = Round { stage: Stage::Open, ..Round::default() };
        }
    }

    fn vote(&mut self, who: usize, agrees: bool) {
        if self.stage == Stage::Open {
            self.votes[who].get_or_insert(agrees);
        }
    }

    fn close(&mut self) -> Stage {
        if self.stage == Stage::Open {
            let passes = self.votes == [Some(true); 3];
            self.stage = if passes { Stage::Passed } else { Stage::Idle };
        }
        self.stage
    }

    fn confirm(&mut self, who: usize) {
        if self.stage == Stage::Passed {
            self.confirmed[who] = true;
            self.stage = if self.confirmed == [true; 3] { Stage::Done } else { Stage::Passed };
        }
    }

    fn stop(&mut self) {
        *self = Round::default();
    }

    fn pause(&mut self) {
        self.votes = [None; 3];
    }

    fn stage(&self) -> Stage {
        self.stage
    }
}

thread_local! {
    /// The number of rounds that were done.
    static DONE: Cell<u64> = const { Cell::new(0) };
}

/// The same round, which counts.
#[derive(Default)]
struct Counted(Round);

impl Vote for Counted {
    fn open(&mut self) {
        self.0.open();
    }

    fn vote(&mut self, who: usize, agrees: bool) {
        self.0.vote(who, agrees);
    }

    fn close(&mut self) -> Stage {
        self.0.close()
    }

    fn confirm(&mut self, who: usize) {
        let was_done = self.0.stage == Stage::Done;
        self.0.confirm(who);
        DONE.set(DONE.get() + u64::from(!was_done && self.0.stage == Stage::Done));
    }

    fn stop(&mut self) {
        self.0.stop();
    }

    fn pause(&mut self) {
        self.0.pause();
    }

    fn stage(&self) -> Stage {
        self.0.stage()
    }
}

#[test]
fn guided_runs_return_to_rare_states() {
    let done = |run: fn(&Erased, &Options) -> Report| {
        DONE.set(0);
        for seed in 0..3 {
            let agrees =
                forall("steps", steps::<Round>()).check(|(steps, ())| steps.check::<Counted>());
            let options = Options { seed, tests: 5_000, ..Options::default() };
            assert!(run(&Erased::new(agrees), &options).passed());
        }
        DONE.get()
    };
    let random = done(quick_check);
    let guided = done(fuzz);
    assert!(guided > 20 * random.max(1), "{guided} guided, {random} at random");
}
