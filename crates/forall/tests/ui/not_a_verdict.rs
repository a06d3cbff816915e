//! A predicate whose type is not a verdict.
fn main() {
    let _ = forall::property::property! {
        forall x: u8;
        check x.wrapping_add(1)
    };
}
