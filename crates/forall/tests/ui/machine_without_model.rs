#[forall::machine]
trait Queue {
    fn push(&mut self, x: u8);
}

fn main() {}
