//! Tests the public API of the library in one binary. The modules are its layers, from the bottom up.

mod language;
mod choices;
mod domains;
mod blocks;
mod shrinking;
mod runners;
mod guided;
mod machines;
mod harness;
mod support;
