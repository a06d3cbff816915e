//! `#[property]` on an item that is not a function.
#[forall::property]
struct Commutes {
    x: u32,
}

fn main() {}
