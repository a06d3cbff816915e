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
        end_at_once(3);
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

/// Ends the process without running functions that were registered for its exit.
fn end_at_once(code: i32) {
    let mut shell = std::process::Command::new("sh");
    let shell = shell.args(["-c", &format!("exit {code}")]);
    panic!("there is no shell: {}", std::os::unix::process::CommandExt::exec(shell));
}

#[property]
fn ends_with_success(x: u8) {
    if x > 3 {
        std::process::exit(0);
    }
}

#[property]
fn ends_at_once_with_success(x: u8) {
    if x > 3 {
        end_at_once(0);
    }
}

/// Leaves processes that hold standard error, in the group of the test and in another one.
#[property(tests = 1)]
fn leaves_a_process(_x: u8) {
    let leave = |program: &str, args: &[&str]| {
        let process = std::process::Command::new(program).args(args).spawn();
        process.expect("it starts");
    };
    leave("sleep", &["60"]);
    leave("setsid", &["sleep", "20"]);
}
