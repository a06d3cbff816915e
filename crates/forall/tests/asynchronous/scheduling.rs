//! Forall's executor as a function.

use std::cell::{Cell, RefCell};
use std::future::{pending, poll_fn};
use std::panic::catch_unwind;
use std::rc::Rc;
use std::task::{Poll, Waker};

use forall::task::{block_on, spawn, yield_now};

type Log = Rc<RefCell<Vec<(char, u8)>>>;

/// A task that writes its name and the numbers of its steps into a log.
async fn log_steps(name: char, log: Log) {
    for step in 0..3 {
        log.borrow_mut().push((name, step));
        yield_now().await;
    }
}

#[test]
fn tasks_run_in_the_order_in_which_they_were_woken() {
    let log = Log::default();
    block_on(async {
        let tasks = ['a', 'b', 'c'].map(|name| spawn(log_steps(name, Rc::clone(&log))));
        for task in tasks {
            task.await;
        }
    });
    let steps: String = log.borrow().iter().map(|(name, step)| format!("{name}{step} ")).collect();
    assert_eq!(steps, "a0 b0 c0 a1 b1 c1 a2 b2 c2 ");
}

#[test]
fn tasks_that_wait_for_the_body_end_after_it() {
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    let received = Rc::new(Cell::new(0));
    let sum = Rc::clone(&received);
    block_on(async move {
        spawn(async move {
            while let Some(x) = receiver.recv().await {
                sum.set(sum.get() + x);
            }
        });
        for x in 0..5 {
            sender.send(x).expect("the receiver lives");
        }
    });
    assert_eq!(received.get(), 10);
}

#[test]
fn aborted_tasks_are_dropped_at_once() {
    struct SetOnDrop(Rc<Cell<bool>>);
    impl Drop for SetOnDrop {
        fn drop(&mut self) {
            self.0.set(true);
        }
    }
    let dropped = Rc::new(Cell::new(false));
    let guard = SetOnDrop(Rc::clone(&dropped));
    block_on(async {
        let task = spawn(async move {
            let _guard = guard;
            pending::<()>().await;
        });
        yield_now().await;
        assert!(!task.is_finished() && !dropped.get());
        task.abort();
        assert!(dropped.get());
    });
}

#[test]
fn destructors_of_tasks_may_spawn_tasks() {
    struct SpawnOnDrop;
    impl Drop for SpawnOnDrop {
        fn drop(&mut self) {
            spawn(async {});
        }
    }
    block_on(async {
        spawn(async {
            let _guard = SpawnOnDrop;
            pending::<()>().await;
        });
    });
}

#[test]
fn runs_may_be_nested() {
    let result = block_on(async {
        let outer = spawn(async { 1 });
        let inner = block_on(async { spawn(async { 2 }).await });
        outer.await + inner
    });
    assert_eq!(result, 3);
}

#[test]
fn a_late_wake_affects_no_other_run() {
    thread_local! {
        static KEPT: Cell<Option<Waker>> = const { Cell::new(None) };
    }
    block_on(poll_fn(|context| {
        KEPT.set(Some(context.waker().clone()));
        Poll::Ready(())
    }));
    let deadlock = catch_unwind(|| {
        block_on(async {
            KEPT.take().expect("the first run kept it").wake();
            let mut polls = 0;
            poll_fn(|_| {
                polls += 1;
                if polls > 1 { Poll::Ready(()) } else { Poll::Pending }
            })
            .await;
        });
    });
    assert!(deadlock.is_err(), "the waker of the first run woke the second one");
}

#[test]
fn a_run_after_a_panic_starts_without_tasks() {
    let panicked = catch_unwind(|| {
        block_on(async {
            spawn(async { pending::<()>().await });
            panic!("too hot");
        });
    });
    assert!(panicked.is_err());
    let deadlock = catch_unwind(|| block_on(pending::<()>())).unwrap_err();
    let message = deadlock.downcast::<String>().expect("a message");
    assert_eq!(*message, "deadlock: the body waits, and nothing on this thread can wake it");
}

#[test]
fn spawning_outside_of_a_run_has_a_clear_message() {
    let thrown = catch_unwind(|| drop(spawn(async {}))).unwrap_err();
    let message = thrown.downcast::<&str>().expect("a message");
    assert!(message.starts_with("`forall::task::spawn` works only inside of `#[property]"));
}

#[test]
fn tasks_that_run_without_end_do_not_hide_a_deadlock() {
    let deadlock = catch_unwind(|| {
        block_on(async {
            spawn(async {
                loop {
                    yield_now().await;
                }
            });
            pending::<()>().await;
        });
    });
    let message = deadlock.unwrap_err().downcast::<String>().expect("a message");
    let expected =
        "deadlock: the body waits, and 1 task runs without waking it\na task spawned at ";
    assert!(message.starts_with(expected), "{message}");
}
