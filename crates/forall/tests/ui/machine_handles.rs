struct Model;

#[forall::machine(model = Model)]
trait InList {
    type File;
    fn open(&mut self) -> Vec<Self::File>;
}

#[forall::machine(model = Model)]
trait InOption {
    type File;
    fn close(&mut self, file: Option<Self::File>);
}

#[forall::machine(model = Model)]
trait BothExclusive {
    type File;
    fn swap(&mut self, a: &mut Self::File, b: &mut Self::File);
}

#[forall::machine(model = Model)]
trait WithDomain {
    type File;
    fn close(&mut self, #[domain(1..3)] file: Self::File);
}

#[forall::machine(model = Model)]
trait AtStart {
    type File;
    #[start]
    fn start(file: Self::File) -> Self;
    fn close(&mut self, file: Self::File);
}

#[forall::machine(model = Model)]
trait UsedUp {
    type File;
    #[ensures(file.is_closed())]
    fn close(&mut self, file: Self::File);
}

fn main() {}
