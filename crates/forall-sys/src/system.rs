//! Handwritten declarations of a few functions of the operating system.
//!
//! A crate that declares all functions would take too long to build for so few. Most of these declarations
//! are right on every Unix with 64-bit pointers. On other platforms, these functions return an error.
#![expect(unsafe_code, reason = "the operating system has a C interface")]

use std::fs::File;
use std::io;
use std::ptr::NonNull;

#[cfg(all(unix, target_pointer_width = "64"))]
pub(crate) use self::unix::{limit, map, unmap};

#[cfg(all(unix, target_pointer_width = "64"))]
mod unix {
    use std::ffi::{c_int, c_void};
    use std::os::fd::AsRawFd;

    use super::{File, NonNull, io};

    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            size: usize,
            protection: c_int,
            flags: c_int,
            file: c_int,
            offset: i64,
        ) -> *mut c_void;
        fn munmap(at: *mut c_void, size: usize) -> c_int;
        fn setrlimit(resource: c_int, limit: *const [u64; 2]) -> c_int;
    }

    const READ_AND_WRITE: c_int = 1 | 2;
    const SHARED: c_int = 1;

    /// Maps the first `size` bytes of a file for reading and writing.
    pub(crate) fn map(file: &File, size: usize) -> io::Result<NonNull<c_void>> {
        let descriptor = file.as_raw_fd();
        // SAFETY: the address is null, so the system chooses one that is not in use, and the file is open.
        let at = unsafe { mmap(std::ptr::null_mut(), size, READ_AND_WRITE, SHARED, descriptor, 0) };
        match NonNull::new(at) {
            Some(at) if at.as_ptr() as isize != -1 => Ok(at),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Removes a mapping.
    ///
    /// # Safety
    ///
    /// [`map`] returned this address for this size, and the memory is not used any more.
    pub(crate) unsafe fn unmap(at: NonNull<c_void>, size: usize) {
        // SAFETY: by the contract of this function. `munmap` fails only for addresses that are not mapped.
        unsafe { munmap(at.as_ptr(), size) };
    }

    /// Sets the soft and the hard limit of a resource.
    pub(crate) fn limit(resource: i32, max: u64) -> io::Result<()> {
        // SAFETY: the array outlives the call, which only reads it.
        match unsafe { setrlimit(resource, &[max, max]) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Ends the process at once. It may be called in a signal handler.
#[cfg(any(unix, windows))]
pub(crate) fn exit_immediately(code: i32) -> ! {
    unsafe extern "C" {
        fn _exit(code: std::ffi::c_int) -> !;
    }
    // SAFETY: `_exit` has no preconditions.
    unsafe { _exit(code) }
}

/// Sends a signal to a process, or to a process group if the number is negative. Signal 0 only checks whether
/// it exists.
#[cfg(unix)]
pub(crate) fn send_signal(process: i32, signal: i32) -> io::Result<()> {
    unsafe extern "C" {
        fn kill(process: std::ffi::c_int, signal: std::ffi::c_int) -> std::ffi::c_int;
    }
    // SAFETY: `kill` has no preconditions.
    match unsafe { kill(process, signal) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(not(unix))]
pub(crate) fn send_signal(_: i32, _: i32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(target_os = "linux")]
pub(crate) use self::linux::{handle_end_of_parent, signal_end_of_parent};

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{c_int, c_ulong};
    use std::os::unix::process::{CommandExt, parent_id};
    use std::process::{self, Command};
    use std::sync::OnceLock;

    use super::io;

    unsafe extern "C" {
        fn prctl(option: c_int, ...) -> c_int;
        fn signal(number: c_int, handler: usize) -> usize;
    }

    /// The signal to a process whose parent has ended. It is the last real-time signal on most platforms.
    /// Other programs hardly use it, it ends a process that does not handle it, and unlike SIGKILL it can be handled.
    const PARENT_ENDED: c_int = 64;

    const PR_SET_PDEATHSIG: c_int = 1;

    /// Makes the kernel send a signal to the process that `command` starts when the thread that starts it ends. The
    /// signal ends that process, unless it has called [`handle_end_of_parent`].
    pub(crate) fn signal_end_of_parent(command: &mut Command) {
        let parent = process::id();
        let bind = move || {
            // A sandbox may forbid this. Then only the thread that looks at the parent ends the process.
            // SAFETY: this option takes the number of a signal.
            let _ = unsafe { prctl(PR_SET_PDEATHSIG, PARENT_ENDED as c_ulong) };
            // The parent may have ended before the call.
            if parent_id() == parent { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
        };
        // SAFETY: after a fork, the closure only makes system calls. It does not allocate.
        unsafe { command.pre_exec(bind) };
    }

    /// Makes the signal of [`signal_end_of_parent`] call `end`, which must be allowed in a signal handler.
    pub(crate) fn handle_end_of_parent(end: fn()) {
        static END: OnceLock<fn()> = OnceLock::new();

        /// Reads the lock with one atomic load, which is allowed in a signal handler.
        extern "C" fn handle(_: c_int) {
            if let Some(end) = END.get() {
                end();
            }
        }
        END.get_or_init(|| end);
        let handler = handle as extern "C" fn(c_int) as usize;
        // SAFETY: the handler has the right signature, and only does what a signal handler may do.
        unsafe { signal(PARENT_ENDED, handler) };
    }
}

#[cfg(not(any(unix, windows)))]
pub(crate) fn exit_immediately(code: i32) -> ! {
    std::process::exit(code)
}

#[cfg(not(all(unix, target_pointer_width = "64")))]
pub(crate) fn map(_: &File, _: usize) -> io::Result<NonNull<std::ffi::c_void>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(all(unix, target_pointer_width = "64")))]
pub(crate) unsafe fn unmap(_: NonNull<std::ffi::c_void>, _: usize) {}

#[cfg(not(all(unix, target_pointer_width = "64")))]
pub(crate) fn limit(_: i32, _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
