//! Running a model and a system side by side, if operations are `async`.

use std::any::type_name;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::lockstep::{end_run, visit};
use super::{Machine, Run, Steps};
use crate::panics::{self, Caught, RunningStep, RunningSteps};

/// A system `S` that takes the same steps as the model, if operations are `async`.
///
/// ```
/// use forall::domain::sample;
/// use forall::machine::{AsyncLockstep, Machine, Run, steps};
/// use forall::task::{block_on, yield_now};
///
/// #[forall::machine(model = Lamp)]
/// trait Switch {
///     async fn on(&mut self);
///     fn off(&mut self);
/// }
///
/// #[derive(Default)]
/// struct Lamp;
///
/// impl Switch for Lamp {
///     async fn on(&mut self) {}
///     fn off(&mut self) {}
/// }
///
/// /// Another way to compare: only the number of steps counts.
/// struct Count;
///
/// impl AsyncLockstep<Count> for Lamp {
///     type System = usize;
///
///     async fn system((): &()) -> usize { 0 }
///     async fn step(_: &<Lamp as Machine>::Step, _: &mut <Lamp as Machine>::Model, steps: &mut usize, run: &mut Run) {
///         yield_now().await;
///         run.system(|| *steps += 1);
///         run.compare(&(run.step() + 1), steps);
///     }
///     fn always(_: &mut <Lamp as Machine>::Model, steps: &mut usize, run: &mut Run) {
///         run.compare_always("few", &true, &(*steps < 1_000));
///     }
/// }
/// sample(&steps::<Lamp>(), 20).iter().for_each(|steps| block_on(steps.check_async::<Count>()));
/// ```
#[diagnostic::on_unimplemented(
    note = "if no operation is an `async fn`, call `steps.check::<{S}>()`"
)]
pub trait AsyncLockstep<S>: Machine {
    /// The state of the system, with the handles that it has given out.
    type System;

    /// Returns the system before the first step.
    fn system(start: &Self::Start) -> impl Future<Output = Self::System>;

    /// Lets the model and the system take a step, and compares what they reply.
    fn step(
        step: &Self::Step,
        model: &mut Self::Model,
        system: &mut Self::System,
        run: &mut Run,
    ) -> impl Future<Output = ()>;

    /// Compares what must always be the same: before the first step, and after each step.
    fn always(model: &mut Self::Model, system: &mut Self::System, run: &mut Run) {
        let _ = (model, system, run);
    }
}

impl<M: Machine> Steps<M> {
    /// Checks the system `S` as [`check`](Steps::check) does, if operations are `async`. Each step begins when the
    /// one before it is ready.
    ///
    /// ```
    /// use forall::machine::Steps;
    /// use forall::{property, task};
    ///
    /// #[forall::machine(model = Model)]
    /// trait Counter {
    ///     async fn add(&mut self, n: u8) -> u32;
    /// }
    ///
    /// #[derive(Default)]
    /// struct Model(u32);
    ///
    /// impl Counter for Model {
    ///     async fn add(&mut self, n: u8) -> u32 { self.0 += u32::from(n); self.0 }
    /// }
    ///
    /// #[derive(Default)]
    /// struct Server(u32);
    ///
    /// impl Counter for Server {
    ///     async fn add(&mut self, n: u8) -> u32 {
    ///         self.0 = task::spawn(std::future::ready(self.0 + u32::from(n))).await;
    ///         self.0
    ///     }
    /// }
    ///
    /// #[property]
    /// async fn a_server_counts(steps: Steps<Model>) {
    ///     steps.check_async::<Server>().await;
    /// }
    /// # let lists: Vec<Steps<Model>> = forall::domain::sample(&forall::machine::steps(), 20);
    /// # lists.iter().for_each(|steps| task::block_on(steps.check_async::<Server>()));
    /// ```
    ///
    /// # Panics
    ///
    /// If the system and the model differ, or one of them panics.
    pub async fn check_async<S>(&self)
    where
        M: AsyncLockstep<S>,
    {
        let _running = RunningSteps::new();
        let mut run = Run::new(M::OPERATIONS);
        let mut system = None;
        let outcome = catch_async(self.take_steps_async(&mut run, &mut system)).await;
        let teardown = panics::drop_failure(|| drop(system));
        self.collect_code(run.taken(), type_name::<S>(), true);
        end_run(self, &run, outcome, teardown);
    }

    async fn take_steps_async<S>(&self, run: &mut Run, system: &mut Option<M::System>)
    where
        M: AsyncLockstep<S>,
    {
        let mut model = run.model(|| M::model(&self.start));
        let system = system.insert(M::system(&self.start).await);
        let mut steps = self.steps.iter().enumerate();
        loop {
            M::always(&mut model, system, run);
            visit::<M>(run, &model);
            let Some((index, step)) = steps.next() else { break };
            let operation = M::operation(step);
            run.begin_step(index, operation);
            RunningStep { index, operation: M::OPERATIONS[operation] }.begin();
            // If the step never ends, this is the code.
            self.collect_code(run.taken(), type_name::<S>(), true);
            M::step(step, &mut model, system, run).await;
        }
    }
}

/// Awaits the steps. A panic is returned and not printed.
async fn catch_async(steps: impl Future<Output = ()>) -> Result<(), Caught> {
    let mut steps = pin!(steps);
    poll_fn(|context| {
        let poll = || panics::catch(|| steps.as_mut().poll(context));
        match panics::polling_step(poll) {
            Ok(polled) => polled.map(Ok),
            Err(caught) => Poll::Ready(Err(caught)),
        }
    })
    .await
}

/// Returns the output of a future of a model, which must be ready at once: generating steps runs the model without an
/// executor.
///
/// ```
/// use forall::machine::ready_output;
///
/// async fn double(x: u8) -> u8 { 2 * x }
/// assert_eq!(ready_output(double(7)), 14);
/// ```
///
/// # Panics
///
/// If the future is not ready.
#[track_caller]
pub fn ready_output<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => {
            panic!(
                "it awaits something that is not ready: a model must not wait, because it runs without an executor"
            )
        }
    }
}
