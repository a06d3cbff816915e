//! What instrumented code did in one test: which edges it took, what it compared, what it allocated.
//!
//! [`cargo forall fuzz`] builds the crates of a workspace with the compiler's SanitizerCoverage, on
//! stable. Such code calls functions of agreed names; they are defined here, so that it is enough to
//! link this crate. Without instrumentation nobody calls them, and they cost nothing.
//!
//! ```
//! use forall_sys::coverage::{Edges, SeenEdges};
//!
//! match Edges::available() {
//!     Ok(mut edges) => {
//!         let mut seen = SeenEdges::default();
//!         edges.clear(); // what the generator did is not of interest
//!         assert_eq!("check".len(), 5);
//!         println!("new to us: {} of {} edges", edges.merge_into(&mut seen), edges.count());
//!     }
//!     Err(why) => println!("{why}"),
//! }
//! ```
//!
//! Edges and compares are those of the whole process: measure in a process that does nothing else. What
//! runs at the same time on other threads is counted too, and may make a count come out wrong, never
//! anything else. [`Allocations`] are those of the thread.
//!
//! [`cargo forall fuzz`]: https://crates.io/crates/cargo-forall
#![cfg_attr(
    not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
    expect(dead_code, unused_imports, reason = "where there are no symbols, nobody calls")
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
