//! Handles Ctrl-C and other signals that end a process, without ending it.
#![cfg_attr(
    any(unix, windows),
    expect(unsafe_code, reason = "signal handlers belong to the C library")
)]

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};

/// Initialized before the first handler is installed. Reading it afterwards is one atomic load, which is
/// allowed in a signal handler.
static SIGNALLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
/// The number of the last signal.
static LAST_SIGNAL: AtomicI32 = AtomicI32::new(SIGINT);

// All platforms that have these signals use these numbers.
const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGQUIT: i32 = 3;
const SIGTERM: i32 = 15;

/// The handled signals: Ctrl-C, the request to end, a closed terminal, and Ctrl-\.
const SIGNALS: &[i32] =
    if cfg!(unix) { &[SIGINT, SIGTERM, SIGHUP, SIGQUIT] } else { &[SIGINT, SIGTERM] };

/// Returns the flag that is set when SIGINT, SIGTERM, SIGHUP or SIGQUIT arrives while a [`SignalGuard`]
/// exists. There is one flag for the whole process.
///
/// ```
/// use std::sync::atomic::Ordering;
///
/// use forall_sys::interrupt::signalled;
///
/// let mut best = 1_000;
/// while best > 10 && !signalled().load(Ordering::Relaxed) {
///     best /= 2; // a long search that has a result at any time
/// }
/// assert_eq!(best, 7);
/// ```
pub fn signalled() -> &'static Arc<AtomicBool> {
    SIGNALLED.get_or_init(Arc::default)
}

/// Returns the exit code that a shell expects after the last signal: 130 for SIGINT (Ctrl-C), 143 for
/// SIGTERM.
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
/// assert_eq!(exit_code(), 130, "the default, since no signal has arrived");
/// ```
pub fn exit_code() -> i32 {
    128 + LAST_SIGNAL.load(Ordering::SeqCst)
}

/// While a guard exists, SIGINT, SIGTERM, SIGHUP and SIGQUIT set the flag [`signalled`] instead of ending the
/// process. A second signal ends the process if the flag has not been cleared since the first. Signals that
/// are ignored when the guard is installed, for example by `nohup`, stay ignored.
///
/// Have at most one guard at a time, since dropping a guard restores the earlier handlers. Check
/// [`signalled`] once more after dropping it: a signal may have arrived after the last check.
///
/// ```
/// use forall_sys::interrupt::SignalGuard;
///
/// let first = SignalGuard::install();
/// drop(first); // restores the earlier signal handlers
/// assert!(SignalGuard::install().is_some() || !cfg!(unix) || cfg!(miri));
/// ```
#[derive(Debug)]
pub struct SignalGuard {
    /// The earlier action of each signal that was not ignored.
    before: Vec<(i32, Box<system::Action>)>,
}

impl SignalGuard {
    /// Installs the handlers. Returns `None` if the system has no such signals or rejects the handlers, and
    /// under Miri.
    ///
    /// ```
    /// use std::sync::atomic::Ordering;
    ///
    /// let guard = forall_sys::interrupt::SignalGuard::install();
    /// // A long computation checks this flag from time to time.
    /// assert!(!forall_sys::interrupt::signalled().load(Ordering::Relaxed));
    /// drop(guard);
    /// ```
    pub fn install() -> Option<SignalGuard> {
        if cfg!(miri) {
            return None;
        }
        signalled();
        let mut guard = SignalGuard { before: Vec::new() };
        for number in SIGNALS {
            match system::replace(*number) {
                system::Replaced::Action(before) => guard.before.push((*number, before)),
                system::Replaced::Ignored => {}
                system::Replaced::Failed => return None,
            }
        }
        Some(guard)
    }
}

impl Drop for SignalGuard {
    fn drop(&mut self) {
        for (number, before) in &self.before {
            system::restore(*number, before);
        }
    }
}

/// The signal handler. It may interrupt any code, so it only uses atomics and `_exit`.
#[cfg(any(unix, windows))]
extern "C" fn handle(number: i32) {
    LAST_SIGNAL.store(number, Ordering::SeqCst);
    if SIGNALLED.get().is_some_and(|signalled| signalled.swap(true, Ordering::SeqCst)) {
        crate::system::exit_immediately(exit_code());
    }
}

/// Handwritten declarations of functions of the C library, which every program on these platforms links. A
/// crate that declares all functions would take longer to build than this one.
#[cfg(any(unix, windows))]
mod system {
    use std::ffi::c_int;
    #[cfg(unix)]
    use std::ffi::c_void;
    #[cfg(unix)]
    use std::ptr::{from_ref, null, null_mut};

    use super::handle;

    const FAILED: usize = usize::MAX;
    /// The constant `SIG_IGN`.
    const IGNORED: usize = 1;

    unsafe extern "C" {
        fn signal(number: c_int, handler: usize) -> usize;
        #[cfg(unix)]
        #[cfg_attr(target_os = "netbsd", link_name = "__sigaction14")]
        pub(super) fn sigaction(number: c_int, new: *const c_void, old: *mut c_void) -> c_int;
    }

    /// A `struct sigaction`. Its layout differs between systems, and this code does not depend on it. It
    /// includes flags and a mask, which `signal` would not restore. The largest is that of Linux, with 152
    /// bytes.
    #[cfg(unix)]
    #[repr(C, align(16))]
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Action([u8; 256]);

