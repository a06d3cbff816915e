//! Mapped words: memory that is mapped from a file, so that it outlives the process and can be shared.
//!
//! A store takes as long as a store to other memory, and its result survives a crash of the process. It is
//! lost only if the machine loses power before the system writes it to the disk.
#![expect(unsafe_code, reason = "other processes may change a mapped file")]

use std::fs::OpenOptions;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
#[cfg(not(all(target_arch = "x86_64", unix)))]
use std::sync::atomic::Ordering::Relaxed;

use crate::system;

/// Words of 64 bits that are mapped from a file.
///
/// They are atomic, since other processes may map the same file.
///
/// ```
/// use std::sync::atomic::Ordering::Relaxed;
///
/// use forall_sys::mapped::MappedWords;
///
/// # let path = tempfile::NamedTempFile::new()?.into_temp_path();
/// let one = MappedWords::open(&path, 8)?;
/// let other = MappedWords::open(&path, 8)?; // usually in another process
/// one[5].fetch_add(3, Relaxed);
/// assert_eq!((other[5].load(Relaxed), other.len()), (3, 8));
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct MappedWords {
    first: NonNull<AtomicU64>,
    count: usize,
}

// SAFETY: the words are atomic, and the mapping is owned by this value and not tied to a thread.
unsafe impl Send for MappedWords {}
// SAFETY: as for `Send`.
unsafe impl Sync for MappedWords {}

impl MappedWords {
    /// Maps the first `count` words of the file at `path`. Creates the file if it does not exist, and extends
    /// it with zeros if it is too short.
    ///
    /// ```
    /// use std::sync::atomic::Ordering::Relaxed;
    ///
    /// use forall_sys::mapped::MappedWords;
    ///
    /// let path = tempfile::NamedTempFile::new()?.into_temp_path();
    /// MappedWords::open(&path, 4)?[3].store(7, Relaxed);
    /// assert_eq!(MappedWords::open(&path, 4)?[3].load(Relaxed), 7);
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// If another process truncates the file while it is mapped, the next access kills this process with a
    /// signal.
    pub fn open(path: &Path, count: usize) -> io::Result<MappedWords> {
        let size = (count * size_of::<AtomicU64>()) as u64;
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() < size {
            file.set_len(size)?;
        }
        let first = system::map(&file, count * size_of::<AtomicU64>())?.cast();
        Ok(MappedWords { first, count })
    }
}

/// Stores `words` in the first of `places`. This has the same effect as relaxed stores one after the other,
/// but is faster.
///
/// # Panics
///
/// If there are more words than places.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use forall_sys::mapped::store_all;
///
/// let places = [0, 0, 9].map(AtomicU64::new);
/// store_all(&places, &[1, 2]);
/// assert_eq!(places.map(|place| place.load(Ordering::Relaxed)), [1, 2, 9]);
/// ```
#[inline]
pub fn store_all(places: &[AtomicU64], words: &[u64]) {
    let places = &places[..words.len()];
    #[cfg(all(target_arch = "x86_64", unix))]
    copy(places.as_ptr(), words);
    #[cfg(not(all(target_arch = "x86_64", unix)))]
    for (place, word) in places.iter().zip(words) {
        place.store(*word, Relaxed);
    }
}

/// Copies the words with `memcpy`. The compiler does not combine atomic stores into larger ones, and plain
/// stores would be a data race, since another process may read the words at the same time. So `memcpy` is
/// called from assembly, which is opaque to the compiler. The processor stores each word as a whole in any
/// case.
#[cfg(all(target_arch = "x86_64", unix))]
#[inline]
fn copy(first: *const AtomicU64, words: &[u64]) {
    unsafe extern "C" {
        fn memcpy(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8;
    }
    // SAFETY: the caller passes at least as many places as words, and atomics may be written while they are
    // shared. The words do not overlap the places and do not change during the call.
    unsafe {
        std::arch::asm!(
            "call {memcpy}",
            memcpy = sym memcpy,
            inout("rdi") first => _,
            inout("rsi") words.as_ptr() => _,
            inout("rdx") size_of_val(words) => _,
            clobber_abi("C"),
        );
    }
}

impl Drop for MappedWords {
    fn drop(&mut self) {
        // SAFETY: `open` created this mapping with this size, and all borrows of the words have ended.
        unsafe { system::unmap(self.first.cast(), self.count * size_of::<AtomicU64>()) }
    }
}

impl Deref for MappedWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the mapping has `count` words, and the file is at least as long. It starts at a page
        // boundary, so it is aligned, and lives as long as `self`. All bit patterns are valid, and atomics
        // may be changed by others.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

#[cfg(test)]
#[cfg(all(unix, target_pointer_width = "64"))]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn two_mappings_of_a_file_share_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        let one = MappedWords::open(&path, 8).unwrap();
        let other = MappedWords::open(&path, 600).unwrap();
        one[7].store(5, Relaxed);
        assert_eq!((other[7].load(Relaxed), other[599].load(Relaxed)), (5, 0));
        assert_eq!((one.len(), other.len()), (8, 600));
        drop(MappedWords::open(&path, 1).unwrap());
        assert_eq!(
            MappedWords::open(&path, 600).unwrap()[7].load(Relaxed),
            5,
            "the file is not truncated"
        );
    }

    #[test]
    fn all_words_are_stored_and_no_others() {
        for count in (0..70).chain([1_000]) {
            let places: Vec<AtomicU64> = (0..count + 2).map(|_| AtomicU64::new(7)).collect();
            let words: Vec<u64> =
                (0..count).map(|at: u64| at.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
            store_all(&places, &words);
            let stored: Vec<u64> = places.iter().map(|place| place.load(Relaxed)).collect();
            assert_eq!(stored, [&words[..], &[7, 7]].concat());
        }
    }
}
