//! A predicate that says neither yes nor no.
fn main() {
    let _ = forall::property::property! {
        forall x: u8;
        check x.wrapping_add(1)
    };
}
