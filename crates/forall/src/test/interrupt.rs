//! Ctrl-C: while a failure is being shrunk, it asks for what there is so far.
//!
//! At any other time, and when it comes twice, it ends the process as it always does.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "interrupt")]
use forall_coverage::interrupt::{Ear, heard};

/// What a shell expects of a process that Ctrl-C ended.
pub(super) const EXIT: i32 = 130;

/// How many failures are being shrunk, and what hears Ctrl-C for all of them.
static BUSY: Mutex<(u64, Option<Ear>)> = Mutex::new((0, None));

/// Set when it was pressed while a failure was being shrunk.
pub(super) fn asked() -> &'static AtomicBool {
    heard()
}

/// Is no failure being shrunk?
pub(super) fn is_idle() -> bool {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner).0 == 0
}

/// While there is one of these, Ctrl-C does not end the process.
#[derive(Debug)]
pub(super) struct Listening(());

impl Listening {
    pub(super) fn begin() -> Listening {
        let mut busy = BUSY.lock().unwrap_or_else(PoisonError::into_inner);
        busy.0 += 1;
        if busy.1.is_none() {
            busy.1 = Ear::open();
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

/// Hears nothing: Ctrl-C ends the process as it always does.
#[cfg(not(feature = "interrupt"))]
#[derive(Debug)]
struct Ear;

#[cfg(not(feature = "interrupt"))]
impl Ear {
    fn open() -> Option<Ear> {
        None
    }
}

#[cfg(not(feature = "interrupt"))]
fn heard() -> &'static AtomicBool {
    static NEVER: AtomicBool = AtomicBool::new(false);
    &NEVER
}
