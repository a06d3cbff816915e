//! A target whose crate is not called as its file is.

mod tests {
    #[forall::property]
    fn is_named(x: u8) -> bool {
        x < 20
    }
}
