//! Properties of the correct programs. All of them hold.

mod bank;
mod intervals;
mod roman;
mod runs;
mod wrap;
mod buggy;
