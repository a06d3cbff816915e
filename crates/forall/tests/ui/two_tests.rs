//! A habit from elsewhere.
#[forall::property]
#[test]
fn commutes(x: u32, y: u32) -> bool {
    x ^ y == y ^ x
}

fn main() {}
