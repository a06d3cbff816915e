//! One runtime for each thread, for as many tests as possible.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;
use std::time::Duration;

use ::tokio::runtime::{Builder, Handle, Runtime};
use ::tokio::task::yield_now;
use ::tokio::time::Instant;

use super::alarm::{Alarm, Ring};
use crate::panics::{self, RunningStep};
use crate::task::{Deadlock, Ended};

thread_local! {
    /// A runtime without tasks, for the next test.
    static IDLE: Cell<Option<PausedRuntime>> = const { Cell::new(None) };
    /// The steps of a state machine, with the number of tasks at the beginning of each.
    static STEPS: RefCell<Vec<(RunningStep, usize)>> = const { RefCell::new(Vec::new()) };
}

/// A runtime whose clock has come this far is rebuilt, because an `Instant` has a limit on some systems.
const MAX_AGE: Duration = Duration::from_secs(365 * 86_400);

/// The number of times that all tasks may run after the body, so that tasks can end that only wait for something the
/// body held, such as the sender of a channel.
const MAX_TURNS_AFTER_BODY: usize = 100;

/// The precision of the timers.
const TICK: u128 = 1_000_000;

struct PausedRuntime {
    runtime: Runtime,
    started: Instant,
}

/// The state of the runtime when the body is ready.
struct Finished {
    /// Why the body is not ready, if it is not.
    stuck: Option<Ring>,
    /// How far the clock has come.
    age: Duration,
}

/// Runs the body and the tasks that it spawns until the body is ready.
pub(crate) fn run(body: Pin<&mut (dyn Future<Output = ()> + '_)>) -> Result<Ended, Deadlock> {
    // If the body panics, the runtime is dropped.
    let paused = IDLE.take().unwrap_or_else(PausedRuntime::new);
    STEPS.with_borrow_mut(Vec::clear);
    let Finished { stuck, age } = panics::observe_steps(count_tasks, || paused.run(body));
    if let Some(stuck) = stuck {
        let is_endless = stuck == Ring::Endless;
        let waiting = paused.runtime.metrics().num_alive_tasks();
        let step = RunningStep::current();
        return Err(Deadlock { is_endless, waiting, spawned_at: Vec::new(), step });
    }
    let leaked = paused.end();
    // A clock that was resumed or moved by a part of a tick would affect the next test.
    let is_on_tick = age.as_nanos() % TICK == 0;
    if leaked == 0 && is_on_tick && age < MAX_AGE {
        IDLE.set(Some(paused));
    }
    Ok(Ended { leaked, spawned_at: None, spawned_in: step_of_leak(leaked) })
}

fn count_tasks(step: RunningStep) {
    let tasks = Handle::current().metrics().num_alive_tasks();
    STEPS.with_borrow_mut(|steps| steps.push((step, tasks)));
}

/// Returns the last step before which there were fewer tasks than those that leaked. So one of these was spawned in
/// this step or later.
fn step_of_leak(leaked: usize) -> Option<RunningStep> {
    let is_before = |(step, tasks): &(RunningStep, usize)| (*tasks < leaked).then_some(*step);
    STEPS.with_borrow(|steps| steps.iter().rev().find_map(is_before))
}

impl PausedRuntime {
    fn new() -> PausedRuntime {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime without IO needs no resources of the system");
        let started = runtime.block_on(async { Instant::now() });
        PausedRuntime { runtime, started }
    }

    fn run(&self, mut body: Pin<&mut (dyn Future<Output = ()> + '_)>) -> Finished {
        self.runtime.block_on(async {
            // It is only set if the body has to wait.
            let mut alarm = None;
            let stuck = poll_fn(|context| match body.as_mut().poll(context) {
                Poll::Ready(()) => Poll::Ready(None),
                Poll::Pending => alarm.get_or_insert_with(Alarm::new).poll(context).map(Some),
            });
            Finished { stuck: stuck.await, age: self.started.elapsed() }
        })
    }

    /// Lets tasks end after the body. Returns how many are left.
    fn end(&self) -> usize {
        let metrics = self.runtime.metrics();
        if metrics.num_alive_tasks() > 0 {
            self.runtime.block_on(async {
                for _ in 0..MAX_TURNS_AFTER_BODY {
                    if metrics.num_alive_tasks() == 0 {
                        break;
                    }
                    yield_now().await;
                }
            });
        }
        metrics.num_alive_tasks()
    }
}
