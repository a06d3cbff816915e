//! Async properties on Forall's executor pass and fail like synchronous ones.

use forall::task::{spawn, yield_now};
use forall::{assume, property};
use tokio::sync::oneshot;

use crate::victims::{self, double};

#[property]
async fn doubles_are_even(x: u8) -> bool {
    double(x).await % 2 == 0
}

#[property(tests = 100)]
async fn references_are_passed_on(list: &[u8], text: &str, pair: &(u8, bool)) {
    let mut sum = 0_u32;
    for x in list {
        sum += u32::from(double(*x).await);
    }
    assert_eq!(sum % 2, 0);
    assert!(text.len() >= text.chars().count() && u16::from(pair.0) <= double(pair.0).await);
}

#[property(implies(x < y), example(1, 2), runner = "enumerate", tests = 70_000)]
async fn options_apply(x: u8, #[domain(0..=200_u8)] y: u8) -> Result<(), String> {
    if double(x).await < double(y).await { Ok(()) } else { Err(format!("{x}, {y}")) }
}

#[property(types(u8), types(String))]
async fn functions_may_be_generic<T: Clone + PartialEq>(x: T) -> bool {
    let copy = x.clone();
    yield_now().await;
    copy == x
}

#[property(runner = "parallel")]
async fn each_thread_has_an_executor(x: u64) {
    let (sender, receiver) = oneshot::channel();
    spawn(async move { sender.send(x).expect("the receiver lives") });
    assert_eq!(receiver.await, Ok(x));
}

#[property]
async fn assumptions_hold_in_tasks_too(x: u8) {
    spawn(async move { assume!(x > 100) }).await;
    assert!(x > 100);
}

#[cfg(feature = "isolate")]
#[property(isolate, tests = 20)]
async fn tests_may_be_isolated(x: u8) -> bool {
    double(x).await <= 510
}

#[test]
fn failures_are_shrunk() {
    let report = crate::report(victims::sums_stay_small);
    let expected = "list = [0, 0, 90]\nfalse: sums_stay_small(list)";
    assert_eq!(report, expected);
}

#[test]
fn every_runner_finds_the_failure() {
    for (runner, test) in victims::RUNNERS {
        assert_eq!(crate::report(*test), "x = 100\nfalse: double(x).await < 200", "{runner}");
    }
}
