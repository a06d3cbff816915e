//! The executor: polls tasks in the order in which they were woken.

use std::cell::{Cell, RefCell};
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Waker};

use super::ended::{Deadlock, Ended};
use super::entered::Entered;
use super::ready_queue::{ReadyQueue, TaskWaker};
use crate::panics::RunningStep;

/// The number of the body among the tasks.
const BODY: usize = usize::MAX;

/// The number of polls that tasks get after the body, so that tasks can end that only wait for something the body
/// held, such as the sender of a channel.
const MAX_POLLS_AFTER_BODY: usize = 1000;

/// The number of polls in a row that tasks get while the body waits. If the body still waits then, tasks wake each other
/// without end.
const MAX_POLLS_BEFORE_BODY: usize = 1 << 22;

/// The tasks of one run.
pub(super) struct Executor {
    queue: Arc<ReadyQueue>,
    body: Arc<TaskWaker>,
    body_waker: Waker,
    tasks: RefCell<Vec<Task>>,
    /// The number of tasks that have not ended.
    pending: Cell<usize>,
}

/// A spawned task.
struct Task {
    /// The future, unless it is being polled or the task has ended.
    future: Option<TaskFuture>,
    /// Whether the future is ready or was aborted.
    has_ended: bool,
    waker: Arc<TaskWaker>,
    spawned_at: &'static Location<'static>,
    spawned_in: Option<RunningStep>,
}

/// Why no more tasks are polled before the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Polled {
    BodyIsWoken,
    NoTaskCanRun,
    /// Tasks can run, but the body still waits.
    Endlessly,
}

/// The future of a task, which stores its output itself.
pub(super) type TaskFuture = Pin<Box<dyn Future<Output = ()>>>;

/// Runs the body and the tasks that it spawns until the body is ready.
pub(crate) fn run(mut body: Pin<&mut (dyn Future<Output = ()> + '_)>) -> Result<Ended, Deadlock> {
    let entered = Entered::new();
    let executor = &entered.executor;
    while body.as_mut().poll(&mut Context::from_waker(&executor.body_waker)).is_pending() {
        let polled = executor.poll_tasks_before_body();
        if polled != Polled::BodyIsWoken {
            return Err(executor.deadlock(polled == Polled::Endlessly));
        }
    }
    Ok(executor.end())
}

impl Executor {
    pub(super) fn new() -> Executor {
        let queue = Arc::default();
        let body = TaskWaker::new(BODY, &queue);
        let body_waker = Arc::clone(&body).into();
        Executor { queue, body, body_waker, tasks: RefCell::default(), pending: Cell::new(0) }
    }

    /// Adds a task behind all tasks that are ready. Returns its number.
    pub(super) fn spawn(&self, future: TaskFuture, at: &'static Location<'static>) -> usize {
        let mut tasks = self.tasks.borrow_mut();
        let number = tasks.len();
        let waker = TaskWaker::new(number, &self.queue);
        Waker::from(Arc::clone(&waker)).wake();
        tasks.push(Task {
            future: Some(future),
            has_ended: false,
            waker,
            spawned_at: at,
            spawned_in: RunningStep::current(),
        });
        self.pending.set(self.pending.get() + 1);
        number
    }

    /// Ends a task. Its future is dropped, at once unless it is being polled.
    pub(super) fn abort(&self, number: usize) {
        let mut tasks = self.tasks.borrow_mut();
        let Some(task) = tasks.get_mut(number) else { return };
        let future = task.future.take();
        self.set_ended(task);
        // Its destructor may spawn and abort tasks.
        drop(tasks);
        drop(future);
    }

    /// Drops all tasks. Returns whether no waker of the run is left, so that no late call of one can affect another
    /// run.
    pub(super) fn clear(&self) -> bool {
        loop {
            // A destructor may spawn a task.
            let Some(task) = self.tasks.borrow_mut().pop() else { break };
            drop(task);
        }
        self.pending.set(0);
        while self.queue.pop().is_some() {}
        // One is held by the other, and one by its waker.
        Arc::strong_count(&self.queue) == 2 && Arc::strong_count(&self.body) == 2
    }

    /// Polls tasks until the body was woken.
    fn poll_tasks_before_body(&self) -> Polled {
        for _ in 0..MAX_POLLS_BEFORE_BODY {
            let Some(ready) = self.queue.pop() else { return Polled::NoTaskCanRun };
            if ready.task == BODY {
                return Polled::BodyIsWoken;
            }
            self.poll(ready.task);
        }
        Polled::Endlessly
    }

    fn poll(&self, number: usize) {
        let mut tasks = self.tasks.borrow_mut();
        let Some(task) = tasks.get_mut(number) else { return };
        let Some(mut future) = task.future.take() else { return };
        let waker = Waker::from(Arc::clone(&task.waker));
        // The task may spawn and abort tasks while it runs.
        drop(tasks);
        let is_ready = future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
        let mut tasks = self.tasks.borrow_mut();
        let task = &mut tasks[number];
        if !is_ready && !task.has_ended {
            task.future = Some(future);
            return;
        }
        self.set_ended(task);
        drop(tasks);
        drop(future);
    }

    fn set_ended(&self, task: &mut Task) {
        if !task.has_ended {
            task.has_ended = true;
            self.pending.set(self.pending.get() - 1);
        }
    }

    /// Lets tasks end after the body. Returns how many are left.
    fn end(&self) -> Ended {
        for _ in 0..MAX_POLLS_AFTER_BODY {
            if self.pending.get() == 0 {
                return Ended::default();
            }
            let Some(ready) = self.queue.pop() else { break };
            self.poll(ready.task);
        }
        let tasks = self.tasks.borrow();
        let first = tasks.iter().find(|task| !task.has_ended);
        Ended {
            leaked: self.pending.get(),
            spawned_at: first.map(|task| task.spawned_at),
            spawned_in: first.and_then(|task| task.spawned_in),
        }
    }

    fn deadlock(&self, is_endless: bool) -> Deadlock {
        let tasks = self.tasks.borrow();
        let pending = tasks.iter().filter(|task| !task.has_ended);
        Deadlock {
            is_endless,
            waiting: self.pending.get(),
            spawned_at: pending.map(|task| task.spawned_at).collect(),
            step: RunningStep::current(),
        }
    }
}
