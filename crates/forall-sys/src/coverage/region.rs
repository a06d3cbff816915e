//! Regions: where the counters of the instrumented code are.
//!
//! Every object that the linker merged into an executable tells the bounds of the same array when it
//! starts, and a shared library those of its own. An array is there until the process ends: libraries
//! that were unloaded while they are measured are not supported by any tool that counts so.
#![expect(unsafe_code, reason = "counters are bytes at an address that the linker chose")]

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::coverage::scan::{LINE, Line};

/// An executable has one, and every instrumented shared library one more. Further ones are not seen.
const MOST: usize = 64;

static COUNT: AtomicUsize = AtomicUsize::new(0);
static STARTS: [AtomicPtr<u8>; MOST] = [const { AtomicPtr::new(std::ptr::null_mut()) }; MOST];
static SIZES: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];

/// Counters that lie side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    start: *mut u8,
    size: usize,
}

// SAFETY: it is an address that is good everywhere in the process, and no thread owns what is there.
unsafe impl Send for Region {}
// SAFETY: as above; `&Region` only copies counters out and stores zeroes.
unsafe impl Sync for Region {}

/// Remembers the counters from `start` up to `stop`, unless they are known.
///
/// Called before `main`, and by the loader of a library, which holds a lock: one at a time.
///
/// # Safety
///
/// What is between the two are bytes that may be read and written from now on.
pub(crate) unsafe fn register(start: *mut u8, stop: *mut u8) {
    let size = stop.addr().saturating_sub(start.addr());
    let count = COUNT.load(Ordering::Acquire);
    let known = STARTS[..count].iter().any(|known| known.load(Ordering::Relaxed) == start);
    if size == 0 || known || count == MOST {
        return;
    }
    STARTS[count].store(start, Ordering::Relaxed);
    SIZES[count].store(size, Ordering::Relaxed);
    COUNT.store(count + 1, Ordering::Release);
}

/// All that have registered so far, in that order.
pub(crate) fn all() -> Vec<Region> {
    let count = COUNT.load(Ordering::Acquire);
    let region = |at: usize| Region {
        start: STARTS[at].load(Ordering::Relaxed),
        size: SIZES[at].load(Ordering::Relaxed),
    };
    (0..count).map(region).collect()
}

impl Region {
    /// How many counters there are.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// How many whole lines they fill.
    #[inline(always)]
    pub(crate) fn whole_lines(&self) -> usize {
        self.size / LINE
    }

    /// How many lines they fill, the last one perhaps in part.
    pub(crate) fn lines(&self) -> usize {
        self.size.div_ceil(LINE)
    }

    /// A copy of a whole line.
    #[inline(always)]
    pub(crate) fn line(&self, at: usize) -> Line {
        // SAFETY: `place` lies within the region, which `register` was promised may be read. Instrumented code
        // on another thread may count at this moment; the copy then has the older or the newer count, as for
        // any counter that is not atomic. No reference to the counters is ever made.
        unsafe { self.place(at).read() }
    }

    /// Sets the counters of a whole line to 0.
    #[inline(always)]
    pub(crate) fn reset(&self, at: usize) {
        // SAFETY: `place` lies within the region, which `register` was promised may be written.
        unsafe { self.place(at).write([0; LINE]) };
    }

    /// A copy of what is left after the whole lines, and then zeroes.
    pub(crate) fn rest(&self) -> Line {
        let (rest, size) = self.rest_place();
        let mut line = [0; LINE];
        // SAFETY: so much is left of the region, which may be read, and it is less than a line.
        unsafe { rest.copy_to_nonoverlapping(line.as_mut_ptr(), size) };
        line
    }

    /// Sets the counters that are left after the whole lines to 0.
    pub(crate) fn reset_rest(&self) {
        let (rest, size) = self.rest_place();
        // SAFETY: so much is left of the region, which may be written.
        unsafe { rest.write_bytes(0, size) };
    }

    /// Appends a copy of all counters.
    pub(crate) fn append_to(&self, counts: &mut Vec<u8>) {
        let before = counts.len();
        counts.reserve(self.size);
        // SAFETY: there is room for all of the region, which may be read, as in `line`; and what is behind
        // `before` is then set.
        unsafe {
            self.start.copy_to_nonoverlapping(counts.as_mut_ptr().add(before), self.size);
            counts.set_len(before + self.size);
        }
    }

    #[inline(always)]
    fn place(&self, at: usize) -> *mut Line {
        assert!(at < self.whole_lines(), "line {at} is beyond the counters");
        // SAFETY: it was just checked that this line is inside of the region, which is one object.
        unsafe { self.start.add(at * LINE).cast() }
    }

    fn rest_place(&self) -> (*mut u8, usize) {
        let whole = self.whole_lines() * LINE;
        // SAFETY: it is inside of the region, or at its end.
        (unsafe { self.start.add(whole) }, self.size - whole)
    }

    /// Sets all counters to 0.
    #[inline]
    pub(crate) fn clear(&self) {
        // SAFETY: the region may be written, all of it.
        unsafe { self.start.write_bytes(0, self.size) };
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Counters of nobody. They are leaked, since a region is for ever.
    pub(crate) fn planted(counters: &[u8]) -> Region {
        let counters = Vec::leak(counters.to_vec());
        Region { start: counters.as_mut_ptr(), size: counters.len() }
    }

    #[test]
    fn the_rest_is_less_than_a_line() {
        let counters: Vec<u8> = (1..=LINE as u8 + 3).collect();
        let region = planted(&counters);
        assert_eq!((region.whole_lines(), region.lines()), (1, 2));
        assert_eq!(region.line(0)[..], counters[..LINE]);
        assert_eq!(region.rest()[..4], [65, 66, 67, 0]);
        let even = planted(&[7; LINE]);
        assert_eq!((even.whole_lines(), even.lines(), even.rest()), (1, 1, [0; LINE]));
    }

    #[test]
    fn a_reset_touches_one_line() {
        let region = planted(&[7; 2 * LINE + 1]);
        region.reset(1);
        assert_eq!((region.line(0), region.line(1)), ([7; LINE], [0; LINE]));
        assert_eq!(region.rest()[0], 7);
        region.reset_rest();
        assert_eq!(region.rest(), [0; LINE]);
        region.clear();
        assert_eq!(region.line(0), [0; LINE]);
    }

    #[test]
    #[should_panic = "line 1 is beyond the counters"]
    fn there_is_nothing_beyond_the_counters() {
        planted(&[0; LINE + 1]).line(1);
    }
}
