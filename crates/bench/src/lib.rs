//! What a test costs: against a loop by hand, against the peers, in compile time, in memory, and when it
//! is watched; what shrinking does; and whether a failure is ever lost.
//!
//! Every verb yields rows, each of them with a bar to hold; most are [comparisons](row::Row).

// In reading order.
pub mod options;
pub mod row;
pub mod render;
pub mod measure;
pub mod clock;
pub mod problems;
pub mod counted;
pub mod ours;
pub mod by_hand;
pub mod overhead;
pub mod peers;
pub mod compile;
pub mod memory;
pub mod shrinking;
pub mod runners;
pub mod kill;
pub mod coverage;
pub mod isolation;
pub mod pools;
#[path = "../../forall/tests/it/guided/targets.rs"]
mod targets;
