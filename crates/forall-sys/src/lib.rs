//! What Forall needs from the operating system and the compiler's instrumentation.
//!
//! - [`coverage`]: what instrumented code did in one test: edges, comparisons and allocations.
//! - [`process`]: child processes that run one test, and the journal that survives them.
//! - [`mapped`], [`limit`], [`interrupt`]: shared memory, resource limits, and signals such as Ctrl-C.
//! - [`platform`]: which of these this platform supports.
//!
//! This is the only crate of Forall that contains `unsafe`. It depends on no other crate.

// In reading order.
pub mod coverage;
pub mod process;
pub mod interrupt;
pub mod mapped;
pub mod limit;
pub mod platform;
mod shared_bytes;
mod system;
