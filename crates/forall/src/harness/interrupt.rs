//! Ctrl-C and SIGTERM: while a failure is being shrunk, and in a run that has a time, they ask for what there
//! is so far.
//!
//! At any other time, and when they come twice, they end the process as they always do.

#[cfg(not(feature = "interrupt"))]
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(feature = "interrupt")]
pub(super) use forall_sys::interrupt::exit_code;
#[cfg(feature = "interrupt")]
use forall_sys::interrupt::{SignalGuard, signalled};

/// How many have something to answer, and what hears for all of them.
static BUSY: Mutex<(u64, Option<SignalGuard>)> = Mutex::new((0, None));

/// Returns the flag that is set when the user asks for what there is so far.
pub(super) fn asked() -> &'static Arc<AtomicBool> {
    signalled()
}

/// Did somebody ask after the last test that listened had looked, so that nobody has answered?
pub(super) fn is_unanswered() -> bool {
    asked().load(Ordering::SeqCst) && is_idle()
}

/// Have all answered?
pub(super) fn is_idle() -> bool {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner).0 == 0
}

/// While there is one of these, the signals do not end the process.
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

/// Hears nothing: the signals end the process as they always do.
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
    unreachable!("nobody asked")
}
