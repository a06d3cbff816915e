//! A type that cannot be cloned, and therefore cannot be shrunk.
#[derive(Debug, forall::Arbitrary)]
struct Pixel {
    x: u32,
}

fn main() {}
