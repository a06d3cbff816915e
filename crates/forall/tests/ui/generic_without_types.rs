//! A generic property without `types(…)`.
#[forall::property]
fn clones<T: Clone + PartialEq>(x: T) -> bool {
    x.clone() == x
}

fn main() {}
