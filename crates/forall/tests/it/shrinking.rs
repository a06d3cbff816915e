//! Shrinking: the challenge, minimal counterexamples by kind of value, and the shrinkers.

pub(crate) mod challenge;
mod explanations;
mod minimal;
mod shrinkers;
mod speculative;
