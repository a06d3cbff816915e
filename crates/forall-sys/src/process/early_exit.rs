//! Early exits: code under test that ends the process of all tests.
//!
//! Rust's test harness cannot detect this: a test that calls `exit(0)` would make the whole run pass.
#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "the C library calls a function at exit")
)]

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the next exit is not an early one.
static EXPECTED: AtomicBool = AtomicBool::new(false);

/// Calls `report` if a thread other than the main thread exits this process, unless [`expect_exit`] was
/// called before. Only the first call has an effect, and only on Linux.
///
/// Rust's test harness runs tests on other threads, and exits on the main thread. A process that the code
/// under test forks does not call `report`.
///
/// The function runs on a new thread, since the thread-local values of the exiting one are destroyed already.
///
/// ```
/// use forall_sys::process::{exit_immediately, on_early_exit};
///
/// on_early_exit(|| exit_immediately(101)); // called if a test calls `std::process::exit`
/// ```
pub fn on_early_exit(report: fn()) {
    #[cfg(target_os = "linux")]
    linux::on_early_exit(report);
    #[cfg(not(target_os = "linux"))]
    let _ = report;
}

/// Declares that this process exits on purpose, so that the function of [`on_early_exit`] is not called.
///
/// ```
/// use forall_sys::process::{expect_exit, on_early_exit};
///
/// on_early_exit(|| unreachable!("the exit is expected"));
/// expect_exit(); // before `std::process::exit`
/// ```
pub fn expect_exit() {
    EXPECTED.store(true, Ordering::SeqCst);
}

/// Ends this process without running functions that were registered for its exit. They may not return.
///
/// ```
/// if std::env::args().len() > 100 {
///     forall_sys::process::exit_immediately(2);
/// }
/// ```
pub fn exit_immediately(code: i32) -> ! {
    crate::system::exit_immediately(code)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::c_int;
    use std::process;
    use std::sync::OnceLock;
    use std::sync::atomic::Ordering;
    use std::{fs, thread};

    use super::EXPECTED;

    unsafe extern "C" {
        fn atexit(function: extern "C" fn()) -> c_int;
    }

    /// The function to call, and the process that registered it.
    struct Handler {
        report: fn(),
        process: u32,
    }

    static HANDLER: OnceLock<Handler> = OnceLock::new();

    pub(super) fn on_early_exit(report: fn()) {
        HANDLER.get_or_init(|| {
            // SAFETY: the function has the right signature, and is valid until the process ends.
            unsafe { atexit(handle) };
            Handler { report, process: process::id() }
        });
    }

    extern "C" fn handle() {
        let Some(handler) = HANDLER.get() else { return };
        let is_early = handler.process == process::id() && !is_main_thread();
        if is_early && !EXPECTED.load(Ordering::SeqCst) {
            // If no thread can be started, the exit continues.
            let reporter = thread::Builder::new().spawn(handler.report);
            let _ = reporter.map(thread::JoinHandle::join);
        }
    }

    /// Returns whether this is the main thread, whose id is that of the process. If that cannot be determined,
    /// returns true.
    fn is_main_thread() -> bool {
        let Ok(link) = fs::read_link("/proc/thread-self") else { return true };
        link.file_name() == Some(process::id().to_string().as_ref())
    }
}