    /// The address of a handler, or a constant such as `SIG_DFL`.
    #[cfg(windows)]
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Action(usize);

    /// What [`replace`] has replaced.
    pub(super) enum Replaced {
        Action(Box<Action>),
        /// Nothing: the signal is ignored, and stays so.
        Ignored,
        Failed,
    }

    /// Installs the handler of this module, and returns the earlier one.
    fn install(number: i32) -> usize {
        let handler = handle as extern "C" fn(i32) as usize;
        // SAFETY: the handler has the right signature, and only does what a signal handler may do.
        unsafe { signal(number, handler) }
    }

    /// Installs the handler of this module, unless the signal is ignored.
    #[cfg(unix)]
    pub(super) fn replace(number: i32) -> Replaced {
        let mut before = Action([0; 256]);
        // SAFETY: the null pointer means that nothing is changed, and the buffer is larger than the struct.
        let failed = unsafe { sigaction(number, null(), (&raw mut before).cast()) } != 0;
        match if failed { FAILED } else { install(number) } {
            FAILED => Replaced::Failed,
            IGNORED => {
                restore(number, &before);
                Replaced::Ignored
            }
            _ => Replaced::Action(Box::new(before)),
        }
    }

    /// Installs the handler of this module, unless the signal is ignored.
    #[cfg(windows)]
    pub(super) fn replace(number: i32) -> Replaced {
        match install(number) {
            FAILED => Replaced::Failed,
            IGNORED => {
                restore(number, &Action(IGNORED));
                Replaced::Ignored
            }
            before => Replaced::Action(Box::new(Action(before))),
        }
    }

    #[cfg(unix)]
    pub(super) fn restore(number: i32, before: &Action) {
        // SAFETY: `sigaction` returned this action for the same signal, it is complete and unchanged, and the
        // null pointer means that nothing is written. The code that set the earlier handler keeps it valid
        // until the process ends.
        unsafe { sigaction(number, from_ref(before).cast(), null_mut()) };
    }

    #[cfg(windows)]
    pub(super) fn restore(number: i32, before: &Action) {
        // SAFETY: `signal` returned this handler for the same signal.
        unsafe { signal(number, before.0) };
    }
}

#[cfg(not(any(unix, windows)))]
mod system {
    #[derive(Debug)]
    pub(super) struct Action;

    #[expect(dead_code, reason = "there are no signals")]
    pub(super) enum Replaced {
        Action(Box<Action>),
        Ignored,
        Failed,
    }

    pub(super) fn replace(_: i32) -> Replaced {
        Replaced::Failed
    }

    pub(super) fn restore(_: i32, _: &Action) {}
}

#[cfg(all(test, target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod tests {
    use std::ffi::c_int;
    use std::ptr::{from_ref, null, null_mut};
    use std::sync::{Mutex, PoisonError};

    use super::system::sigaction;
    use super::*;

    /// The `struct sigaction` of these systems.
    #[repr(C)]
    struct Action {
        handler: usize,
        mask: [u64; 16],
        flags: c_int,
        restorer: usize,
    }

    const SA_SIGINFO: c_int = 4;

    /// A handler of other code, which gets more than the number of the signal.
    extern "C" fn foreign(_: c_int, _: *const u8, _: *const u8) {}

    /// Tests that change actions run one after the other.
    static LOCK: Mutex<()> = Mutex::new(());

    fn set(number: i32, action: &Action) {
        // SAFETY: the struct has the layout of the system, and its handler is a constant or does nothing.
        assert_eq!(unsafe { sigaction(number, from_ref(action).cast(), null_mut()) }, 0);
    }

    fn get(number: i32) -> Action {
        let mut action = Action { handler: 0, mask: [0; 16], flags: 0, restorer: 0 };
        // SAFETY: the null pointer means that nothing is changed, and the struct has the layout of the
        // system.
        assert_eq!(unsafe { sigaction(number, null(), (&raw mut action).cast()) }, 0);
        action
    }

    #[test]
    fn ignored_signals_stay_ignored() {
        const SIG_IGN: usize = 1;
        let _lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let before = get(SIGHUP);
        set(SIGHUP, &Action { handler: SIG_IGN, mask: [0; 16], flags: 0, restorer: 0 });
        let guard = SignalGuard::install().expect("this system has signals");
        assert_eq!(get(SIGHUP).handler, SIG_IGN);
        assert_ne!(get(SIGQUIT).handler, before.handler, "other signals are handled");
        drop(guard);
        assert_eq!(get(SIGHUP).handler, SIG_IGN);
        set(SIGHUP, &before);
    }

    #[test]
    fn dropping_a_guard_restores_the_action() {
        let _lock = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        let handler = foreign as extern "C" fn(c_int, *const u8, *const u8) as usize;
        let mask = std::array::from_fn(|word| u64::from(word == 0));
        set(SIGTERM, &Action { handler, mask, flags: SA_SIGINFO, restorer: 0 });
        drop(SignalGuard::install().expect("this system has signals"));
        let action = get(SIGTERM);
        assert_eq!(action.handler, handler);
        assert_eq!(action.flags & SA_SIGINFO, SA_SIGINFO);
        assert_eq!(action.mask[0], 1);
    }
}
