//! A library with a property among its unit tests.

pub fn half(number: u32) -> u32 {
    number / 2
}

#[cfg(test)]
mod tests {
    #[forall::property]
    fn halves(number: u32) {
        forall::ensure!(super::half(number) <= number);
    }

    /// Has the same path as a property in another target.
    #[forall::property]
    fn is_named(x: u8) -> bool {
        x < 10
    }
}
