//! Examples and types whose number does not match the signature.
#[forall::property(example(1))]
fn commutes(x: u32, y: u32) -> bool {
    x ^ y == y ^ x
}

#[forall::property(types(u8, u16))]
fn clones<T: Clone + PartialEq>(x: T) -> bool {
    x.clone() == x
}

fn main() {}
