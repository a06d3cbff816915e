//! Functions whose property cannot be returned.
use forall::property;

#[property(value = generic, types(u8))]
fn equals_itself<T: PartialEq>(x: T) -> bool {
    x == x
}

#[property(value = asynchronous)]
async fn is_small(x: u8) -> bool {
    u16::from(x) < 256
}

fn main() {}
