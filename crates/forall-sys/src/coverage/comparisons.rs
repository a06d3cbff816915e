//! Comparisons that the instrumented code makes while they are recorded.
//!
//! A test that draws 7 and then compares 7 with 0x6d61_6769 shows what to draw instead (input-to-state
//! correspondence, after REDQUEEN: Aschermann et al., 2019). `cargo forall fuzz` builds code that records comparisons;
//! it runs two to three times slower than with `--no-comparisons`.

mod log;

#[cfg(test)]
pub(crate) use self::log::tests::exclusively;
pub(crate) use self::log::{RECORDING, is_recording, record_bytes, record_numbers};

/// A comparison of two values that differ.
///
/// ```
/// use forall_sys::coverage::Comparison;
///
/// /// Returns the number to draw instead.
/// fn replacement(drawn: u64, comparison: &Comparison) -> Option<u64> {
///     match comparison {
///         Comparison::Numbers { left, right, .. } if *right == drawn => Some(*left),
///         _ => None,
///     }
/// }
/// let magic = Comparison::Numbers { left: 0x6d61_6769, right: 7, width: 4 };
/// assert_eq!(replacement(7, &magic), Some(0x6d61_6769));
/// assert_eq!(replacement(8, &magic), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Two integers of `width` bytes, zero-extended to 64 bits.
    Numbers {
        /// One side. If one of the two is a constant of the program, it is this one.
        left: u64,
        /// The other side.
        right: u64,
        /// The size of both in bytes: 1, 2, 4 or 8.
        width: u8,
    },
    /// Two byte strings of the same length. Long ones are truncated to [`Comparisons::MAX_BYTES`].
    Bytes {
        /// One side.
        left: Vec<u8>,
        /// The other side.
        right: Vec<u8>,
    },
}

/// Records the comparisons of one test, between [`start`](Comparisons::start) and
/// [`stop`](Comparisons::stop).
///
/// The space is limited: if there are too many comparisons, the last ones remain. Repeated comparisons are
/// mostly recorded once.
#[derive(Debug)]
pub struct Comparisons(());

impl Comparisons {
    /// The greatest number of integer comparisons, and of byte string comparisons, that are kept.
    pub const MAX_ENTRIES: usize = log::MAX_ENTRIES;
    /// The number of bytes that are kept of a byte string.
    pub const MAX_BYTES: usize = log::MAX_BYTES;

    /// Starts recording the comparisons of the whole process.
    ///
    /// ```
    /// use forall_sys::coverage::Comparisons;
    ///
    /// let recording = Comparisons::start();
    /// assert_eq!(recording.stop(), [], "this build does not trace comparisons");
    /// ```
    pub fn start() -> Comparisons {
        log::start();
        Comparisons(())
    }

    /// Stops recording and returns the comparisons: integers first, then byte strings, both from old to new.
    pub fn stop(self) -> Vec<Comparison> {
        log::stop();
        log::read()
    }
}

/// Stops recording, also if the test panics.
impl Drop for Comparisons {
    fn drop(&mut self) {
        log::stop();
    }
}
