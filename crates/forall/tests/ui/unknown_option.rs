//! A word that the attribute does not know.
#[forall::property(test = 100)]
fn commutes(x: u32, y: u32) -> bool {
    x ^ y == y ^ x
}

fn main() {}
