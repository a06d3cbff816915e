//! What a user reads if an async property fails in a way that only async code can.

use std::process::Command;

use crate::{report, victims};

#[test]
fn a_panic_in_a_task_fails_the_test() {
    let expected = "\
x = 50
panicked at crates/forall/tests/asynchronous/victims.rs:54:24: too hot";
    assert_eq!(report(victims::a_task_panics), expected);
}

#[test]
fn a_lock_order_deadlock_is_reported_with_the_tasks_that_wait() {
    let expected = "\
in_order = false
deadlock: the body and 1 task wait, and nothing on this thread can wake them
  a task spawned at crates/forall/tests/asynchronous/victims.rs:65:16";
    assert_eq!(report(victims::locks_are_taken_in_any_order), expected);
}

#[test]
fn a_body_that_nothing_wakes_is_a_deadlock() {
    let expected = "x = 7\ndeadlock: the body waits, and nothing on this thread can wake it";
    assert_eq!(report(victims::nothing_wakes_the_body), expected);
}

#[test]
fn leaked_tasks_may_fail_the_test() {
    let expected = "\
x = 11
leaked tasks: the body ended before 1 task that it spawned
  the first was spawned at crates/forall/tests/asynchronous/victims.rs:90:9";
    assert_eq!(report(victims::tasks_are_leaked), expected);
}

/// Runs an ignored test of this program. Returns the messages that it prints although it passes.
fn messages(test: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("the test has a program");
    let output = Command::new(program).args([test, "--exact", "--ignored"]).output();
    let output = output.expect("the program can be started again");
    assert!(output.status.success(), "{output:#?}");
    let text = String::from_utf8_lossy(&output.stderr).replace('\\', "/");
    text.lines().filter(|line| line.starts_with("forall: ")).map(str::to_owned).collect()
}

#[track_caller]
fn reports_leaks(name: &str, line: u32) {
    let expected = format!(
        "forall: leaked tasks: {name}: 20 tests ended before tasks that they spawned, the first at crates/forall/tests/asynchronous/victims.rs:{line}:5; await or abort these tasks, or write `leaks = \"fail\"` for a counterexample, or `leaks = \"ignore\"`"
    );
    assert_eq!(messages(&format!("victims::{name}")), [expected]);
}

#[test]
fn leaked_tasks_are_reported_once_for_each_property() {
    reports_leaks("leaks_are_reported", 98);
    assert_eq!(messages("victims::leaks_are_ignored"), [""; 0]);
}

#[test]
#[cfg(all(unix, target_pointer_width = "64", feature = "isolate"))]
fn leaked_tasks_of_a_child_process_are_reported() {
    reports_leaks("leaks_are_reported_by_a_child", 106);
}
