//! Mapped words: memory in a file, which outlives the process and is shared with others.
//!
//! What a process has stored is in the file whatever becomes of the process, and a store takes no longer
//! than any other. Only a machine that loses its power loses what was not yet written to the disk.
#![expect(unsafe_code, reason = "a file that is mapped may be changed by anybody")]

use std::fs::OpenOptions;
use std::io;
use std::ops::Deref;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
#[cfg(not(all(target_arch = "x86_64", unix)))]
use std::sync::atomic::Ordering::Relaxed;

use crate::system;

/// Words in a file.
///
/// They are atomic, since other processes may map the same file.
///
/// ```
/// use std::sync::atomic::Ordering::Relaxed;
///
/// use forall_sys::mapped::MappedWords;
///
/// # let path = tempfile::NamedTempFile::new()?.into_temp_path();
/// let (one, other) = (MappedWords::open(&path, 8)?, MappedWords::open(&path, 8)?);
/// one[5].fetch_add(3, Relaxed);
/// assert_eq!((other[5].load(Relaxed), other.len()), (3, 8), "as another process would see it");
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct MappedWords {
    first: NonNull<AtomicU64>,
    count: usize,
}

// SAFETY: the words are atomic, and the memory belongs to nobody else.
unsafe impl Send for MappedWords {}
// SAFETY: as above.
unsafe impl Sync for MappedWords {}

impl MappedWords {
    /// Maps the first `count` words of the file at `path`, which is made if it is not there. What is
    /// missing of it is 0.
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
    /// Whoever cuts the file short while it is mapped ends this process by a signal at the next access.
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

/// Stores `words` in the first of `places`, as one relaxed store after the other would, and faster.
///
/// # Panics
///
/// When there are more words than places.
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

/// The compiler does not join atomic stores, and may not be told of others: somebody may read these words
/// meanwhile. What assembly calls, it knows nothing of; the processor stores whole words in any case.
#[cfg(all(target_arch = "x86_64", unix))]
#[inline]
fn copy(first: *const AtomicU64, words: &[u64]) {
    unsafe extern "C" {
        fn memcpy(to: *mut u8, from: *const u8, bytes: usize) -> *mut u8;
    }
    // SAFETY: the caller has as many places as words, and atomics may be stored to while they are shared.
    // They are not among the words, which nobody changes.
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
        // SAFETY: `open` has mapped just this, and whoever borrowed it from `self` is gone.
        unsafe { system::unmap(self.first.cast(), self.count * size_of::<AtomicU64>()) }
    }
}

impl Deref for MappedWords {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: the map is `count` words long, as the file is at least, and starts at a page. It lives as
        // long as `self`. Any bits are a number, and atomics may be changed by others.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn two_maps_of_a_file_are_the_same_memory() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        let (one, other) =
            (MappedWords::open(&path, 8).unwrap(), MappedWords::open(&path, 600).unwrap());
        one[7].store(5, Relaxed);
        assert_eq!((other[7].load(Relaxed), other[599].load(Relaxed)), (5, 0));
        assert_eq!((one.len(), other.len()), (8, 600));
        drop(MappedWords::open(&path, 1).unwrap());
        assert_eq!(
            MappedWords::open(&path, 600).unwrap()[7].load(Relaxed),
            5,
            "nothing is cut off"
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
