//! One test binary for the library, seen from outside.

mod combinators;
mod functions;
mod user_space;
