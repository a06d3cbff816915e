#[forall::machine(model = Vec<u8>)]
trait Stack {
    fn push(&mut self, x: u8);
    fn pop(&mut self) -> Option<u8>;
}

impl Stack for Vec<u8> {
    fn push(&mut self, x: u8) {
        Vec::push(self, x);
    }

    fn pop(&mut self) -> Option<u8> {
        Vec::pop(self)
    }
}

fn main() {}
