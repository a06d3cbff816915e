//! The parallel runner says what one thread says, to the last number.

use std::collections::HashSet;
use std::hint::black_box;
use std::sync::Mutex;
use std::thread;

use forall::block::Property;
use forall::domain::one_of;
use forall::property::{Erased, property};
use forall::report::{Origin, Outcome};
use forall::runner::{Options, parallel, quick_check};

/// Long enough for threads to be started, whatever the machine.
fn slow() {
    for i in 0..2_000 {
        black_box(i);
    }
}

#[track_caller]
fn check(property: &(impl Property + Sync), tests: u64) -> Outcome {
    let options = Options { tests, discards: 30, ..Options::default() };
    let one = quick_check(property, &options);
    for threads in [1, 2, 3, 8] {
        assert_eq!(parallel(property, &options, threads), one, "on {threads} threads");
    }
    one.outcome
}

#[test]
fn passing() {
    let property = property! { forall x: u32; check { slow(); x == x } };
    assert_eq!(check(&property, 2_000), Outcome::Passed);
    assert_eq!(check(&Erased::new(property), 2_000), Outcome::Passed);
}

/// There are many failures, and all threads run into some. It is always the same that is told.
#[test]
fn the_failure_with_the_lowest_number_wins() {
    for rare in [3, 50, 500, 1_900] {
        let property = property! { forall x: u32; check { slow(); x % rare != 1 } };
        let Outcome::Falsified(_) = check(&property, 20_000) else { panic!("one in {rare} fails") };
    }
}

#[test]
fn what_is_turned_away_is_counted_alike() {
    let property = property! {
        forall xs: Vec<u8>;
        implies xs.len() < 99;
        forall x in one_of(xs.clone());
        implies x % 3 == 0;
        check { slow(); xs.contains(x) }
    };
    assert_eq!(check(&property, 500), Outcome::Passed);
}

#[test]
fn all_give_up_at_the_same_test() {
    let property = property! {
        forall x: u64;
        implies { slow(); x % 100 == 7 };
        check *x > 0
    };
    assert_eq!(check(&property, 100), Outcome::GaveUp);
}

#[test]
fn a_panic_on_one_thread_is_a_failure_like_any_other() {
    let property = property! { forall x: u32; check { slow(); assert_ne!(x % 700, 1); } };
    let Outcome::Falsified(found) = check(&property, 20_000) else { panic!("some fail") };
    assert!(matches!(found.shrinking.failure.origin, Origin::Panic(_)));
}

#[test]
fn threads_are_started_where_it_is_worth_it_only() {
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
    let time = Some(std::time::Duration::from_millis(50));
    let options = Options { tests: u64::MAX, time, ..Options::default() };
    let report = parallel(&property! { forall x: u8; check { slow(); x == x } }, &options, 2);
    assert!(report.passed() && report.tally.passed > 0);
}
