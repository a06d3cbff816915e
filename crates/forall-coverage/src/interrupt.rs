//! Ctrl-C and SIGTERM, heard and not obeyed.
#![expect(unsafe_code, reason = "signals are of the C library")]

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

static HEARD: AtomicBool = AtomicBool::new(false);
/// The number of the last one.
static NUMBER: AtomicI32 = AtomicI32::new(SIGINT);

/// The same numbers wherever there are such.
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// Set when one of the two came while there was an [`Ear`].
pub fn heard() -> &'static AtomicBool {
    &HEARD
}

/// What a shell expects of a process that the last one ended: 130 for Ctrl-C, 143 for SIGTERM.
pub fn exit_code() -> i32 {
    128 + NUMBER.load(Ordering::SeqCst)
}

/// While there is one, neither ends the process, but is [`heard`]. What comes then, before anybody has taken
/// notice by clearing that, ends it.
///
/// Have one at a time: each puts back what was there before it.
#[derive(Debug)]
pub struct Ear {
    /// What the system does at both when this one is gone: an address, or a small number.
    before: [usize; 2],
}

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
        let handler = hear as extern "C" fn(i32) as usize;
        let before = [SIGINT, SIGTERM].map(|number| system::handle(number, handler));
        (!before.contains(&system::FAILED)).then_some(Ear { before })
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        for (number, before) in [SIGINT, SIGTERM].into_iter().zip(self.before) {
            system::handle(number, before);
        }
    }
}

/// Called by the system in the midst of anything, so it does next to nothing.
extern "C" fn hear(number: i32) {
    NUMBER.store(number, Ordering::SeqCst);
    if HEARD.swap(true, Ordering::SeqCst) {
        system::end(exit_code());
    }
}

/// Two functions of the C library, with which every program here is linked anyway: declared by hand, since
/// the crate that declares them all takes longer to build than this one.
#[cfg(any(unix, windows))]
mod system {
    use std::ffi::c_int;

    pub(super) const FAILED: usize = usize::MAX;

    unsafe extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
        fn _exit(code: c_int) -> !;
    }

    /// What shall be done at this signal: what was to be done before.
    pub(super) fn handle(number: i32, handler: usize) -> usize {
        // SAFETY: it is the handler above, which does only what a handler may, or what `signal` gave.
        unsafe { signal(number, handler) }
    }

    pub(super) fn end(code: i32) {
        // SAFETY: there are no conditions, and it may be called from a handler.
        unsafe { _exit(code) }
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    pub(super) const FAILED: usize = usize::MAX;

    pub(super) fn handle(_: i32, _: usize) -> usize {
        FAILED
    }

    pub(super) fn end(_: i32) {}
}
