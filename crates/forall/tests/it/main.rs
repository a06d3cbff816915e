//! One test binary for the library, seen from outside.

mod derive;
mod user_space;
