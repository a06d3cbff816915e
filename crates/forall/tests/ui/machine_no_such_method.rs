use std::collections::VecDeque;

struct Model(VecDeque<u8>);
struct Ring(Vec<u8>);

/// `Ring` has no method `push`.
#[forall::machine(model = Model, system = Ring)]
trait Queue {
    #[start]
    #[model(Model(VecDeque::new()))]
    #[system(Ring(Vec::new()))]
    fn new() -> Self;
    #[model(self.0.push_back(x))]
    fn push(&mut self, x: u8);
}

fn main() {}
