//! Ctrl-C and SIGTERM: while a failure is being shrunk, and in a run that has a time, they ask for what there
//! is so far.
//!
//! At any other time, and when they come twice, they end the process as they always do.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// What a shell expects of a process that Ctrl-C ended, and of one that SIGTERM did.
const PRESSED: i32 = 130;
const TERMINATED: i32 = 143;

/// Did somebody ask while there was somebody to answer?
static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Was it by SIGTERM?
static BY_TERM: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// Is there nobody to answer?
static IDLE: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
/// How many there are.
static BUSY: Mutex<u64> = Mutex::new(0);

/// Set when somebody asked.
pub(super) fn asked() -> &'static AtomicBool {
    &ASKED
}

/// What to exit with when all have answered.
pub(super) fn exit_code() -> i32 {
    if BY_TERM.load(Ordering::Relaxed) { TERMINATED } else { PRESSED }
}

/// Have all answered?
pub(super) fn is_idle() -> bool {
    *BUSY.lock().unwrap_or_else(PoisonError::into_inner) == 0
}

/// While there is one of these, the signals do not end the process.
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

/// Handlers run in the order in which they were registered. Where they cannot be, the signals end the
/// process as they always do.
#[cfg(feature = "interrupt")]
fn handle() {
    use std::sync::Once;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (signal, code) in [(SIGINT, PRESSED), (SIGTERM, TERMINATED)] {
            let _ = flag::register_conditional_default(signal, Arc::clone(&IDLE));
            let _ = flag::register_conditional_shutdown(signal, code, Arc::clone(&ASKED));
            let _ = flag::register(signal, Arc::clone(&ASKED));
        }
        let _ = flag::register(SIGTERM, Arc::clone(&BY_TERM));
    });
}
