//! Allocations: the number and the size of the allocations of this thread.
#![expect(unsafe_code, reason = "`GlobalAlloc` is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::Sub;

/// An allocator that counts allocations and delegates to another allocator.
///
/// # Example: measure the memory of a test
///
/// ```
/// use forall_sys::coverage::{Allocations, CountingAllocator};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::SYSTEM;
///
/// let before = Allocations::so_far();
/// let list = vec![0_u8; 1000];
/// let during = Allocations::so_far() - before;
/// assert_eq!(during, Allocations { times: 1, bytes: 1000 });
/// # drop(list);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CountingAllocator<A = System>(pub A);

/// A number of allocations. A reallocation that grows counts with the bytes that it adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allocations {
    /// The number of allocations.
    pub times: u64,
    /// The sum of their sizes in bytes.
    pub bytes: u64,
}

// One counter for each thread, so that tests on other threads do not interfere. The cell has no destructor,
// so it can be used until the very end of a thread.
thread_local! {
    static SO_FAR: Cell<Allocations> = const { Cell::new(Allocations { times: 0, bytes: 0 }) };
}

impl CountingAllocator {
    /// Counts the allocations of the system allocator.
    pub const SYSTEM: CountingAllocator = CountingAllocator(System);
}

impl Allocations {
    /// Returns the allocations of this thread since it started. If the global allocator is not a
    /// [`CountingAllocator`], returns zeros.
    pub fn so_far() -> Allocations {
        SO_FAR.get()
    }

    #[inline]
    fn add(bytes: usize) {
        let Allocations { times, bytes: before } = SO_FAR.get();
        SO_FAR.set(Allocations { times: times + 1, bytes: before + bytes as u64 });
    }
}

impl Sub for Allocations {
    type Output = Allocations;

    fn sub(self, before: Allocations) -> Allocations {
        Allocations { times: self.times - before.times, bytes: self.bytes - before.bytes }
    }
}

// SAFETY: every call is delegated unchanged, and counting neither allocates nor panics: the sums are too
// small to overflow 64 bits.
unsafe impl<A: GlobalAlloc> GlobalAlloc for CountingAllocator<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Allocations::add(layout.size());
        // SAFETY: the caller upholds the contract of `alloc`, which is the same for the inner allocator.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Allocations::add(layout.size());
        // SAFETY: as in `alloc`.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Allocations::add(size.saturating_sub(layout.size()));
        // SAFETY: as in `alloc`.
        unsafe { self.0.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { self.0.dealloc(place, layout) }
    }
}
