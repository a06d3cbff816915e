//! A parameter without a concrete type.
#[forall::property]
fn displays(x: impl std::fmt::Display) -> bool {
    !x.to_string().is_empty()
}

fn main() {}
