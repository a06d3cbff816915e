//! A domain whose values do not have the declared type.
fn main() {
    let _ = forall::property::property! {
        forall x: u8 in 0..10_u16;
        check *x < 10
    };
}
