//! Spawned tasks.

use std::cell::RefCell;
use std::fmt;
use std::panic::Location;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use super::entered::current;
use super::executor::Executor;

/// Spawns a task on the executor of the current property. The task runs after all tasks that are ready, even if the
/// handle is dropped.
///
/// A panic of the task fails the test. A task that has not ended with the test is [reported](macro@crate::property).
///
/// ```
/// use forall::task::{block_on, spawn};
///
/// let sum = block_on(async {
///     let tasks: Vec<_> = (0..4).map(|i| spawn(async move { i * i })).collect();
///     let mut sum = 0;
///     for task in tasks {
///         sum += task.await;
///     }
///     sum
/// });
/// assert_eq!(sum, 14);
/// ```
///
/// # Panics
///
/// If no async property runs on Forall's executor on this thread.
#[track_caller]
pub fn spawn<F>(future: F) -> JoinHandle<F::Output>
where
    F: Future + 'static,
{
    let Some(executor) = current() else {
        panic!(
            "`forall::task::spawn` works only inside of `#[property] async fn` on the default executor, and of `forall::task::block_on`"
        )
    };
    let shared = Rc::new(RefCell::new(Shared { output: None, waiting: None }));
    let sender = Rc::clone(&shared);
    let task = async move {
        let output = future.await;
        let mut shared = sender.borrow_mut();
        shared.output = Some(output);
        if let Some(waiting) = shared.waiting.take() {
            waiting.wake();
        }
    };
    let number = executor.spawn(Box::pin(task), Location::caller());
    JoinHandle { shared, executor: Rc::downgrade(&executor), number }
}

/// A spawned task. Awaiting it returns the output of the task. Dropping it does not end the task.
///
/// ```
/// use forall::task::{block_on, spawn, yield_now};
///
/// block_on(async {
///     let task = spawn(async { 7 });
///     yield_now().await;
///     assert!(task.is_finished());
///     assert_eq!(task.await, 7);
/// });
/// ```
pub struct JoinHandle<T> {
    shared: Rc<RefCell<Shared<T>>>,
    executor: Weak<Executor>,
    number: usize,
}

/// What a task and its handle share.
struct Shared<T> {
    output: Option<T>,
    /// Wakes the task that awaits the handle.
    waiting: Option<Waker>,
}

impl<T> JoinHandle<T> {
    /// Ends the task and drops its future.
    ///
    /// ```
    /// use forall::task::{block_on, spawn, yield_now};
    ///
    /// block_on(async {
    ///     let server = spawn(async {
    ///         loop {
    ///             yield_now().await;
    ///         }
    ///     });
    ///     yield_now().await;
    ///     server.abort();
    /// });
    /// ```
    pub fn abort(self) {
        if let Some(executor) = self.executor.upgrade() {
            executor.abort(self.number);
        }
    }

    /// Returns whether the task has ended, and its output was not taken yet.
    pub fn is_finished(&self) -> bool {
        self.shared.borrow().output.is_some()
    }
}

impl<T> Future for JoinHandle<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let mut shared = self.shared.borrow_mut();
        match shared.output.take() {
            Some(output) => Poll::Ready(output),
            None => {
                shared.waiting = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").field("task", &self.number).finish_non_exhaustive()
    }
}
