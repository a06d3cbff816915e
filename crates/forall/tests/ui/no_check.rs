//! A property that does not say what to check.
fn main() {
    let _ = forall::property::property! {
        forall x: u8;
        *x < 10
    };
}
