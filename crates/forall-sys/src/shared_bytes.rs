//! Copies and clears memory that other threads or processes may access at the same time.
//!
//! Plain loads and stores of such memory would be data races, and the compiler does not combine atomic ones
//! into larger ones. So these functions call `memcpy` and `memset` from assembly, which is opaque to the
//! compiler. Their effect is that of a relaxed atomic load or store for each byte. Miri, and other platforms,
//! use these atomics.
#![expect(unsafe_code, reason = "the memory is given by its address")]

#[cfg(all(unix, not(miri), target_arch = "x86_64"))]
pub(crate) use self::opaque::copy_to;
#[cfg(all(unix, not(miri), any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use self::opaque::{copy_from, zero};
#[cfg(not(all(unix, not(miri), any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) use self::portable::{copy_from, zero};

#[cfg(all(unix, not(miri), any(target_arch = "x86_64", target_arch = "aarch64")))]
mod opaque {
    use std::arch::asm;

    unsafe extern "C" {
        fn memcpy(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8;
        fn memset(to: *mut u8, byte: i32, bytes: usize) -> *mut u8;
    }

    /// Replaces `to` by a copy of the shared bytes at `from`.
    ///
    /// # Safety
    ///
    /// There must be as many bytes at `from` as in `to`, valid for reads.
    #[inline]
    pub(crate) unsafe fn copy_from(to: &mut [u8], from: *const u8) {
        // SAFETY: by the contract of this function. A mutable slice does not overlap shared memory.
        unsafe { call_memcpy(to.as_mut_ptr(), from, to.len()) }
    }

    /// Stores a copy of `from` in the shared bytes at `to`.
    ///
    /// # Safety
    ///
    /// There must be as many bytes at `to` as in `from`, valid for writes, and they must not overlap.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    pub(crate) unsafe fn copy_to(to: *mut u8, from: &[u8]) {
        // SAFETY: by the contract of this function.
        unsafe { call_memcpy(to, from.as_ptr(), from.len()) }
    }

    /// # Safety
    ///
    /// As for `memcpy`, except that others may access one of the two sides at the same time.
    #[inline]
    unsafe fn call_memcpy(to: *mut u8, from: *const u8, bytes: usize) {
        // SAFETY: by the contract of this function. The assembly calls a function of the C library with its
        // calling convention.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            asm!(
                "call {memcpy}",
                memcpy = sym memcpy,
                inout("rdi") to => _,
                inout("rsi") from => _,
                inout("rdx") bytes => _,
                clobber_abi("C"),
            );
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            asm!(
                "bl {memcpy}",
                memcpy = sym memcpy,
                inout("x0") to => _,
                inout("x1") from => _,
                inout("x2") bytes => _,
                clobber_abi("C"),
            );
        }
    }

    /// Sets shared bytes to 0.
    ///
    /// # Safety
    ///
    /// There must be `bytes` bytes at `to`, valid for writes.
    #[inline]
    pub(crate) unsafe fn zero(to: *mut u8, bytes: usize) {
        // SAFETY: by the contract of this function. The assembly calls a function of the C library with its
        // calling convention.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            asm!(
                "call {memset}",
                memset = sym memset,
                inout("rdi") to => _,
                inout("rsi") 0_u64 => _,
                inout("rdx") bytes => _,
                clobber_abi("C"),
            );
        }
        // SAFETY: as above.
        #[cfg(target_arch = "aarch64")]
        unsafe {
            asm!(
                "bl {memset}",
                memset = sym memset,
                inout("x0") to => _,
                inout("x1") 0_u64 => _,
                inout("x2") bytes => _,
                clobber_abi("C"),
            );
        }
    }
}

#[cfg(not(all(unix, not(miri), any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod portable {
    use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

    /// Replaces `to` by a copy of the shared bytes at `from`.
    ///
    /// # Safety
    ///
    /// There must be as many bytes at `from` as in `to`, valid for reads.
    pub(crate) unsafe fn copy_from(to: &mut [u8], from: *const u8) {
        for (at, byte) in to.iter_mut().enumerate() {
            // SAFETY: by the contract of this function. The byte is only loaded.
            *byte = unsafe { AtomicU8::from_ptr(from.add(at).cast_mut()) }.load(Relaxed);
        }
    }

    /// Sets shared bytes to 0.
    ///
    /// # Safety
    ///
    /// There must be `bytes` bytes at `to`, valid for writes.
    pub(crate) unsafe fn zero(to: *mut u8, bytes: usize) {
        for at in 0..bytes {
            // SAFETY: by the contract of this function.
            unsafe { AtomicU8::from_ptr(to.add(at)) }.store(0, Relaxed);
        }
    }
}
