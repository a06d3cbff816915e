//! A variable with neither a type nor a domain.
fn main() {
    let _ = forall::property::property! {
        forall x;
        check *x < 10
    };
}
