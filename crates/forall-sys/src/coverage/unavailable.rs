//! The reasons why coverage is not available.

use std::fmt;

/// The reason why coverage is not available.
///
/// ```
/// use forall_sys::coverage::Unavailable;
///
/// let message = Unavailable::Uninstrumented.to_string();
/// assert!(message.contains("`cargo forall fuzz`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// Coverage is not supported on this platform.
    Platform,
    /// This process contains no instrumented code.
    Uninstrumented,
}

impl Unavailable {
    /// Returns the reason why a process with this number of edges cannot count them, if there is one.
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
                "this program is not instrumented to count edges: build it with `cargo forall fuzz`",
            ),
        }
    }
}

impl std::error::Error for Unavailable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platform_is_checked_first() {
        assert_eq!(Unavailable::of(false, 0), Some(Unavailable::Platform));
        assert_eq!(Unavailable::of(true, 0), Some(Unavailable::Uninstrumented));
        assert_eq!(Unavailable::of(true, 1), None);
    }

    #[test]
    fn messages_name_the_reason_and_the_remedy() {
        let message = Unavailable::Uninstrumented.to_string();
        assert_eq!(
            message,
            "this program is not instrumented to count edges: build it with `cargo forall fuzz`"
        );
        let message = Unavailable::Platform.to_string();
        assert!(message.starts_with("edges are not counted on "), "{message}");
        assert!(message.ends_with(": only on Linux, on x86_64 and aarch64"), "{message}");
    }
}
