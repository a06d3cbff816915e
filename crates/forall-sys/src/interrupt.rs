//! Ctrl-C and SIGTERM, heard and not obeyed.
#![expect(unsafe_code, reason = "signals are of the C library")]

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};

/// Set before the first handler is installed. To read it afterwards is one atomic load, which a handler may do.
static HEARD: OnceLock<Arc<AtomicBool>> = OnceLock::new();
/// The number of the last one.
static NUMBER: AtomicI32 = AtomicI32::new(SIGINT);

/// The same numbers wherever there are such.
const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// Returns the flag that is set when one of the two signals arrives while there is an [`SignalGuard`]. It is the same
/// flag for the whole process.
///
/// ```
/// use std::sync::atomic::Ordering;
///
/// use forall_sys::interrupt::signalled;
///
/// let mut best = 1_000;
/// while best > 10 && !signalled().load(Ordering::Relaxed) {
///     best /= 2; // what takes long, and has something to show at any time
/// }
/// assert_eq!(best, 7);
/// ```
pub fn signalled() -> &'static Arc<AtomicBool> {
    HEARD.get_or_init(Arc::default)
}

/// What a shell expects of a process that the last one ended: 130 for Ctrl-C, 143 for SIGTERM.
///
/// ```
/// use std::process::exit;
/// use std::sync::atomic::Ordering;
///
/// use forall_sys::interrupt::{exit_code, signalled};
///
/// if signalled().load(Ordering::Relaxed) {
///     exit(exit_code());
/// }
/// assert_eq!(exit_code(), 130, "nobody sent another");
/// ```
pub fn exit_code() -> i32 {
    128 + NUMBER.load(Ordering::SeqCst)
}

/// While there is one, neither ends the process, but is [`signalled`]. What comes then, before anybody has taken
/// notice by clearing that, ends it.
///
/// Have one at a time: each puts back what was there before it. When it is gone, ask once more whether one was
/// heard: it may have come since you last asked.
///
/// ```
/// use forall_sys::interrupt::SignalGuard;
///
/// let first = SignalGuard::install();
/// drop(first); // what was to be done at the signals before is done again
/// assert!(SignalGuard::install().is_some() || !cfg!(unix));
/// ```
#[derive(Debug)]
pub struct SignalGuard {
    /// What the system does at both when this one is gone.
    before: [system::Action; 2],
}

impl SignalGuard {
    /// From now on. There is none where the system has no such signals, or will not have it.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    ///
    /// let ear = forall_sys::interrupt::SignalGuard::install();
    /// // … something that takes long, and asks this on the way:
    /// assert!(!forall_sys::interrupt::signalled().load(Ordering::Relaxed));
    /// drop(ear);
    /// ```
    pub fn install() -> Option<SignalGuard> {
        signalled();
        let [Some(first), Some(second)] = [SIGINT, SIGTERM].map(system::replace) else {
            return None;
        };
        Some(SignalGuard { before: [first, second] })
    }
}

impl Drop for SignalGuard {
    fn drop(&mut self) {
        for (number, before) in [SIGINT, SIGTERM].into_iter().zip(&self.before) {
            system::put_back(number, before);
        }
    }
}

/// Called by the system in the midst of anything, so it does next to nothing.
extern "C" fn hear(number: i32) {
    NUMBER.store(number, Ordering::SeqCst);
    if HEARD.get().is_some_and(|heard| heard.swap(true, Ordering::SeqCst)) {
        system::end(exit_code());
    }
}

/// Functions of the C library, with which every program here is linked anyway: declared by hand, since the crate
/// that declares them all takes longer to build than this one.
#[cfg(any(unix, windows))]
mod system {
    use std::ffi::c_int;
    #[cfg(unix)]
    use std::ffi::c_void;
    #[cfg(unix)]
    use std::ptr::{from_ref, null, null_mut};

    use super::hear;

    const FAILED: usize = usize::MAX;

