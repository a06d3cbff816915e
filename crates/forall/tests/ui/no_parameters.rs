//! A property without parameters.
#[forall::property]
fn one_is_one() -> bool {
    1 == 1
}

fn main() {}
