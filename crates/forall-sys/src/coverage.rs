//! What instrumented code did in one test: the edges it took, the values it compared, the memory it
//! allocated.
//!
//! [`cargo forall fuzz`] builds the crates of a workspace with SanitizerCoverage, which works on stable Rust.
//! Instrumented code calls functions with names that LLVM defines. This crate implements them, so it is
//! enough to link it. Without instrumentation, nothing calls them, and they cost nothing.
//!
//! ```
//! use forall_sys::coverage::{Edges, SeenEdges};
//!
//! match Edges::available() {
//!     Ok(mut edges) => {
//!         let mut seen = SeenEdges::default();
//!         edges.clear(); // ignore what the generator did
//!         assert_eq!("check".len(), 5);
//!         println!("{} of {} edges are new", edges.merge_into(&mut seen), edges.count());
//!     }
//!     Err(why) => println!("{why}"),
//! }
//! ```
//!
//! Edges and comparisons belong to the whole process: measure in a process that does nothing else. Code that
//! runs at the same time on other threads is counted too. It may make a count wrong, but does no other harm.
//! [`Allocations`] belong to one thread.
//!
//! [`cargo forall fuzz`]: https://crates.io/crates/cargo-forall
#![cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    expect(
        dead_code,
        unused_imports,
        reason = "on other platforms there are no symbols, so nothing calls this code"
    )
)]

// In reading order.
mod unavailable;
mod edges;
mod scan;
mod region;
mod comparisons;
mod allocations;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod symbols;
mod stub;

pub use self::allocations::{Allocations, CountingAllocator};
pub use self::comparisons::{Comparison, Comparisons};
pub use self::edges::Edges;
pub use self::scan::{HitBucket, SeenEdges};
pub use self::stub::STUB;
pub use self::unavailable::Unavailable;
