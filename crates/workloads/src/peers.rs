//! Other libraries, on the same properties: their loops, and their ways to shrink.

mod loops;
mod listed;
mod grown;
mod shrink;

pub(crate) use self::loops::{Proptest, Quickcheck};
pub(crate) use self::shrink::{Peer, trial};
