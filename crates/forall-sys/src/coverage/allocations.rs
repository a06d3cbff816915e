//! Allocations: how often and how much this thread has asked for.
#![expect(unsafe_code, reason = "the trait of allocators is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::Sub;

/// An allocator that counts what it passes on.
///
/// # Example: the memory of a test
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

/// What was asked for: growing counts as asking for what is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allocations {
    /// How many times.
    pub times: u64,
    /// How many bytes together.
    pub bytes: u64,
}

// Of a thread, so that the tests beside this one do not disturb. The cell has no destructor, so it may be
// used until the very end of a thread.
thread_local! {
    static SO_FAR: Cell<Allocations> = const { Cell::new(Allocations { times: 0, bytes: 0 }) };
}

impl CountingAllocator {
    /// Around the allocator of the system.
    pub const SYSTEM: CountingAllocator = CountingAllocator(System);
}

impl Allocations {
    /// All that this thread ever asked for; nothing where no [`CountingAllocator`] is the global allocator.
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

// SAFETY: every call is passed on as it is, and counting neither allocates nor panics: the sums do not
// overflow in the life of a machine.
unsafe impl<A: GlobalAlloc> GlobalAlloc for CountingAllocator<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Allocations::add(layout.size());
        // SAFETY: the caller promised us what `alloc` asks for.
        unsafe { self.0.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Allocations::add(layout.size());
        // SAFETY: as above.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Allocations::add(size.saturating_sub(layout.size()));
        // SAFETY: as above.
        unsafe { self.0.realloc(place, layout, size) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { self.0.dealloc(place, layout) }
    }
}
