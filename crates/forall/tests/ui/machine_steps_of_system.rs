use forall::machine::Steps;

#[derive(Default)]
struct Model(u8);

#[derive(Default)]
struct Lamp(u8);

#[forall::machine(model = Model)]
trait Switch {
    fn press(&mut self);
}

impl Switch for Model {
    fn press(&mut self) {
        self.0 += 1;
    }
}

impl Switch for Lamp {
    fn press(&mut self) {
        self.0 += 1;
    }
}

fn check(_: Steps<Lamp>) {}

fn main() {}
