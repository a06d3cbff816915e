//! Invalid attributes of a derive; the errors are reported together.
#[derive(Clone, Debug, forall::Arbitrary)]
enum Shape {
    #[forall(wieght = 3)]
    Point,
    #[forall(weight = "often")]
    Line,
    #[forall(weight = 0)]
    Square,
    #[forall(weight = 2, skip)]
    Cube,
    #[forall(skip = true)]
    Sphere,
    Circle {
        #[forall(domain)]
        radius: u8,
        #[forall(default = 1, domain = 0..9)]
        width: u8,
    },
}

#[derive(Clone, Debug, forall::Arbitrary)]
#[forall(skip)]
struct Pixel(u8);

#[derive(Clone, Debug, forall::Arbitrary)]
struct Endless(Box<Endless>);

#[derive(Clone, Debug, forall::Arbitrary)]
enum Never {}

#[derive(Clone, Debug, forall::Arbitrary)]
enum Skipped {
    #[forall(skip)]
    Only,
}

#[derive(forall::Arbitrary)]
union Bits {
    word: u32,
}

fn main() {}
