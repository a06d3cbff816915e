//! A generic property that nobody instantiates.
#[forall::property]
fn clones<T: Clone + PartialEq>(x: T) -> bool {
    x.clone() == x
}

fn main() {}
