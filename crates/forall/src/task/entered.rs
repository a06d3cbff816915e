//! Which executor runs on this thread.

use std::cell::Cell;
use std::rc::Rc;
use std::thread;

use super::executor::Executor;

thread_local! {
    /// The executor of the innermost run on this thread.
    static CURRENT: Cell<Option<Rc<Executor>>> = const { Cell::new(None) };
    /// An executor without tasks, for the next run.
    static IDLE: Cell<Option<Rc<Executor>>> = const { Cell::new(None) };
}

/// Returns the executor of the innermost run on this thread.
pub(super) fn current() -> Option<Rc<Executor>> {
    let current = CURRENT.take();
    CURRENT.set(current.clone());
    current
}

/// A run on this thread, which ends when this value is dropped.
pub(super) struct Entered {
    pub(super) executor: Rc<Executor>,
    /// Dropped even if the destructor of a task panics.
    _outer: Outer,
}

/// The executor of the run around this one.
struct Outer(Option<Rc<Executor>>);

impl Entered {
    pub(super) fn new() -> Entered {
        let executor = IDLE.take().unwrap_or_else(|| Rc::new(Executor::new()));
        let outer = CURRENT.replace(Some(Rc::clone(&executor)));
        Entered { executor, _outer: Outer(outer) }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        let is_clean = self.executor.clear() && Rc::weak_count(&self.executor) == 0;
        if is_clean && !thread::panicking() {
            IDLE.set(Some(Rc::clone(&self.executor)));
        }
    }
}

impl Drop for Outer {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}
