//! A variable of which nothing is said.
fn main() {
    let _ = forall::property::property! {
        forall x;
        check *x < 10
    };
}
