/// Neither `PartialEq` nor `Debug`.
struct Ticket;

#[derive(Default)]
struct Model;

#[forall::machine(model = Model)]
trait Desk {
    fn ticket(&mut self) -> Ticket;
}

impl Desk for Model {
    fn ticket(&mut self) -> Ticket {
        Ticket
    }
}

fn main() {}
