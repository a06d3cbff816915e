//! Regions: the counters of the instrumented code in memory.
//!
//! Every object file in an executable registers the bounds of the same array when the program starts, and a
//! shared library those of its own array. An array must exist until the process ends. No tool that counts
//! edges in this way supports libraries that are unloaded.
#![expect(unsafe_code, reason = "counters are bytes at an address that the linker chose")]

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::coverage::scan::{LINE_LEN, Line};

/// The number of regions that can be registered: one for the executable, and one for each instrumented shared
/// library. More are ignored.
const MAX_REGIONS: usize = 64;

static COUNT: AtomicUsize = AtomicUsize::new(0);
static STARTS: [AtomicPtr<u8>; MAX_REGIONS] =
    [const { AtomicPtr::new(std::ptr::null_mut()) }; MAX_REGIONS];
static SIZES: [AtomicUsize; MAX_REGIONS] = [const { AtomicUsize::new(0) }; MAX_REGIONS];

/// Counters at adjacent addresses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    start: *mut u8,
    size: usize,
}

// SAFETY: the address is valid in all threads of the process, and no thread owns the counters.
unsafe impl Send for Region {}
// SAFETY: as for `Send`. Methods on `&Region` only copy counters and store zeros.
unsafe impl Sync for Region {}

/// Registers the counters from `start` up to `stop`, unless they are registered already.
///
/// It is called before `main`, and by the loader of shared libraries, which holds a lock. So there is one
/// call at a time.
///
/// # Safety
///
/// The bytes from `start` up to `stop` must be valid for reads and writes until the process ends.
pub(crate) unsafe fn register(start: *mut u8, stop: *mut u8) {
    let size = stop.addr().saturating_sub(start.addr());
    let count = COUNT.load(Ordering::Acquire);
    let known = STARTS[..count].iter().any(|known| known.load(Ordering::Relaxed) == start);
    if size == 0 || known || count == MAX_REGIONS {
        return;
    }
    STARTS[count].store(start, Ordering::Relaxed);
    SIZES[count].store(size, Ordering::Relaxed);
    COUNT.store(count + 1, Ordering::Release);
}

/// Returns all registered regions, in the order of their registration.
pub(crate) fn all() -> Vec<Region> {
    let count = COUNT.load(Ordering::Acquire);
    let region = |at: usize| Region {
        start: STARTS[at].load(Ordering::Relaxed),
        size: SIZES[at].load(Ordering::Relaxed),
    };
    (0..count).map(region).collect()
}

impl Region {
    /// Returns the number of counters.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns the number of lines that the counters fill completely.
    #[inline(always)]
    pub(crate) fn whole_lines(&self) -> usize {
        self.size / LINE_LEN
    }

    /// Returns the number of lines that the counters need. The last line may be incomplete.
    pub(crate) fn lines(&self) -> usize {
        self.size.div_ceil(LINE_LEN)
    }

    /// Returns a copy of a complete line.
    #[inline(always)]
    pub(crate) fn line(&self, at: usize) -> Line {
        // SAFETY: `place` returns an address inside of the region, which is valid for reads by the contract
        // of `register`. Instrumented code on another thread may increment a counter at this moment; then the
        // copy has the old or the new count, as with any counter that is not atomic. No reference to the
        // counters is created.
        unsafe { self.place(at).read() }
    }

    /// Sets the counters of a complete line to 0.
    #[inline(always)]
    pub(crate) fn reset(&self, at: usize) {
        // SAFETY: `place` returns an address inside of the region, which is valid for writes by the contract
        // of `register`.
        unsafe { self.place(at).write([0; LINE_LEN]) };
    }

    /// Returns a copy of the counters after the complete lines, padded with zeros.
    pub(crate) fn rest(&self) -> Line {
        let (rest, size) = self.rest_place();
        let mut line = [0; LINE_LEN];
        // SAFETY: `size` counters of the region follow `rest`, they are valid for reads, and they are fewer
        // than a line.
        unsafe { rest.copy_to_nonoverlapping(line.as_mut_ptr(), size) };
        line
    }

    /// Sets the counters after the complete lines to 0.
    pub(crate) fn reset_rest(&self) {
        let (rest, size) = self.rest_place();
        // SAFETY: `size` counters of the region follow `rest`, and they are valid for writes.
        unsafe { rest.write_bytes(0, size) };
    }

    /// Appends a copy of all counters.
    pub(crate) fn append_to(&self, counts: &mut Vec<u8>) {
        let before = counts.len();
        counts.reserve(self.size);
        // SAFETY: the vector has reserved space for the whole region, which is valid for reads as in `line`.
        // All elements up to the new length are initialized.
        unsafe {
            self.start.copy_to_nonoverlapping(counts.as_mut_ptr().add(before), self.size);
            counts.set_len(before + self.size);
        }
    }

    #[inline(always)]
    fn place(&self, at: usize) -> *mut Line {
        assert!(at < self.whole_lines(), "line {at} is beyond the counters");
        // SAFETY: the line is inside of the region, as checked above, and the region is one object.
        unsafe { self.start.add(at * LINE_LEN).cast() }
    }

    /// Returns the address and the number of the counters after the complete lines.
    fn rest_place(&self) -> (*mut u8, usize) {
        let whole = self.whole_lines() * LINE_LEN;
        // SAFETY: the address is inside of the region or at its end.
        (unsafe { self.start.add(whole) }, self.size - whole)
    }

    /// Sets all counters to 0.
    #[inline]
    pub(crate) fn clear(&self) {
        // SAFETY: the whole region is valid for writes by the contract of `register`.
        unsafe { self.start.write_bytes(0, self.size) };
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns a region of counters for tests. Its memory is leaked, since a region must stay valid.
    pub(crate) fn planted(counters: &[u8]) -> Region {
        let counters = Vec::leak(counters.to_vec());
        Region { start: counters.as_mut_ptr(), size: counters.len() }
    }

    #[test]
    fn the_rest_is_shorter_than_a_line() {
        let counters: Vec<u8> = (1..=LINE_LEN as u8 + 3).collect();
        let region = planted(&counters);
        assert_eq!((region.whole_lines(), region.lines()), (1, 2));
        assert_eq!(region.line(0)[..], counters[..LINE_LEN]);
        assert_eq!(region.rest()[..4], [65, 66, 67, 0]);
        let even = planted(&[7; LINE_LEN]);
        assert_eq!((even.whole_lines(), even.lines(), even.rest()), (1, 1, [0; LINE_LEN]));
    }

    #[test]
    fn a_reset_clears_one_line() {
        let region = planted(&[7; 2 * LINE_LEN + 1]);
        region.reset(1);
        assert_eq!((region.line(0), region.line(1)), ([7; LINE_LEN], [0; LINE_LEN]));
        assert_eq!(region.rest()[0], 7);
        region.reset_rest();
        assert_eq!(region.rest(), [0; LINE_LEN]);
        region.clear();
        assert_eq!(region.line(0), [0; LINE_LEN]);
    }

    #[test]
    #[should_panic = "line 1 is beyond the counters"]
    fn lines_beyond_the_counters_are_rejected() {
        planted(&[0; LINE_LEN + 1]).line(1);
    }
}
