//! A node after the predicate.
fn main() {
    let _ = forall::property::property! {
        forall x: u8;
        check *x < 10;
        implies *x > 2;
    };
}
