//! Slots: assigns each thread its own page of the journal.

use std::sync::atomic::{AtomicBool, Ordering};

/// The number of slots. If there are more threads, the others share slot 0.
pub(crate) const SLOTS: usize = 16;

static TAKEN: [AtomicBool; SLOTS] = [const { AtomicBool::new(false) }; SLOTS];

thread_local! {
    static MINE: Slot = Slot::take();
}

/// Returns the slot of this thread.
#[inline]
pub(crate) fn mine() -> usize {
    MINE.try_with(|slot| slot.0).unwrap_or(0)
}

/// A slot that is released when the thread ends.
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
