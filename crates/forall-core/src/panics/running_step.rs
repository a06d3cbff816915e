//! The step of a state machine that waits, while other tasks run on the same thread.

use std::cell::Cell;
use std::fmt;

thread_local! {
    static STEP: Cell<Option<RunningStep>> = const { Cell::new(None) };
    static IS_POLLED: Cell<bool> = const { Cell::new(false) };
    static OBSERVER: Cell<Option<fn(RunningStep)>> = const { Cell::new(None) };
}

/// The current step of a state machine whose steps are `async`. Whatever tasks do while it waits is reported with it.
///
/// ```
/// use forall::panics::RunningStep;
///
/// let step = RunningStep { index: 1, operation: "push" };
/// assert_eq!(step.to_string(), "in step 2, `push`");
/// assert_eq!(RunningStep::current(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningStep {
    /// The index of the step.
    pub index: usize,
    /// The name of its operation.
    pub operation: &'static str,
}

impl RunningStep {
    /// Returns the step that runs on this thread.
    pub fn current() -> Option<RunningStep> {
        STEP.get()
    }

    /// Returns the step that waits while a task runs. None waits if the step itself is polled.
    pub(super) fn waiting() -> Option<RunningStep> {
        // At the end of a thread, its local values may be gone already.
        let is_polled = IS_POLLED.try_with(Cell::get).unwrap_or(true);
        if is_polled { None } else { STEP.try_with(Cell::get).ok().flatten() }
    }

    /// Makes this the step that runs on this thread.
    pub(crate) fn begin(self) {
        STEP.set(Some(self));
        if let Some(observe) = OBSERVER.get() {
            observe(self);
        }
    }
}

/// Runs `work`, and calls `observe` with each step that begins on this thread.
///
/// ```
/// use forall::panics::observe_steps;
///
/// assert_eq!(observe_steps(|step| panic!("there is no {step}"), || 7), 7);
/// ```
pub fn observe_steps<R>(observe: fn(RunningStep), work: impl FnOnce() -> R) -> R {
    struct Restore(Option<fn(RunningStep)>);
    impl Drop for Restore {
        fn drop(&mut self) {
            OBSERVER.set(self.0);
        }
    }
    let _restore = Restore(OBSERVER.replace(Some(observe)));
    work()
}

impl fmt::Display for RunningStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in step {}, `{}`", self.index + 1, self.operation)
    }
}

/// A run of steps on this thread, which ends when this value is dropped.
pub(crate) struct RunningSteps {
    outer: Option<RunningStep>,
}

impl RunningSteps {
    pub(crate) fn new() -> RunningSteps {
        RunningSteps { outer: STEP.take() }
    }
}

impl Drop for RunningSteps {
    fn drop(&mut self) {
        STEP.set(self.outer);
    }
}

/// Runs `work`, which polls the current step.
pub(crate) fn polling_step<R>(work: impl FnOnce() -> R) -> R {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            IS_POLLED.set(self.0);
        }
    }
    let _restore = Restore(IS_POLLED.replace(true));
    work()
}
