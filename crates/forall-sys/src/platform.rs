//! The abilities that depend on the platform.
//!
//! ```
//! use forall_sys::platform;
//!
//! // A limit applies to child processes only.
//! assert!(platform::SUPPORTS_ISOLATION || !platform::SUPPORTS_MEMORY_LIMIT);
//! // Both need the journal.
//! assert!(platform::SUPPORTS_ISOLATION || !platform::DETECTS_EARLY_EXITS);
//! assert!(platform::SUPPORTS_ISOLATION || !platform::REPORTS_ENDLESS_TESTS);
//! ```

/// Whether a test can run in a child process, and whether there is a journal from which the next run learns the
/// input of a crash. Both use shared memory, whose functions are declared for 64-bit Unix only.
pub const SUPPORTS_ISOLATION: bool = cfg!(all(unix, target_pointer_width = "64", not(miri)));

/// Whether the operating system limits the memory of a child process. macOS accepts a limit and ignores it.
pub const SUPPORTS_MEMORY_LIMIT: bool = SUPPORTS_ISOLATION && cfg!(not(target_vendor = "apple"));

/// Whether a test that calls `exit` is detected in the test binary's own process. The journal shows which test it was.
pub const DETECTS_EARLY_EXITS: bool = SUPPORTS_ISOLATION && cfg!(target_os = "linux");

/// Whether a test that does not end is reported. The journal shows its input.
pub const REPORTS_ENDLESS_TESTS: bool = SUPPORTS_ISOLATION;

/// Whether tests end when the program that started them is killed.
pub const TESTS_END_WITH_PARENT: bool = cfg!(unix);

/// Whether instrumented code can count edges and report comparisons. Other platforms have a different syntax for
/// sections and weak symbols, and are untested.
pub const SUPPORTS_COVERAGE: bool =
    cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));
