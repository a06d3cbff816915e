//! The tasks that were woken, in that order.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Wake;

/// The tasks that were woken and not polled since, in the order in which they were woken.
#[derive(Default)]
pub(super) struct ReadyQueue(Mutex<VecDeque<Arc<TaskWaker>>>);

/// Wakes one task.
pub(super) struct TaskWaker {
    pub(super) task: usize,
    /// Whether the task is in the queue. A task that is woken twice is polled once.
    is_queued: AtomicBool,
    queue: Arc<ReadyQueue>,
}

impl ReadyQueue {
    /// Removes the first task.
    pub(super) fn pop(&self) -> Option<Arc<TaskWaker>> {
        let waker = self.tasks().pop_front()?;
        waker.is_queued.store(false, Ordering::Release);
        Some(waker)
    }

    fn tasks(&self) -> MutexGuard<'_, VecDeque<Arc<TaskWaker>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TaskWaker {
    pub(super) fn new(task: usize, queue: &Arc<ReadyQueue>) -> Arc<TaskWaker> {
        let is_queued = AtomicBool::new(false);
        Arc::new(TaskWaker { task, is_queued, queue: Arc::clone(queue) })
    }
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_queued.swap(true, Ordering::AcqRel) {
            self.queue.tasks().push_back(Arc::clone(self));
        }
    }
}
