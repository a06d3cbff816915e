//! A type that cannot be cloned, and so not be shrunk.
#[derive(Debug, forall::Arbitrary)]
struct Pixel {
    x: u32,
}

fn main() {}
