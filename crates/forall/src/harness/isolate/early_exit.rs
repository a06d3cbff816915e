//! Tests that exit the process of all tests. Rust's test harness does not notice: after `exit(0)`, all tests would
//! count as passed. So the input is tried in a child process before this one ends, and the exit code is that of a
//! failed test.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use forall_sys::process::{Entry, exit_immediately, on_early_exit};

use super::child::Child;
use super::try_suspects;
use crate::harness::{Settings, Test, output};

/// A test that runs in this process.
struct WatchedTest {
    test: Test,
    settings: Settings,
    process: Weak<Child>,
}

/// The tests that run in this process.
static WATCHED: Mutex<Vec<WatchedTest>> = Mutex::new(Vec::new());

/// Reports an exit of this process while `test` runs.
pub(super) fn watch(test: &Test, settings: &Settings, process: &Arc<Child>) {
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain(|watched| watched.process.strong_count() > 0);
    let process = Arc::downgrade(process);
    watched.push(WatchedTest { test: *test, settings: settings.clone(), process });
    drop(watched);
    on_early_exit(report);
}

/// Reports the tests that are running. If there are any, ends the process as a failed test does.
fn report() {
    let watched = std::mem::take(&mut *WATCHED.lock().unwrap_or_else(PoisonError::into_inner));
    let mut is_early = false;
    for WatchedTest { test, settings, process } in watched {
        let Some(process) = process.upgrade() else { continue };
        if process.is_testing() {
            is_early = true;
            output::notice(&text(&test, &settings, process.unfinished()));
            process.reset();
        }
    }
    if is_early {
        exit_immediately(output::FAILURE_EXIT_CODE);
    }
}

/// Returns the report of a test that was running. With several threads, it may not be the one that called `exit`.
fn text(test: &Test, settings: &Settings, running: Vec<Entry>) -> String {
    let name = test.name;
    match try_suspects(test, settings, running) {
        Some(ended) => ended.text,
        None => format!("forall: the process exited while `{name}` was running\n"),
    }
}
