//! Panics on the threads of a pool, which resumes them on the thread that waits for the result.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use forall::property::property;
use forall::runner::{Options, quick_check};

type Job = Box<dyn FnOnce() + Send>;

/// A thread pool that all tests share.
#[derive(Clone)]
struct Pool(Sender<Job>);

impl Pool {
    fn new(threads: usize) -> Pool {
        let (sender, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..threads {
            let receiver = Arc::clone(&receiver);
            thread::spawn(move || while run_next(&receiver) {});
        }
        Pool(sender)
    }

    /// Runs `work` on a thread of the pool. If it panics, so does this thread, with the same payload.
    fn run<R: Send + 'static>(&self, work: impl FnOnce() -> R + Send + 'static) -> R {
        let (result, receiver) = channel();
        let job = move || {
            // An error means that no thread waits.
            let _ = result.send(catch_unwind(AssertUnwindSafe(work)));
        };
        self.0.send(Box::new(job)).expect("the pool runs");
        receiver.recv().expect("the job sends its result").unwrap_or_else(|it| resume_unwind(it))
    }
}

fn run_next(jobs: &Mutex<Receiver<Job>>) -> bool {
    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
    job.map(|job| job()).is_ok()
}

fn is_below_a_hundred(x: u32) {
    assert!(x < 100, "{x} is too large");
}

fn is_below_a_thousand(x: u32) {
    assert!(x < 1_000, "{x} is too large");
}

fn report(pool: &Pool, claim: fn(u32), seed: u64) -> String {
    let property = property! {
        forall x: u32;
        check pool.run({ let x = *x; move || claim(x) })
    };
    quick_check(&property, &Options { seed, ..Options::default() }).to_string()
}

#[test]
fn a_panic_of_another_thread_shrinks_by_its_location() {
    let text = report(&Pool::new(1), is_below_a_hundred, 1);
    assert!(text.starts_with("falsified\n\n  x = 100\n\npanicked at crates/forall/"), "{text}");
    assert!(text.contains(": 100 is too large\n"), "{text}");
}

/// A panic that is not resumed and has the same message is not mistaken for it.
#[test]
fn a_panic_that_no_hook_has_seen_has_no_location() {
    let property = property! {
        forall x: u32;
        check {
            let _ = thread::spawn(|| panic!("too {}", "large")).join();
            if *x >= 100 { resume_unwind(Box::new("too large".to_owned())) }
        }
    };
    let text = quick_check(&property, &Options::default()).to_string();
    assert!(text.starts_with("falsified\n\n  x = 100\n\npanicked: too large\n"), "{text}");
}

#[test]
fn properties_that_share_a_thread_pool_do_not_disturb_each_other() {
    const CLAIMS: [fn(u32); 2] = [is_below_a_hundred, is_below_a_thousand];
    let pool = Pool::new(4);
    let expected = CLAIMS.map(|claim| report(&pool, claim, 7));
    assert_ne!(expected[0], expected[1]);
    thread::scope(|scope| {
        for number in 0..8 {
            let pool = pool.clone();
            let expected = &expected[number % 2];
            scope.spawn(move || {
                for _ in 0..20 {
                    assert_eq!(&report(&pool, CLAIMS[number % 2], 7), expected);
                }
            });
        }
    });
}
