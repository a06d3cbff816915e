//! A variable of a dynamic property without a type.
use forall::property::dynamic;

fn main() {
    dynamic::property! { forall x in 0..10_u8; check *x < 10 };
}
