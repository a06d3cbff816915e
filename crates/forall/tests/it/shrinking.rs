//! Shrinking: the challenge, minimal counterexamples by kind of value, and the shrinkers.

pub(crate) mod challenge;
mod assertions;
mod explanations;
mod long_inputs;
mod measures;
mod minimal;
mod printed_size;
mod robust;
mod shrinkers;
mod speculative;
mod time_limits;
