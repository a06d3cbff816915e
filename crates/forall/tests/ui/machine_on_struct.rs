#[forall::machine(model = Model)]
struct Queue {
    items: Vec<u8>,
}

fn main() {}
