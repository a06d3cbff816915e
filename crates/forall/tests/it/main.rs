//! One test binary for the library, seen from outside. The modules are the layers, from the bottom up.

mod language;
mod choices;
mod domains;
mod blocks;
mod shrinking;
mod runners;
mod guided;
mod harness;
mod support;
