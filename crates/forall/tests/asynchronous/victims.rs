//! Properties that fail, or that leave tasks behind. Other tests run them.

use std::future::pending;
use std::rc::Rc;

use forall::property;
use forall::task::{spawn, yield_now};
use tokio::sync::Mutex;

pub(crate) async fn double(x: u8) -> u16 {
    yield_now().await;
    2 * u16::from(x)
}

#[property(regressions = "off", seed = 1)]
#[ignore = "it fails"]
pub(crate) async fn sums_stay_small(list: &[u8]) -> bool {
    let mut sum = 0_u32;
    for x in list {
        yield_now().await;
        sum += u32::from(*x);
    }
    list.len() < 3 || sum < 90
}

/// Defines the same property for each runner.
macro_rules! with_runners {
    ($($name:ident = $runner:literal),*) => {
        $(
            #[property(regressions = "off", seed = 1, runner = $runner)]
            #[ignore = "it fails"]
            async fn $name(x: u8) -> bool { double(x).await < 200 }
        )*
        pub(crate) const RUNNERS: &[(&str, fn())] = &[$(($runner, $name)),*];
    };
}

with_runners! {
    auto = "auto",
    quick_check = "quick_check",
    integrated = "integrated",
    parallel = "parallel",
    enumerate = "enumerate",
    backjump = "backjump",
    combinatorial = "combinatorial",
    fuzz = "fuzz",
    portfolio = "portfolio",
    find_all = "find_all"
}

#[property(regressions = "off", seed = 1)]
#[ignore = "it fails"]
pub(crate) async fn a_task_panics(x: u8) {
    spawn(async move { assert!(x < 50, "too hot") });
    yield_now().await;
}

#[property(regressions = "off", seed = 1)]
#[ignore = "it fails"]
pub(crate) async fn locks_are_taken_in_any_order(in_order: bool) {
    let first = Rc::new(Mutex::new(()));
    let second = Rc::new(Mutex::new(()));
    let one = Rc::clone(&first);
    let other = Rc::clone(&second);
    let task = spawn(async move {
        let (one, other) = if in_order { (one, other) } else { (other, one) };
        let _one = one.lock().await;
        yield_now().await;
        let _other = other.lock().await;
    });
    let _first = first.lock().await;
    yield_now().await;
    let _second = second.lock().await;
    drop((_first, _second));
    task.await;
}

#[property(regressions = "off", seed = 1)]
#[ignore = "it fails"]
pub(crate) async fn nothing_wakes_the_body(x: u8) {
    if x >= 7 {
        pending::<()>().await;
    }
}

#[property(regressions = "off", seed = 1, leaks = "fail")]
#[ignore = "it fails"]
pub(crate) async fn tasks_are_leaked(x: u8) {
    for _ in 10..x {
        spawn(pending::<()>());
    }
}

/// It passes, and prints a message.
#[property(regressions = "off", tests = 20)]
#[ignore = "it prints a message"]
async fn leaks_are_reported(x: u8) {
    spawn(pending::<u8>());
    let _ = x;
}

#[cfg(feature = "isolate")]
#[property(regressions = "off", tests = 20, isolate)]
#[ignore = "it prints a message"]
async fn leaks_are_reported_by_a_child(x: u8) {
    spawn(pending::<u8>());
    let _ = x;
}

#[property(regressions = "off", tests = 20, leaks = "ignore")]
#[ignore = "it is run with the two above"]
async fn leaks_are_ignored(x: u8) {
    spawn(pending::<u8>());
    let _ = x;
}
