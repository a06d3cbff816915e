//! Properties that are each used by one test, since the tests run in parallel.

use forall::{observe, property};

/// Has the same name as a property in `endings.rs`.
#[property]
fn adds(text: &str) -> bool {
    text.len() < text.len() + 1
}

#[property]
fn exits(numbers: Vec<u8>) {
    if numbers.len() > 3 {
        std::process::exit(3);
    }
}

#[property]
fn goes_on(bytes: &[u8]) -> bool {
    observe::collect("length", bytes.len().min(4));
    true
}

#[property]
fn is_spread(numbers: Vec<u16>, limit: i8) -> bool {
    observe::collect("length", numbers.len());
    observe::classify("negative", limit < 0);
    numbers.len() < 20
}

#[property]
fn is_shown(numbers: Vec<u16>, limit: i8) -> bool {
    observe::collect("length", numbers.len().min(4));
    observe::cover(5.0, "</script> negative", limit < 0);
    numbers.iter().all(|number| *number < 1_000)
}

#[property]
fn is_replayed(x: u32) -> bool {
    x < 1_000
}

/// Its saved failure is not minimal.
#[property]
fn is_shrunk(numbers: Vec<u16>) -> bool {
    numbers.iter().all(|number| *number < 1_000)
}

#[property]
fn is_checked(x: u8) {
    forall::ensure!(x < 10);
}

#[property]
#[ignore = "runs on request"]
fn is_ignored(x: u8) -> bool {
    x < 200
}

#[property]
fn is_unread(x: u8) -> bool {
    x < 100
}

#[property]
fn is_opened(x: u8) -> bool {
    x.leading_zeros() <= 8
}

#[property]
fn is_watched(bytes: &[u8]) -> bool {
    bytes.len() < usize::MAX
}
