//! A property that is promised to implement a trait that it does not implement.
use forall::property::property;

trait Estimate {}

#[forall::property(value = small: Estimate)]
fn is_small(x: u8) -> bool {
    u16::from(x) < 256
}

fn main() {
    let _ = property! { forall x: u8, unit = "metres"; check *x < 9 };
}
