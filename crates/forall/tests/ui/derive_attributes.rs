//! What a derive does not understand, all of it at once.
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
