//! Properties of small programs.

mod bank;
mod intervals;
mod roman;
mod runs;
mod wrap;
