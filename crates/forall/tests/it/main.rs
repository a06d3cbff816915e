//! One test binary for the library, seen from outside.

mod runners;
mod surfaces;
mod ui;
mod user_space;
