//! A library with a property among its unit tests.

pub fn double(number: u8) -> u16 {
    2 * u16::from(number)
}

#[cfg(test)]
mod tests {
    use super::double;

    #[forall::property]
    fn doubles(number: u8) -> bool {
        double(number) >= u16::from(number)
    }
}
