//! A binary search that panics.

/// Returns the index of the middle between two indices.
///
/// Bug: the sum overflows. Binary searches in several standard libraries had this bug for years.
pub fn middle(low: u32, high: u32) -> u32 {
    (low + high) / 2
}
