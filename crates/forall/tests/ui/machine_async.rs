use forall::machine::Steps;

#[derive(Default)]
struct Model(Vec<u8>);

#[forall::machine(model = Model)]
trait AsyncQuestion {
    fn push(&mut self, x: u8);
    #[always]
    async fn len(&self) -> usize;
}

#[forall::machine(model = Model)]
trait Stack {
    async fn push(&mut self, x: u8);
}

impl Stack for Model {
    async fn push(&mut self, x: u8) {
        self.0.push(x);
    }
}

fn check(steps: Steps<Model>) {
    steps.check::<Model>();
}

fn main() {}
