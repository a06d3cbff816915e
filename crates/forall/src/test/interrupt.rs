//! Ctrl-C: while a failure is being shrunk, it asks for what there is so far.
//!
//! At any other time, and when it comes twice, it ends the process as it always does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// What a shell expects of a process that Ctrl-C ended.
pub(super) const EXIT: i32 = 130;

/// Was it pressed while a failure was being shrunk?
static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Is no failure being shrunk?
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// How many failures are being shrunk.
static BUSY: Mutex<u64> = Mutex::new(0);

/// Set when it was pressed while a failure was being shrunk.
pub(super) fn asked() -> &'static AtomicBool {
    &ASKED
}

/// Is no failure being shrunk?
pub(super) fn is_idle() -> bool {
    *BUSY.lock().unwrap_or_else(PoisonError::into_inner) == 0
}

/// While there is one of these, Ctrl-C does not end the process.
#[derive(Debug)]
pub(super) struct Listening(());

impl Listening {
    pub(super) fn begin() -> Listening {
        busy(|busy| *busy += 1);
        #[cfg(feature = "interrupt")]
        handle();
        Listening(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        busy(|busy| *busy -= 1);
    }
}

/// Counts, and says so before another thread counts.
fn busy(count: impl FnOnce(&mut u64)) {
    let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
    count(&mut busy);
    IDLE.store(*busy == 0, Ordering::SeqCst);
}

/// Handlers run in the order in which they were registered. Where they cannot be, Ctrl-C ends the
/// process as it always does.
#[cfg(feature = "interrupt")]
fn handle() {
    use std::sync::Once;

    use signal_hook::consts::SIGINT;
    use signal_hook::flag;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = flag::register_conditional_default(SIGINT, Arc::clone(&IDLE));
        let _ = flag::register_conditional_shutdown(SIGINT, EXIT, Arc::clone(&ASKED));
        let _ = flag::register(SIGINT, Arc::clone(&ASKED));
    });
}
