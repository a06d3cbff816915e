//! A value where a domain is wanted.
fn main() {
    let _ = forall::property::property! {
        forall x in 5;
        check *x < 10
    };
}
