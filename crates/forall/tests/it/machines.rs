//! State machines.

mod arguments;
mod by_hand;
mod checks;
mod reaching;
mod bounded_queue;
mod key_value;
mod editor;
