//! State machines.

mod arguments;
mod by_hand;
mod checks;
mod conditions;
mod drop_order;
mod guidance;
mod reaching;
mod regressions;
mod references;
mod shrinking;
mod statistics;
mod bounded_queue;
mod key_value;
mod editor;
