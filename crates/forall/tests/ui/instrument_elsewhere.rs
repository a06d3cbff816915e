//! `#[instrument]` on items that it does not support.
#[forall::instrument]
struct Point {
    x: u32,
}

#[forall::instrument]
const fn double(x: u32) -> u32 {
    x * 2
}

#[forall::instrument(branches)]
fn half(x: u32) -> u32 {
    x / 2
}

trait Area {
    #[forall::instrument]
    fn area(&self) -> f64;
}

fn main() {}
