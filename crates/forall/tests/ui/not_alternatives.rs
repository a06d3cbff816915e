//! What `one_of` cannot choose from: no domains, and domains of different values.
use forall::domain::{just, one_of};

fn main() {
    let _ = one_of((just(1_u8), "one"));
    let _ = one_of((just(1_u8), just("one")));
}
