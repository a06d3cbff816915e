//! Running a model and a system side by side.

use std::any::type_name;

use super::listed::ListedSteps;
use super::{Machine, Run, Steps};
use crate::data::Failure;
use crate::observe;
use crate::panics::{self, Caught};

/// A system `S` that takes the same steps as the model.
///
/// ```
/// use forall::domain::sample;
/// use forall::machine::{Lockstep, Machine, Run, steps};
///
/// #[forall::machine(model = Lamp)]
/// trait Switch {
///     fn on(&mut self);
///     fn off(&mut self);
/// }
///
/// #[derive(Default)]
/// struct Lamp;
///
/// impl Switch for Lamp {
///     fn on(&mut self) {}
///     fn off(&mut self) {}
/// }
///
/// /// Another way to compare: only the number of steps counts.
/// struct Count;
///
/// impl Lockstep<Count> for Lamp {
///     type System = usize;
///
///     fn system((): &()) -> usize { 0 }
///     fn step(_: &<Lamp as Machine>::Step, _: &mut <Lamp as Machine>::Model, steps: &mut usize, run: &mut Run) {
///         run.system(|| *steps += 1);
///         run.compare(&(run.step() + 1), steps);
///     }
///     fn always(_: &mut <Lamp as Machine>::Model, steps: &mut usize, run: &mut Run) {
///         run.compare_always("few", &true, &(*steps < 1_000));
///     }
/// }
/// sample(&steps::<Lamp>(), 20).iter().for_each(|steps| steps.check::<Count>());
/// ```
#[diagnostic::on_unimplemented(
    note = "if an operation is an `async fn`, call `steps.check_async::<{S}>().await`"
)]
pub trait Lockstep<S>: Machine {
    /// The state of the system, with the handles that it has given out.
    type System;

    /// Returns the system before the first step.
    fn system(start: &Self::Start) -> Self::System;

    /// Lets the model and the system take a step, and compares what they reply.
    fn step(step: &Self::Step, model: &mut Self::Model, system: &mut Self::System, run: &mut Run);

    /// Compares what must always be the same: before the first step, and after each step.
    fn always(model: &mut Self::Model, system: &mut Self::System, run: &mut Run) {
        let _ = (model, system, run);
    }
}

impl<M: Machine> Steps<M> {
    /// Checks the system `S`: it takes the steps, and must always answer as the model does.
    ///
    /// The system is dropped in any case. If it was never started, because the model panicked, nothing is
    /// dropped.
    ///
    /// # Panics
    ///
    /// If the system and the model differ, or one of them panics.
    pub fn check<S>(&self)
    where
        M: Lockstep<S>,
    {
        // If a step ends the process, this is the code.
        self.collect_code(self.steps.len(), type_name::<S>(), false);
        let mut run = Run::new(M::OPERATIONS);
        let mut system = None;
        let outcome = panics::catch(|| self.take_steps(&mut run, &mut system));
        let teardown = panics::drop_failure(|| drop(system));
        self.collect_code(run.taken(), type_name::<S>(), false);
        end_run(self, &run, outcome, teardown);
    }

    fn take_steps<S>(&self, run: &mut Run, system: &mut Option<M::System>)
    where
        M: Lockstep<S>,
    {
        let mut model = run.model(|| M::model(&self.start));
        let system = system.insert(run.system(|| M::system(&self.start)));
        let mut steps = self.steps.iter().enumerate();
        loop {
            M::always(&mut model, system, run);
            visit::<M>(run, &model);
            let Some((index, step)) = steps.next() else { break };
            run.begin_step(index, M::operation(step));
            M::step(step, &mut model, system, run);
        }
    }
}

/// Reports how a run ended, and how the system was dropped.
pub(super) fn end_run(
    steps: &dyn ListedSteps,
    run: &Run,
    outcome: Result<(), Caught>,
    teardown: Option<Failure>,
) {
    match outcome {
        Ok(()) => {}
        Err(Caught::Assumption) => panics::discard(),
        Err(Caught::Panic(failure)) => panics::fail(run.failure(failure)),
    }
    if let Some(failure) = teardown {
        let message = format!("{}\nwhen the system was dropped", failure.message);
        panics::fail(Failure { message, ..failure });
    }
    if observe::is_captured() {
        let names: Vec<&str> = (0..steps.count()).map(|index| steps.name(index)).collect();
        tabulate(&names, run.states());
    }
}

/// Adds these steps to the statistics.
fn tabulate(names: &[&str], states: &[String]) {
    observe::tabulate("steps", names);
    observe::tabulate("pairs of steps", names.windows(2).map(|two| two.join(", ")));
    if !states.is_empty() {
        observe::tabulate("states", states);
        let transitions = names.iter().zip(states.windows(2));
        observe::tabulate(
            "transitions",
            transitions.map(|(name, state)| format!("{} → {name} → {}", state[0], state[1])),
        );
    }
}

/// Records the state before the first step or after a step, if someone wants to know.
#[inline]
pub(super) fn visit<M: Machine>(run: &mut Run, model: &M::Model) {
    run.visit(|| M::state(model).map_or(0, |state| state.kind));
}
