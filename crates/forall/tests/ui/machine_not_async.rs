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

async fn check(steps: Steps<Model>) {
    steps.check_async::<Model>().await;
}

fn main() {}
