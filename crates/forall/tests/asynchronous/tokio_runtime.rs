//! Async properties on the runtime of the feature `tokio`.

use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

use forall::property;
use tokio::sync::{Mutex, Notify, oneshot};
use tokio::task::yield_now;
use tokio::time;

use crate::report;

#[property(executor = "tokio")]
async fn tests_that_sleep_an_hour_take_no_time(x: u64) {
    let start = time::Instant::now();
    time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(start.elapsed(), Duration::from_secs(3600), "{x}");
}

#[test]
fn a_thousand_tests_that_sleep_an_hour_take_less_than_a_second() {
    let start = Instant::now();
    tests_that_sleep_an_hour_take_no_time();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
}

#[property(executor = "tokio", leaks = "ignore", tests = 200)]
async fn leaked_tasks_do_not_reach_the_next_test(x: u8) {
    assert_eq!(tokio::runtime::Handle::current().metrics().num_alive_tasks(), 0);
    tokio::spawn(pending::<()>());
    time::advance(Duration::from_micros(u64::from(x))).await;
}

#[property(executor = "tokio", leaks = "fail")]
async fn tasks_that_wait_for_the_body_end_after_it(#[domain(1..9_u8)] x: u8) {
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move { while receiver.recv().await.is_some() {} });
    for i in 0..x {
        sender.send(i).expect("the receiver lives");
        yield_now().await;
    }
}

#[property(executor = "tokio", tests = 50)]
async fn blocking_tasks_hold_the_clock(x: u8) {
    let task = tokio::task::spawn_blocking(move || std::thread::sleep(Duration::from_micros(10)));
    time::timeout(Duration::from_secs(1), task).await.expect("no time passes").expect("no panic");
    let _ = x;
}

#[property(executor = "tokio", regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn a_task_panics(x: u8) {
    tokio::spawn(async move { assert!(x < 30, "too hot") });
    yield_now().await;
}

#[test]
fn a_swallowed_panic_fails_the_test() {
    let expected = "\
x = 30
panicked at crates/forall/tests/asynchronous/tokio_runtime.rs:55:31: too hot
  swallowed panic: the body passed, but a task panicked; await the task and check its result, or write `panics = \"ignore\"`";
    assert_eq!(report(a_task_panics), expected);
}

#[property(executor = "tokio", regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn the_body_waits_for_a_task_that_panics(x: u8) {
    let done = Arc::new(Notify::new());
    let notify = Arc::clone(&done);
    tokio::spawn(async move {
        assert!(x < 30, "too hot");
        notify.notify_one();
    });
    done.notified().await;
}

#[test]
fn a_deadlock_after_a_panic_is_reported_as_the_panic() {
    let expected = "\
x = 30
panicked at crates/forall/tests/asynchronous/tokio_runtime.rs:74:9: too hot
  swallowed panic: a task panicked, and then the body waits, and nothing on this thread can wake it; await the task and check its result, or write `panics = \"ignore\"`";
    assert_eq!(report(the_body_waits_for_a_task_that_panics), expected);
}

#[property(executor = "tokio", regressions = "off", seed = 1, leaks = "fail")]
#[ignore = "it fails"]
async fn a_task_is_leaked(x: u8) {
    if x >= 5 {
        tokio::spawn(time::sleep(Duration::from_secs(1)));
    }
}

#[test]
fn a_leaked_task_is_reported() {
    let expected = "x = 5\nleaked tasks: the body ended before 1 task that it spawned";
    assert_eq!(report(a_task_is_leaked), expected);
}

#[property(executor = "tokio", regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn locks_are_taken_in_any_order(in_order: bool) {
    let first = Arc::new(Mutex::new(()));
    let second = Arc::new(Mutex::new(()));
    let one = Arc::clone(&first);
    let other = Arc::clone(&second);
    let task = tokio::spawn(async move {
        let (one, other) = if in_order { (one, other) } else { (other, one) };
        let _one = one.lock().await;
        time::sleep(Duration::from_millis(5)).await;
        let _other = other.lock().await;
    });
    {
        let _first = first.lock().await;
        time::sleep(Duration::from_millis(5)).await;
        let _second = second.lock().await;
    }
    task.await.expect("the task does not panic");
}

#[test]
fn a_lock_order_deadlock_is_reported_at_once() {
    let start = Instant::now();
    let expected = "\
in_order = false
deadlock: the body and 1 task wait, and nothing on this thread can wake them";
    assert_eq!(report(locks_are_taken_in_any_order), expected);
    assert!(start.elapsed() < Duration::from_millis(100), "{:?}", start.elapsed());
}

