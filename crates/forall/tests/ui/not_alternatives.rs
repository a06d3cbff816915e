//! What `union` cannot choose from: no domains, and domains of different values.
use forall::domain::{just, union};

fn main() {
    let _ = union((just(1_u8), "one"));
    let _ = union((just(1_u8), just("one")));
}
