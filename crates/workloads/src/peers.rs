//! Other libraries on the same properties: their test loops and their shrinkers.

mod crabcheck_loop;
mod loops;
mod quickcheck_shrinks;
mod proptest_strategies;
mod proptest_lists;
mod shrink;

pub(crate) use self::crabcheck_loop::{Limits, crabcheck_trial};
pub use self::loops::set_up_times;
pub(crate) use self::loops::{Proptest, Quickcheck};
pub(crate) use self::shrink::{Peer, trial};
