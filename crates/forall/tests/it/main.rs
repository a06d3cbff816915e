//! One test binary for the library, seen from outside.

mod user_space;
mod domains;
mod stability;
