//! A property without `check`.
fn main() {
    let _ = forall::property::property! {
        forall x: u8;
        *x < 10
    };
}