/// A future that is in the queue of a lock, but is not polled any more, keeps the lock from all others: a futurelock.
#[property(executor = "tokio", regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn a_future_is_not_polled_while_it_holds_a_lock(#[domain(0..10_u64)] seconds: u64) {
    let lock = Arc::new(Mutex::new(()));
    let held = Arc::clone(&lock).lock_owned().await;
    tokio::spawn(async move {
        time::sleep(Duration::from_secs(seconds)).await;
        drop(held);
    });
    let mut first = Box::pin(lock.lock());
    tokio::select! {
        biased;
        _ = &mut first => {}
        () = time::sleep(Duration::from_millis(3500)) => drop(lock.lock().await),
    }
}

#[test]
fn a_futurelock_is_reported_as_a_deadlock() {
    let expected = "\
seconds = 4
deadlock: the body waits, and nothing on this thread can wake it";
    assert_eq!(report(a_future_is_not_polled_while_it_holds_a_lock), expected);
}

#[property(executor = "tokio", regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn the_body_waits_for_a_thread(#[domain(0..2_u8)] x: u8) {
    let (sender, receiver) = oneshot::channel();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        let _ = sender.send(x);
    });
    assert_eq!(receiver.await, Ok(x));
}

/// The clock does not know of the thread, and jumps to the end.
#[test]
fn waiting_for_a_plain_thread_is_taken_for_a_deadlock() {
    let expected = "x = 0\ndeadlock: the body waits, and nothing on this thread can wake it";
    assert_eq!(report(the_body_waits_for_a_thread), expected);
}

#[property(executor = "tokio", tests = 10)]
async fn a_blocking_task_may_wait_for_a_thread(x: u8) {
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1));
        x
    });
    let result = tokio::task::spawn_blocking(|| thread.join().expect("no panic")).await;
    assert_eq!(result.expect("no panic"), x);
}

#[property(executor = "tokio", regressions = "off", seed = 1, max_shrinks = 0)]
#[ignore = "it fails"]
async fn a_heartbeat_goes_on_forever(#[domain(0..2_u8)] _x: u8) {
    tokio::spawn(async {
        let mut heartbeat = time::interval(Duration::from_millis(10));
        loop {
            heartbeat.tick().await;
        }
    });
    std::future::pending::<()>().await;
}

#[test]
fn a_task_that_sets_timers_forever_does_not_hide_a_deadlock() {
    let report = report(a_heartbeat_goes_on_forever);
    assert!(
        report.contains("deadlock: the body waits, and 1 task runs without waking it"),
        "{report}"
    );
}

#[property(executor = "tokio", tests = 3)]
async fn a_body_may_sleep_beside_a_heartbeat(#[domain(1..4_u64)] hours: u64) {
    let heartbeat = tokio::spawn(async {
        let mut heartbeat = time::interval(Duration::from_secs(1));
        loop {
            heartbeat.tick().await;
        }
    });
    time::sleep(Duration::from_secs(3600 * hours)).await;
    heartbeat.abort();
}

#[tokio::test(start_paused = true)]
#[property(regressions = "off", seed = 1)]
#[ignore = "it fails"]
async fn a_test_of_tokio_swallows_a_panic(x: u8) {
    let task = tokio::spawn(async move { assert!(x < 30, "too hot") });
    tokio::task::yield_now().await;
    drop(task);
}

#[test]
fn a_swallowed_panic_fails_a_test_of_tokio() {
    let report = report(a_test_of_tokio_swallows_a_panic);
    assert!(report.starts_with("x = 30\n"), "{report}");
    assert!(report.contains("swallowed panic: the test ended, but a task panicked"), "{report}");
}

#[tokio::test(start_paused = true)]
#[property(tests = 100, panics = "ignore")]
async fn swallowed_panics_of_a_test_of_tokio_may_be_ignored(x: u8) {
    let task = tokio::spawn(async move { assert!(x < 30, "too hot") });
    assert_eq!(task.await.is_err(), x >= 30);
}

#[tokio::test(start_paused = true)]
#[property(tests = 20)]
async fn a_test_of_tokio_may_be_a_property(list: &[u8], x: u8) -> bool {
    time::sleep(Duration::from_secs(3600)).await;
    list.len() < 1000 && u16::from(x) < 256
}
