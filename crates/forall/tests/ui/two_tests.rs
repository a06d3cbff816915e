//! `#[test]` and `#[property]` on the same function.
#[forall::property]
#[test]
fn commutes(x: u32, y: u32) -> bool {
    x ^ y == y ^ x
}

fn main() {}
