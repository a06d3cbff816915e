//! True minima: what shrinking must come to, whatever the values are made with.

mod composed;
mod derived;
mod further;
mod languages;
mod lists;
mod opaque;
mod scalars;
mod states;
mod trees;

use forall::block::Property;

use crate::shrinking::challenge;

/// In all seeds, with fewer calls than 150 in the mean.
fn check<P: Property>(name: &str, property: &P, ideal: &str) {
    challenge::check(name, property, &[ideal], (30, 150.0));
}
