//! The parallel runner has the same report as one thread.

use std::collections::HashSet;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use forall::block::Property;
use forall::domain::{Domain, any, elements};
use forall::observe;
use forall::property::{Erased, property};
use forall::report::{Origin, Outcome};
use forall::runner::{Options, parallel, quick_check};

/// Takes long enough for the runner to start threads on any machine.
fn slow() {
    for i in 0..2_000 {
        black_box(i);
    }
}

#[track_caller]
fn check(property: &(impl Property + Sync), tests: u64) -> Outcome {
    let options = Options { tests, max_discard_ratio: 30, ..Options::default() };
    let one = quick_check(property, &options);
    for threads in [1, 2, 3, 8] {
        assert_eq!(parallel(property, &options, threads), one, "on {threads} threads");
    }
    one.outcome
}

#[test]
fn a_passing_property_passes_on_any_number_of_threads() {
    let property = property! { forall x: u32; check { slow(); x == x } };
    assert_eq!(check(&property, 2_000), Outcome::Passed);
    assert_eq!(check(&Erased::new(property), 2_000), Outcome::Passed);
}

/// All threads find failures, and the report must always name the same one.
#[test]
fn the_failure_with_the_lowest_number_is_reported() {
    for rare in [3, 50, 500, 1_900] {
        let property = property! { forall x: u32; check { slow(); x % rare != 1 } };
        let Outcome::Falsified(_) = check(&property, 20_000) else { panic!("one in {rare} fails") };
    }
}

#[test]
fn discarded_tests_are_counted_on_any_number_of_threads() {
    let property = property! {
        forall xs: Vec<u8>;
        implies xs.len() < 99;
        forall x in elements(xs.clone());
        implies x % 3 == 0;
        check { slow(); xs.contains(x) }
    };
    assert_eq!(check(&property, 500), Outcome::Passed);
}

#[test]
fn any_number_of_threads_gives_up_at_the_same_test() {
    let property = property! {
        forall x: u64;
        implies { slow(); x % 100 == 7 };
        check *x > 0
    };
    assert_eq!(check(&property, 100), Outcome::GaveUp);
}

#[test]
fn a_panic_on_a_thread_is_a_failure() {
    let property = property! { forall x: u32; check { slow(); assert_ne!(x % 700, 1); } };
    let Outcome::Falsified(found) = check(&property, 20_000) else { panic!("some fail") };
    assert!(matches!(found.shrinking.failure.origin, Origin::Panic(_)));
}

#[test]
fn threads_are_started_only_for_slow_properties() {
    let threads = |tests: u64, work: fn()| {
        let seen = Mutex::new(HashSet::new());
        let property = property! {
            forall _x: u8;
            check { work(); seen.lock().unwrap().insert(thread::current().id()) | true }
        };
        assert!(parallel(&property, &Options { tests, ..Options::default() }, 4).passed());
        seen.into_inner().unwrap().len()
    };
    assert_eq!(threads(40, || {}), 1);
    let sleep = || thread::sleep(std::time::Duration::from_micros(200));
    assert_eq!(threads(200, sleep), 4);
}

#[test]
fn a_run_ends_in_time() {
    let max_time = Some(std::time::Duration::from_millis(50));
    let options = Options { tests: u64::MAX, max_time, ..Options::default() };
    let report = parallel(&property! { forall x: u8; check { slow(); x == x } }, &options, 2);
    assert!(report.passed() && report.tally.passed > 0);
}

/// Observations are recorded on one thread, and most tests have none.
#[test]
fn observations_of_all_threads_are_reported() {
    let property = property! {
        forall x: u32;
        implies x % 7 != 3;
        check {
            slow();
            if x % 400 == 9 {
                observe::label("nine");
            }
            x == x
        }
    };
    assert_eq!(check(&property, 4_000), Outcome::Passed);
    let options = Options { tests: 4_000, ..Options::default() };
    let observed = parallel(&property, &options, 4).observed;
    assert!(observed[0].tests == 4_000 && observed[0].held < 200, "{observed:?}");
}

/// A value that panics when it is dropped, once it is armed.
#[derive(Debug, Default)]
struct Trap(AtomicBool);

impl Drop for Trap {
    fn drop(&mut self) {
        if self.0.load(Ordering::Relaxed) && !thread::panicking() {
            resume_unwind(Box::new("snap"));
        }
    }
}

/// Only the first thread evaluates observations, while the others wait for it.
#[test]
fn a_panic_between_tests_ends_all_threads() {
    static EVALUATED: AtomicU64 = AtomicU64::new(0);
    let property = property! {
        forall trap in any::<u8>().mapped(|_| Trap::default());
        classify "late": {
            let late = EVALUATED.fetch_add(1, Ordering::Relaxed) > 100;
            trap.0.store(late, Ordering::Relaxed);
            late
        };
        check { thread::sleep(Duration::from_micros(200)); !trap.0.load(Ordering::Relaxed) }
    };
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        let options = Options { tests: 1_000, ..Options::default() };
        let ended = catch_unwind(AssertUnwindSafe(|| parallel(&property, &options, 3)));
        done.send(ended.is_err()).unwrap();
    });
    let ended = is_done.recv_timeout(Duration::from_secs(30));
    assert_eq!(ended, Ok(true), "a thread still waits");
}
