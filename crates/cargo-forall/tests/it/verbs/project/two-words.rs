//! A target whose crate has another name than its file.

mod tests {
    #[forall::property]
    fn is_named(x: u8) -> bool {
        x < 20
    }
}
