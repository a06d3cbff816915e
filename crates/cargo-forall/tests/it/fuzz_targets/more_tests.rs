//! Properties in an integration test.

use forall::property;

mod inner {
    #[cfg(feature = "loud")]
    #[forall::property]
    fn is_shut(keys: &[u16]) -> bool {
        !keys.starts_with(&[417, 3312])
    }
}

#[property(example("short"))]
fn is_short(text: &str) -> bool {
    text.len() < 2_000
}

#[property]
fn is_no_picture(bytes: &[u8]) {
    let is_picture = bytes.windows(3).any(|three| three == b"GIF");
    assert!(!is_picture, "it is a picture");
}

#[property]
fn ends_the_process(x: u8) {
    if x > 100 {
        std::process::abort();
    }
}

#[property]
fn is_parsed(strict: bool, text: &str) -> bool {
    strict || plain::double(1) == 2 || text.is_empty()
}
