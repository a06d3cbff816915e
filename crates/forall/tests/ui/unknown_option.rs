//! An unknown option of `#[property]`.
#[forall::property(test = 100)]
fn commutes(x: u32, y: u32) -> bool {
    x ^ y == y ^ x
}

fn main() {}
