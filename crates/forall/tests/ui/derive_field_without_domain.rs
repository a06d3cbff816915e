//! A field of a type that has no default domain.
#[derive(Clone, Debug)]
struct Colour(u8);

#[derive(Clone, Debug, forall::Arbitrary)]
struct Pixel {
    x: u32,
    colour: Colour,
}

fn main() {}
