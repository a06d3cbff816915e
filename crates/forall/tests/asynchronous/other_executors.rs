//! Async properties on an executor that a function runs.

use std::panic::catch_unwind;

use forall::property;
use forall::report::Verdict;
use forall::task::{Body, yield_now};

use crate::report;

#[property(executor = pollster::block_on)]
async fn a_function_of_a_library_is_an_executor(list: &[u8], x: u8) -> bool {
    yield_now().await;
    list.iter().filter(|element| **element == x).count() <= list.len()
}

#[property(executor = |body| pollster::block_on(std::convert::identity(body)))]
async fn a_closure_is_an_executor(x: u8) -> Result<(), std::num::ParseIntError> {
    yield_now().await;
    x.to_string().parse::<u8>().map(drop)
}

fn twice_polled(body: Body<'_>) -> Verdict {
    pollster::block_on(async {
        yield_now().await;
        body.await
    })
}

#[property(executor = twice_polled)]
async fn a_function_of_the_test_is_an_executor(x: u8) -> bool {
    u16::from(x) < 256
}

#[property(executor = pollster::block_on, regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn a_panic_is_caught(x: u8) {
    let caught = catch_unwind(|| assert!(x < 30, "too hot"));
    yield_now().await;
    drop(caught);
}

#[test]
fn a_swallowed_panic_fails_the_test() {
    let expected = "\
x = 30
panicked at crates/forall/tests/asynchronous/other_executors.rs:38:34: too hot
  swallowed panic: the body passed, but a task panicked; await the task and check its result, or write `panics = \"ignore\"`";
    assert_eq!(report(a_panic_is_caught), expected);
}

#[property(executor = pollster::block_on, panics = "ignore", tests = 100)]
async fn swallowed_panics_may_be_ignored(x: u8) {
    let caught = catch_unwind(|| assert!(x < 30, "too hot"));
    yield_now().await;
    assert_eq!(caught.is_err(), x >= 30);
}
