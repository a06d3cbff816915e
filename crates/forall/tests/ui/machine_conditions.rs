#[derive(Default)]
struct Model(Vec<u8>);

#[forall::machine(model = Model)]
trait ReplyBefore {
    #[ensures(old(reply.len()) == 0)]
    fn pop(&mut self) -> Vec<u8>;
}

#[forall::machine(model = Model)]
trait Nested {
    #[ensures(old(model.0.len() + old(1)) == 0)]
    fn pop(&mut self) -> Option<u8>;
}

#[forall::machine(model = Model)]
trait TwoArguments {
    #[ensures(old(1, 2) == 0)]
    fn pop(&mut self) -> Option<u8>;
}

fn main() {}
