//! A value that is not a domain.
fn main() {
    let _ = forall::property::property! {
        forall x in 5;
        check *x < 10
    };
}
