//! A small deterministic executor for async code: one thread, first in, first out, and no dependencies.
//!
//! `#[property] async fn` runs on it, unless `executor = …` names another one. A run is a function of the code alone:
//! tasks are polled in the order in which they were woken, and nothing is random. There is no clock and no IO. If the
//! body waits and no task can run, the run ends with a deadlock instead of hanging.
//!
//! ```
//! use forall::property;
//! use forall::task::{spawn, yield_now};
//!
//! #[property]
//! async fn tasks_return_their_results(x: u8, y: u8) {
//!     let double = spawn(async move {
//!         yield_now().await;
//!         2 * u16::from(x)
//!     });
//!     assert_eq!(double.await + u16::from(y), 2 * u16::from(x) + u16::from(y));
//! }
//! ```

mod body;
mod ended;
mod entered;
mod executor;
mod handle;
mod ready_queue;
#[cfg(feature = "tokio")]
pub mod tokio;
mod yield_now;

use std::pin::pin;

pub use self::body::Body;
pub(crate) use self::ended::{Deadlock, Ended};
pub(crate) use self::executor::run;
pub use self::handle::{JoinHandle, spawn};
pub use self::yield_now::yield_now;

/// Runs a future and the tasks it spawns until the future is ready, and returns its output. Tasks that are still
/// pending are dropped.
///
/// For properties that are built without `#[property]`:
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
/// use forall::task::{block_on, spawn};
///
/// let property = forall("x", 0..100_u32).check(|(x, ())| {
///     let x = *x;
///     block_on(async move { spawn(async move { x + 1 }).await > x })
/// });
/// assert!(quick_check(&property, &Options::default()).passed());
/// ```
///
/// # Panics
///
/// If the future or a task panics, or if nothing on this thread can wake the future any more.
#[track_caller]
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut output = None;
    let ended = run(pin!(async { output = Some(future.await) }));
    if let Err(deadlock) = ended {
        panic!("deadlock: {deadlock}");
    }
    output.expect("a run without a deadlock ends with the output")
}

// What `#[property(executor = "tokio")]` expands to. The macro does not know the features of this crate.
#[cfg(feature = "tokio")]
#[doc(hidden)]
#[macro_export]
macro_rules! __run_on_tokio {
    ($test:ident, $body:expr) => {
        $test.run_on_tokio($body)
    };
}

#[cfg(not(feature = "tokio"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __run_on_tokio {
    ($test:ident, $body:expr) => {
        ::core::compile_error!(
            "`executor = \"tokio\"` needs the feature `tokio` of the crate `forall`: add `features = [\"tokio\"]` to the dependency"
        )
    };
}
