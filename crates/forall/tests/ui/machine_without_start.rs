use forall::machine::Steps;

#[derive(Default)]
struct Model(Vec<u8>);

#[forall::machine(model = Model)]
trait Stack {
    fn push(&mut self, x: u8);
}

impl Stack for Model {
    fn push(&mut self, x: u8) {
        self.0.push(x);
    }
}

/// Has no `Default`, and the trait has no `#[start]`.
struct Real(Vec<u8>);

impl Stack for Real {
    fn push(&mut self, x: u8) {
        self.0.push(x);
    }
}

fn check(steps: Steps<Model>) {
    steps.check::<Real>();
}

fn main() {}
