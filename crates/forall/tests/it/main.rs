//! One test binary for the library, seen from outside.

mod combinators;
mod user_space;
