//! Ctrl-C, SIGTERM, SIGHUP and SIGQUIT: while a failure is shrunk, and in a run with a time limit, they print the report so
//! far.
//!
//! At any other time, and when they are sent twice, they end the process as usual.

#[cfg(not(feature = "interrupt"))]
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "interrupt")]
pub(super) use forall_sys::interrupt::exit_code;
#[cfg(feature = "interrupt")]
use forall_sys::interrupt::{SignalGuard, signalled};

/// The number of tests that handle the signals, and the signal handler they share.
static BUSY: Mutex<(u64, Option<SignalGuard>)> = Mutex::new((0, None));

/// Returns the flag that is set by a signal.
pub(super) fn stop_flag() -> &'static Arc<AtomicBool> {
    signalled()
}

/// Returns whether a signal arrived after the last check by a test that handles signals.
pub(super) fn is_unanswered() -> bool {
    stop_flag().load(Ordering::SeqCst) && is_idle()
}

/// Returns whether no test handles signals any more.
pub(super) fn is_idle() -> bool {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner).0 == 0
}

/// While a value of this type exists, the signals do not end the process.
#[derive(Debug)]
pub(super) struct Listening(());

impl Listening {
    pub(super) fn begin() -> Listening {
        let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        busy.0 += 1;
        if busy.1.is_none() {
            busy.1 = SignalGuard::install();
        }
        Listening(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        busy.0 -= 1;
        if busy.0 == 0 {
            busy.1 = None;
        }
    }
}

/// No handler: the signals end the process as usual.
#[cfg(not(feature = "interrupt"))]
#[derive(Debug)]
struct SignalGuard;

#[cfg(not(feature = "interrupt"))]
impl SignalGuard {
    fn install() -> Option<SignalGuard> {
        None
    }
}

#[cfg(not(feature = "interrupt"))]
fn signalled() -> &'static Arc<AtomicBool> {
    static NEVER: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
    &NEVER
}

#[cfg(not(feature = "interrupt"))]
pub(super) fn exit_code() -> i32 {
    unreachable!("no signal is handled")
}
