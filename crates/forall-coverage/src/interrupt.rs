//! Ctrl-C, heard and not obeyed.
#![expect(unsafe_code, reason = "signals are of the C library")]

use std::sync::atomic::{AtomicBool, Ordering};

static HEARD: AtomicBool = AtomicBool::new(false);

/// Set when Ctrl-C was pressed while there was an [`Ear`].
pub fn heard() -> &'static AtomicBool {
    &HEARD
}

/// While there is one, Ctrl-C does not end the process, but is [`heard`]. Pressed once more it ends it.
///
/// Have one at a time: each puts back what was there before it.
#[derive(Debug)]
pub struct Ear {
    /// What the system does when this one is gone: an address, or a small number.
    before: usize,
}

/// What a shell expects of a process that Ctrl-C ended.
const EXIT: i32 = 130;

impl Ear {
    /// From now on. There is none where the system has no such signals, or will not have it.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    ///
    /// let ear = forall_coverage::interrupt::Ear::open();
    /// // … something that takes long, and asks this on the way:
    /// assert!(!forall_coverage::interrupt::heard().load(Ordering::Relaxed));
    /// drop(ear);
    /// ```
    pub fn open() -> Option<Ear> {
        match system::handle(hear as extern "C" fn(i32) as usize) {
            system::FAILED => None,
            before => Some(Ear { before }),
        }
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        system::handle(self.before);
    }
}

/// Called by the system in the midst of anything, so it does next to nothing.
extern "C" fn hear(_: i32) {
    if HEARD.swap(true, Ordering::SeqCst) {
        system::end(EXIT);
    }
}

/// Two functions of the C library, with which every program here is linked anyway: declared by hand, since
/// the crate that declares them all takes longer to build than this one.
#[cfg(any(unix, windows))]
mod system {
    use std::ffi::c_int;

    /// The same number wherever there is one.
    const SIGINT: c_int = 2;
    pub(super) const FAILED: usize = usize::MAX;

    unsafe extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
        fn _exit(code: c_int) -> !;
    }

    /// What shall be done at Ctrl-C: what was to be done before.
    pub(super) fn handle(handler: usize) -> usize {
        // SAFETY: it is the handler above, which does only what a handler may, or what `signal` gave.
        unsafe { signal(SIGINT, handler) }
    }

    pub(super) fn end(code: i32) {
        // SAFETY: there are no conditions, and it may be called from a handler.
        unsafe { _exit(code) }
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    pub(super) const FAILED: usize = usize::MAX;

    pub(super) fn handle(_: usize) -> usize {
        FAILED
    }

    pub(super) fn end(_: i32) {}
}
