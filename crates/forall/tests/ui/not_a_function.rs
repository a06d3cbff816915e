//! The attribute on something else.
#[forall::property]
struct Commutes {
    x: u32,
}

fn main() {}
