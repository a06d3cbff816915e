// A premise with an unknown variable, and one with an unknown option.
use forall::property::property;

fn main() {
    property! { forall a: u8; implies *a < limit; check true };
    property! { forall a: u8; implies *a < 9, discard = true; check true };
}
