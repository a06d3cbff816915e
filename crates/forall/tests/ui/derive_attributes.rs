//! Attributes that the derive does not accept; it reports all of them at once.
#[derive(Clone, Debug, forall::Arbitrary)]
enum Shape {
    #[forall(wieght = 3)]
    Point,
    Circle {
        #[forall(domain)]
        radius: u8,
    },
}

#[derive(Clone, Debug, forall::Arbitrary)]
struct Endless(Box<Endless>);

fn main() {}
