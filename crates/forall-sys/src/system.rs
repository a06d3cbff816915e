//! Three functions of the operating system, declared by hand.
//!
//! The crates that declare all of them take longer to build than the rest of Forall needs for these. They
//! are the same on every Unix with pointers of 64 bits; elsewhere there are none.
#![cfg_attr(
    all(unix, target_pointer_width = "64"),
    expect(unsafe_code, reason = "the operating system is called in C")
)]

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

    /// Maps the beginning of a file into memory, to be read and written.
    pub(crate) fn map(file: &File, size: usize) -> io::Result<NonNull<c_void>> {
        let descriptor = file.as_raw_fd();
        // SAFETY: nothing is asked of the address, so no memory in use is replaced, and the file is open.
        let at = unsafe { mmap(std::ptr::null_mut(), size, READ_AND_WRITE, SHARED, descriptor, 0) };
        match NonNull::new(at) {
            Some(at) if at.as_ptr() as isize != -1 => Ok(at),
            _ => Err(io::Error::last_os_error()),
        }
    }

    /// Ends it.
    ///
    /// # Safety
    ///
    /// It was mapped, with this size, and nobody looks there any more.
    pub(crate) unsafe fn unmap(at: NonNull<c_void>, size: usize) {
        // SAFETY: as above. It fails only where nothing is mapped.
        unsafe { munmap(at.as_ptr(), size) };
    }

    /// Sets the limit, soft and hard, of what has this number.
    pub(crate) fn limit(resource: i32, most: u64) -> io::Result<()> {
        // SAFETY: the two numbers are there for the call, which only reads them.
        match unsafe { setrlimit(resource, &[most, most]) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

#[cfg(not(all(unix, target_pointer_width = "64")))]
pub(crate) fn map(_: &File, _: usize) -> io::Result<NonNull<std::ffi::c_void>> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(all(unix, target_pointer_width = "64")))]
#[expect(unsafe_code, reason = "it is elsewhere")]
pub(crate) unsafe fn unmap(_: NonNull<std::ffi::c_void>, _: usize) {}

#[cfg(not(all(unix, target_pointer_width = "64")))]
pub(crate) fn limit(_: i32, _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
