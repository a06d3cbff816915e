//! Slots: each thread writes to a place of its own.

use std::sync::atomic::{AtomicBool, Ordering};

/// How many threads have one. More share the first.
pub(crate) const SLOTS: usize = 16;

static TAKEN: [AtomicBool; SLOTS] = [const { AtomicBool::new(false) }; SLOTS];

thread_local! {
    static MINE: Slot = Slot::take();
}

/// The slot of this thread.
#[inline]
pub(crate) fn mine() -> usize {
    MINE.try_with(|slot| slot.0).unwrap_or(0)
}

/// A slot, until the thread ends.
struct Slot(usize);

impl Slot {
    fn take() -> Slot {
        let free = (0..SLOTS).find(|slot| !TAKEN[*slot].swap(true, Ordering::AcqRel));
        Slot(free.unwrap_or(0))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        TAKEN[self.0].store(false, Ordering::Release);
    }
}