    unsafe extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
        fn _exit(code: c_int) -> !;
        #[cfg(unix)]
        #[cfg_attr(target_os = "netbsd", link_name = "__sigaction14")]
        pub(super) fn sigaction(number: c_int, new: *const c_void, old: *mut c_void) -> c_int;
    }

    /// A `struct sigaction`, which looks different on every system, and into which nobody looks here: it has
    /// flags and a mask, which `signal` would not put back. The longest is that of Linux, with 152 bytes.
    #[cfg(unix)]
    #[repr(C, align(16))]
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Action([u8; 256]);

    /// An address, or a small number.
    #[cfg(windows)]
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Action(usize);

    fn listen(number: i32) -> Option<usize> {
        let handler = hear as extern "C" fn(i32) as usize;
        // SAFETY: the handler takes what a handler is given, and does only what one may.
        let before = unsafe { signal(number, handler) };
        (before != FAILED).then_some(before)
    }

    /// Has this signal heard from now on: what was to be done at it before.
    #[cfg(unix)]
    pub(super) fn replace(number: i32) -> Option<Action> {
        let mut before = Action([0; 256]);
        // SAFETY: nothing is changed, and there is more room than what is written takes.
        let failed = unsafe { sigaction(number, null(), (&raw mut before).cast()) } != 0;
        if failed {
            return None;
        }
        listen(number).map(|_| before)
    }

    /// Has this signal heard from now on: what was to be done at it before.
    #[cfg(windows)]
    pub(super) fn replace(number: i32) -> Option<Action> {
        listen(number).map(Action)
    }

    #[cfg(unix)]
    pub(super) fn put_back(number: i32, before: &Action) {
        // SAFETY: it is what `sigaction` gave for the same signal, whole and unchanged, and nothing is to be
        // written. Whoever set it sees to it that it may be called for as long as the process lives.
        unsafe { sigaction(number, from_ref(before).cast(), null_mut()) };
    }

    #[cfg(windows)]
    pub(super) fn put_back(number: i32, before: &Action) {
        // SAFETY: it is what `signal` gave for the same signal.
        unsafe { signal(number, before.0) };
    }

    pub(super) fn end(code: i32) {
        // SAFETY: there are no conditions, and it may be called from a handler.
        unsafe { _exit(code) }
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    #[derive(Debug)]
    pub(super) struct Action;

    pub(super) fn replace(_: i32) -> Option<Action> {
        None
    }

    pub(super) fn put_back(_: i32, _: &Action) {}

    pub(super) fn end(_: i32) {}
}

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::ffi::c_int;
    use std::ptr::{null, null_mut};

    use super::system::sigaction;
    use super::*;

    /// As it is on these systems.
    #[repr(C)]
    struct Action {
        handler: usize,
        mask: [u64; 16],
        flags: c_int,
        restorer: usize,
    }

    const SA_SIGINFO: c_int = 4;

    /// Somebody else's, who wants to know more of a signal than its number.
    extern "C" fn foreign(_: c_int, _: *const u8, _: *const u8) {}

    #[test]
    fn what_is_put_back_is_as_it_was() {
        let handler = foreign as extern "C" fn(c_int, *const u8, *const u8) as usize;
        let mask = std::array::from_fn(|word| u64::from(word == 0));
        let mut action = Action { handler, mask, flags: SA_SIGINFO, restorer: 0 };
        // SAFETY: it is laid out as the system has it, and the handler does nothing.
        assert_eq!(unsafe { sigaction(SIGTERM, (&raw const action).cast(), null_mut()) }, 0);
        drop(SignalGuard::install().expect("there are signals"));
        action = Action { handler: 0, mask: [0; 16], flags: 0, restorer: 0 };
        // SAFETY: nothing is changed, and what is written is laid out like this.
        assert_eq!(unsafe { sigaction(SIGTERM, null(), (&raw mut action).cast()) }, 0);
        let (flags, mask) = (action.flags & SA_SIGINFO, action.mask[0]);
        assert_eq!((action.handler, flags, mask), (handler, SA_SIGINFO, 1));
    }
}
