//! Regions: the counters of the instrumented code in memory.
//!
//! Every object file in an executable registers the bounds of the same array when the program starts, and a
//! shared library those of its own array. An array must exist until the process ends. No tool that counts
//! edges in this way supports libraries that are unloaded.
#![expect(unsafe_code, reason = "counters are bytes at an address that the linker chose")]

use std::ops::Range;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use crate::coverage::scan::{LINE_LEN, Line};
use crate::shared_bytes;

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
        let mut line = [0; LINE_LEN];
        self.copy(self.whole_line(at), &mut line);
        line
    }

    /// Sets the counters of a complete line to 0.
    #[inline(always)]
    pub(crate) fn reset(&self, at: usize) {
        self.zero(self.whole_line(at));
    }

    /// Returns a copy of the counters after the complete lines, padded with zeros.
    pub(crate) fn rest(&self) -> Line {
        let mut line = [0; LINE_LEN];
        let rest = self.after_whole_lines();
        let size = rest.len();
        self.copy(rest, &mut line[..size]);
        line
    }

    /// Sets the counters after the complete lines to 0.
    pub(crate) fn reset_rest(&self) {
        self.zero(self.after_whole_lines());
    }

    /// Copies all counters to `counts`, which has the same length.
    pub(crate) fn copy_to(&self, counts: &mut [u8]) {
        self.copy(0..self.size, counts);
    }

    /// Sets all counters to 0.
    #[inline]
    pub(crate) fn clear(&self) {
        self.zero(0..self.size);
    }

    #[inline(always)]
    fn whole_line(&self, at: usize) -> Range<usize> {
        assert!(at < self.whole_lines(), "line {at} is beyond the counters");
        at * LINE_LEN..(at + 1) * LINE_LEN
    }

    fn after_whole_lines(&self) -> Range<usize> {
        self.whole_lines() * LINE_LEN..self.size
    }

    /// Copies the counters in this range, which has the length of `to`. Instrumented code on another thread
    /// may increment a counter at the same time. Then the copy has the old or the new count.
    #[inline(always)]
    fn copy(&self, range: Range<usize>, to: &mut [u8]) {
        assert!(
            range.end <= self.size && range.len() == to.len(),
            "a copy is inside of the region"
        );
        // SAFETY: the counters are inside of the region, which is valid for reads by the contract of
        // `register`.
        unsafe { shared_bytes::copy_from(to, self.start.add(range.start)) };
    }

    /// Sets the counters in this range to 0. An increment on another thread at the same time may be lost, or
    /// undo this.
    #[inline(always)]
    fn zero(&self, range: Range<usize>) {
        assert!(range.start <= range.end && range.end <= self.size, "it is inside of the region");
        // SAFETY: the counters are inside of the region, which is valid for writes by the contract of
        // `register`.
        unsafe { shared_bytes::zero(self.start.add(range.start), range.len()) };
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU8;

    use super::*;

    /// Returns a region of counters for tests. Its memory is never freed, since a region must stay valid.
    pub(crate) fn planted(counters: &[u8]) -> Region {
        // Memory that a static refers to is not a leak for Miri.
        static ALL: Mutex<Vec<Region>> = Mutex::new(Vec::new());
        let counters = Vec::leak(counters.to_vec());
        let region = Region { start: counters.as_mut_ptr(), size: counters.len() };
        ALL.lock().unwrap().push(region);
        region
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

    /// Miri reports a data race here unless all accesses are atomic. The increments are those of instrumented
    /// code, which Miri sees as relaxed stores. Without Miri or a sanitizer, this test cannot detect a race: a
    /// byte is never torn, an increment may be lost, and today's compilers emit the same instructions for
    /// plain accesses. Then it only checks that counts are copied from where they are.
    #[test]
    fn counters_can_be_read_and_reset_while_other_threads_count() {
        let rounds = if cfg!(miri) { 20 } else { 20_000 };
        let region = planted(&[0; LINE_LEN + 5]);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for round in 0..rounds * region.size() {
                    let at = region.start.wrapping_add(round % region.size());
                    // SAFETY: the counter is inside of the region, which is never freed.
                    let counter = unsafe { AtomicU8::from_ptr(at) };
                    counter.store(counter.load(Ordering::Relaxed) % 3 + 1, Ordering::Relaxed);
                }
            });
            for _ in 0..rounds {
                let mut counts = vec![0; region.size()];
                region.copy_to(&mut counts);
                counts.extend(region.line(0));
                counts.extend(region.rest());
                assert!(
                    counts.iter().all(|count| *count <= 3),
                    "a count is never torn: {counts:?}"
                );
                region.reset(0);
                region.reset_rest();
                region.clear();
            }
        });
    }

    #[test]
    #[should_panic = "line 1 is beyond the counters"]
    fn lines_beyond_the_counters_are_rejected() {
        planted(&[0; LINE_LEN + 1]).line(1);
    }
}
