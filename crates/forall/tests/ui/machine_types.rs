#[derive(Default)]
struct Model(Vec<u8>);

#[forall::machine(model = Model)]
trait Stack {
    #[when(model.0.len())]
    fn push(&mut self, x: u8);
    #[weight(0.5)]
    fn pop(&mut self) -> Option<u8>;
    #[ensures(old(&model.0).len() == model.0.len())]
    fn clear(&mut self);
}

impl Stack for Model {
    fn push(&mut self, x: u8) {
        self.0.push(x);
    }

    fn pop(&mut self) -> Option<u8> {
        self.0.pop()
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

fn main() {}
