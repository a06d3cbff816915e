//! Letting other tasks run.

use std::future::poll_fn;
use std::task::Poll;

/// Lets all tasks run that are ready, and then continues. It works on every executor.
///
/// ```
/// use std::cell::RefCell;
/// use std::rc::Rc;
///
/// use forall::task::{block_on, spawn, yield_now};
///
/// let log = Rc::new(RefCell::new(Vec::new()));
/// let logged = Rc::clone(&log);
/// block_on(async move {
///     let other = Rc::clone(&logged);
///     spawn(async move { other.borrow_mut().push("task") });
///     logged.borrow_mut().push("before");
///     yield_now().await;
///     logged.borrow_mut().push("after");
/// });
/// assert_eq!(*log.borrow(), ["before", "task", "after"]);
/// ```
pub async fn yield_now() {
    let mut has_yielded = false;
    poll_fn(|context| {
        if has_yielded {
            return Poll::Ready(());
        }
        has_yielded = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
