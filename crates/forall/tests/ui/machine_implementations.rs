struct Model(Vec<u8>);
struct Ring(Vec<u8>);

#[forall::machine(model = Model)]
trait WithoutSystem {
    #[system(self.0.push(x))]
    fn push(&mut self, x: u8);
}

#[forall::machine(model = Model, system = Ring)]
trait WithHandles {
    type Key;
    fn insert(&mut self, x: u8) -> Self::Key;
}

fn main() {}
