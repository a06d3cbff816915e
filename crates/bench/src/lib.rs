//! Benchmarks: the cost of a test against handwritten loops and other libraries, in compile time,
//! in memory, and with instrumentation; the cost and quality of shrinking; and whether a failure is
//! ever lost; state machines.
//!
//! Every verb returns rows, each with a bar to meet; most rows are [comparisons](row::Row).

// In reading order.
pub mod options;
pub mod row;
pub mod render;
pub mod measure;
pub mod clock;
pub mod problems;
pub mod counted;
pub mod ours;
pub mod handwritten;
pub mod overhead;
pub mod peers;
pub mod compile;
pub mod memory;
pub mod shrinking;
pub mod stores;
pub mod generality;
pub mod runners;
pub mod kill;
pub mod attack;
pub mod coverage;
pub mod campaigns;
pub mod isolation;
pub mod pools;
pub mod asynchronous;
pub mod machines;
#[path = "../../forall/tests/it/guided/targets.rs"]
mod targets;
