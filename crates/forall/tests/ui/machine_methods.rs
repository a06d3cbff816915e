struct Model;

#[forall::machine(model = Model)]
trait WithoutSelf {
    fn new(capacity: usize) -> Self;
    fn push(&mut self, x: u8);
}

#[forall::machine(model = Model)]
trait TwoStarts {
    #[start]
    fn new() -> Self;
    #[start]
    fn with_capacity(capacity: usize) -> Self;
    fn push(&mut self, x: u8);
}

#[forall::machine(model = Model)]
trait ByValue {
    fn into_vec(self) -> Vec<u8>;
}

#[forall::machine(model = Model)]
trait Conditions {
    #[always]
    #[when(model.is_small())]
    fn len(&self) -> usize;
}

#[forall::machine(model = Model)]
trait NoOperation {
    #[always]
    fn len(&self) -> usize;
}

#[forall::machine(model = Model)]
trait Generic<T> {
    fn push(&mut self, x: T);
}

#[forall::machine(model = Model)]
trait MutableArgument {
    fn read(&mut self, buffer: &mut Vec<u8>);
}

fn main() {}
