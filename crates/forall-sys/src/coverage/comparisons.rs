//! Comparisons: what the instrumented code compared while somebody listened.
//!
//! A test that draws 7 and then compares 7 to 0x6d61_6769 tells what to draw instead (input-to-state
//! correspondence, after Redqueen, Aschermann et al., 2019). Only a build with `--trace` calls for every
//! compare, since that takes two to three times as long.

mod log;

#[cfg(test)]
pub(crate) use self::log::tests::alone;
pub(crate) use self::log::{bytes, listening, numbers};

/// Two values that were compared and differ.
///
/// ```
/// use forall_sys::coverage::Comparison;
///
/// /// What to draw instead of what was drawn.
/// fn instead(drawn: u64, compare: &Comparison) -> Option<u64> {
///     match compare {
///         Comparison::Numbers { left, right, .. } if *right == drawn => Some(*left),
///         _ => None,
///     }
/// }
/// let magic = Comparison::Numbers { left: 0x6d61_6769, right: 7, width: 4 };
/// assert_eq!((instead(7, &magic), instead(8, &magic)), (Some(0x6d61_6769), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// Numbers of so many bytes, as their bits; what is above them is 0.
    Numbers {
        /// One side. Where one of the two is a constant of the program, it is this one.
        left: u64,
        /// The other side.
        right: u64,
        /// 1, 2, 4 or 8 bytes.
        width: u8,
    },
    /// Strings of bytes. Of long ones there is only the beginning.
    Bytes {
        /// One side.
        left: Vec<u8>,
        /// The other side, which is as long.
        right: Vec<u8>,
    },
}

/// Comparisons of one test: between [`start`](Comparisons::start) and [`stop`](Comparisons::stop).
///
/// There is a limited place for them; of too many the last remain, of equal ones one.
#[derive(Debug)]
pub struct Comparisons(());

impl Comparisons {
    /// So many numbers, and so many strings, are remembered.
    pub const MOST: usize = log::MOST;
    /// So much is remembered of a string, in bytes.
    pub const LONGEST: usize = log::LONGEST;

    /// Listens from now on, to the whole process.
    ///
    /// ```
    /// use forall_sys::coverage::Comparisons;
    ///
    /// let listening = Comparisons::start();
    /// assert_eq!(listening.stop(), [], "this is not built to tell what it compares");
    /// ```
    pub fn start() -> Comparisons {
        log::start();
        Comparisons(())
    }

    /// What was compared since: numbers first, and of each kind in the order of time.
    pub fn stop(self) -> Vec<Comparison> {
        log::stop();
        log::read()
    }
}

/// A test that panics takes the listener along.
impl Drop for Comparisons {
    fn drop(&mut self) {
        log::stop();
    }
}
