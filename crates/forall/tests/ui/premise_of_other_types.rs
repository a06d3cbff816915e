// A premise that compares values of different types.
use forall::property::property;

fn main() {
    property! { forall a: u8; forall b: char; implies *a < *b; check true };
}
