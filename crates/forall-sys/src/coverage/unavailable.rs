//! Why there is no coverage.

use std::fmt;

/// Why there is no coverage.
///
/// ```
/// use forall_sys::coverage::Unavailable;
///
/// let told = Unavailable::Uninstrumented.to_string();
/// assert!(told.contains("`cargo forall fuzz` builds it so"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// It cannot be had on this platform.
    Platform,
    /// Nothing in this process is instrumented.
    Uninstrumented,
}

/// The platforms on which instrumented code finds this crate.
///
/// Elsewhere sections and weak symbols are spelt differently, and nobody has tried.
pub(crate) const SUPPORTED: bool =
    cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

impl Unavailable {
    /// Why this process, with so many edges, has none to count.
    pub(crate) fn of(supported: bool, edges: usize) -> Option<Unavailable> {
        match (supported, edges) {
            (false, _) => Some(Unavailable::Platform),
            (true, 0) => Some(Unavailable::Uninstrumented),
            (true, _) => None,
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use std::env::consts::{ARCH, OS};
        match self {
            Unavailable::Platform => write!(
                f,
                "edges are not counted on {OS} ({ARCH}): only on Linux, on x86_64 and aarch64"
            ),
            Unavailable::Uninstrumented => f.write_str(
                "nothing here is built to count its edges: `cargo forall fuzz` builds it so",
            ),
        }
    }
}

impl std::error::Error for Unavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_that_holds() {
        assert_eq!(Unavailable::of(false, 0), Some(Unavailable::Platform));
        assert_eq!(Unavailable::of(true, 0), Some(Unavailable::Uninstrumented));
        assert_eq!(Unavailable::of(true, 1), None);
    }

    #[test]
    fn reasons_are_told() {
        let told = Unavailable::Uninstrumented.to_string();
        assert_eq!(
            told,
            "nothing here is built to count its edges: `cargo forall fuzz` builds it so"
        );
        let told = Unavailable::Platform.to_string();
        assert!(told.starts_with("edges are not counted on "), "{told}");
        assert!(told.ends_with(": only on Linux, on x86_64 and aarch64"), "{told}");
    }
}
