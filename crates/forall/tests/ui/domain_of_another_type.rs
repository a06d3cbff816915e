//! A domain whose values are not of the type that was promised.
fn main() {
    let _ = forall::property::property! {
        forall x: u8 in 0..10_u16;
        check *x < 10
    };
}
