//! Keywords and options that a formula does not have.
use forall::property::property;

fn main() {
    let _ = property! {
        exists x: u8;
        check *x == 7
    };
    let _ = property! {
        forall x: u8, show = |x| format!("{x}");
        check *x < 10
    };
    let _ = property! {
        forall x: u8;
        cover "small": *x < 10;
        check *x < 10
    };
}
