//! Mapped words: memory that is mapped from a file, so that it outlives the process and can be shared.
//!
//! A store takes as long as a store to other memory, and its result survives a crash of the process. It is
//! lost only if the machine loses power before the system writes it to the disk.
#![expect(unsafe_code, reason = "other processes may change a mapped file")]

use std::fs::OpenOptions;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Deref;
use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
#[cfg(any(miri, not(all(target_arch = "x86_64", unix))))]
use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(target_arch = "x86_64", unix, not(miri)))]
use crate::shared_bytes;
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
    /// it with zeros if it is too short. The zeros are written, so that the disk has space for them: storing a
    /// word that has no place on a full disk would kill this process with a signal.
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
    ///
    /// # Errors
    ///
    /// If the words need more bytes than one object may have (`isize::MAX`), or if the file cannot be opened,
    /// extended or mapped.
    pub fn open(path: &Path, count: usize) -> io::Result<MappedWords> {
        let size = size_in_bytes(count)?;
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let end = file.seek(SeekFrom::End(0))?;
        if end < size as u64 {
            io::copy(&mut io::repeat(0).take(size as u64 - end), &mut file)?;
        }
        let first = system::map(&file, size)?.cast();
        Ok(MappedWords { first, count })
    }

    /// Maps the first `count` words of the file at `path`, which must exist and be long enough.
    ///
    /// ```
    /// use forall_sys::mapped::MappedWords;
    ///
    /// let path = tempfile::NamedTempFile::new()?.into_temp_path();
    /// assert!(MappedWords::open_existing(&path, 4).is_err());
    /// MappedWords::open(&path, 4)?;
    /// assert_eq!(MappedWords::open_existing(&path, 4)?.len(), 4);
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`open`](MappedWords::open), and if the file is missing or too short.
    pub fn open_existing(path: &Path, count: usize) -> io::Result<MappedWords> {
        let size = size_in_bytes(count)?;
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        if file.metadata()?.len() < size as u64 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let first = system::map(&file, size)?.cast();
        Ok(MappedWords { first, count })
    }
}

/// Returns the size of `count` words, or an error if no slice may be that large.
fn size_in_bytes(count: usize) -> io::Result<usize> {
    let size = count.checked_mul(size_of::<AtomicU64>());
    size.filter(|size| isize::try_from(*size).is_ok()).ok_or_else(|| {
        let max = isize::MAX as usize / size_of::<AtomicU64>();
        let message = format!("cannot map {count} words: at most {max} are allowed");
        io::Error::new(io::ErrorKind::InvalidInput, message)
    })
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
    // On x86_64, `memcpy` stores words as a whole.
    #[cfg(all(target_arch = "x86_64", unix, not(miri)))]
    copy(places, words);
    #[cfg(any(miri, not(all(target_arch = "x86_64", unix))))]
    for (place, word) in places.iter().zip(words) {
        place.store(*word, Relaxed);
    }
}

#[cfg(all(target_arch = "x86_64", unix, not(miri)))]
#[inline]
fn copy(places: &[AtomicU64], words: &[u64]) {
    // SAFETY: the words are initialized, and any byte is a valid `u8`.
    let bytes = unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) };
    // SAFETY: `store_all` passes as many places as words, and atomics may be written while they are shared. A
    // shared slice of plain words does not overlap them.
    unsafe { shared_bytes::copy_to(places.as_ptr().cast::<u8>().cast_mut(), bytes) };
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
    #[cfg_attr(miri, ignore = "Miri isolates programs from files")]
    fn more_words_than_a_slice_may_have_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        let max = isize::MAX as usize / 8;
        // The number of bytes overflows to 8, to a number above `isize::MAX`, and to the one just above it.
        for count in [usize::MAX / 8 + 2, usize::MAX / 8, max + 1] {
            let error = MappedWords::open(&path, count).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
            let message = format!("cannot map {count} words: at most {max} are allowed");
            assert_eq!(error.to_string(), message);
            assert!(!path.exists(), "no file is created");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri maps no files")]
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

    /// `memcpy` promises whole words nowhere, so this checks the one of this machine.
    #[test]
    fn words_are_never_torn() {
        let rounds = if cfg!(miri) { 2 } else { 2_000 };
        for count in [1, 7, 64, 1_000] {
            let places: Vec<AtomicU64> = (0..count).map(|_| AtomicU64::new(0)).collect();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    for round in 0..rounds {
                        store_all(&places, &vec![if round % 2 == 0 { u64::MAX } else { 0 }; count]);
                    }
                });
                for _ in 0..rounds {
                    let torn = |place: &AtomicU64| ![0, u64::MAX].contains(&place.load(Relaxed));
                    assert!(!places.iter().any(torn), "{count} words");
                }
            });
        }
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
