//! What a test costs: against a loop by hand, against the peers, in compile time, in memory, and when it
//! is watched.
//!
//! Every verb yields [rows](row::Row), each of them a comparison with a bar to hold.

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
pub mod coverage;
pub mod isolation;
pub mod pools;
#[path = "../../forall/tests/it/guided/targets.rs"]
mod targets;
