//! `one_of` with values that are not domains, and with domains of different types.
use forall::domain::{just, one_of};

fn main() {
    let _ = one_of((just(1_u8), "one"));
    let _ = one_of((just(1_u8), just("one")));
}
