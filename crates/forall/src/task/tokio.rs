//! A runtime of tokio for properties: one thread, a paused clock, and no IO.
//!
//! `#[property(executor = "tokio")]` uses it. While all tasks wait, the clock jumps to the next timer, so a test that
//! sleeps for an hour takes microseconds. If there is no timer, the run ends with a deadlock instead of hanging. So it does
//! if the body has waited for two seconds of real time while the clock ran through the timers of other tasks. One runtime
//! serves many tests; it is rebuilt after a test that leaves tasks behind or changes its clock.
//!
//! ```
//! use std::time::Duration;
//!
//! use forall::property;
//!
//! #[property(executor = "tokio")]
//! async fn timeouts_are_exact(#[domain(1..1_000_000_u64)] millis: u64) {
//!     let start = tokio::time::Instant::now();
//!     tokio::time::sleep(Duration::from_millis(millis)).await;
//!     assert_eq!(start.elapsed().as_millis(), u128::from(millis));
//! }
//! ```

mod alarm;
mod paused_runtime;

use std::pin::pin;

pub(crate) use self::paused_runtime::run;

/// Runs a future on the runtime of this thread until it is ready, and returns its output. Tasks that are still
/// pending are dropped.
///
/// For properties that are built without `#[property]`:
///
/// ```
/// use std::time::Duration;
///
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let property = forall("x", 0..100_u32).check(|(x, ())| {
///     forall::task::tokio::block_on(async {
///         tokio::time::sleep(Duration::from_secs(3600)).await;
///         *x < 100
///     })
/// });
/// assert!(quick_check(&property, &Options::default()).passed());
/// ```
///
/// # Panics
///
/// If the future panics, if nothing on this thread can wake it any more, or inside of another runtime of tokio.
#[track_caller]
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut output = None;
    let ended = run(pin!(async { output = Some(future.await) }));
    if let Err(deadlock) = ended {
        panic!("deadlock: {deadlock}");
    }
    output.expect("a run without a deadlock ends with the output")
}
