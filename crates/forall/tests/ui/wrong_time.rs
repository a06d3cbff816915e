//! A duration that cannot be parsed.
#[forall::property(max_time = "soon")]
fn commutes(x: u32, y: u32) -> bool {
    x ^ y == y ^ x
}

fn main() {}
