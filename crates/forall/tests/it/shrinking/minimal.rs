//! Shrinking reaches the true minimum, whatever domains generate the values.

mod composed;
mod derived;
mod finishes;
mod further;
mod languages;
mod lists;
mod opaque;
mod scalars;
mod states;
mod trees;

use forall::block::Property;

use crate::shrinking::challenge;

/// Checks that all seeds shrink to the ideal, with a mean of at most 150 calls.
fn check<P: Property>(name: &str, property: &P, ideal: &str) {
    challenge::check(name, property, &[ideal], challenge::Goal::DEFAULT);
}
