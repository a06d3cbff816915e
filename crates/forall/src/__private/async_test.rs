//! The tests that `#[property] async fn` expands to.
//!
//! An async property is a synchronous one whose predicate runs a future to its end, so every runner, shrinker and
//! report works on it.

use std::panic::Location;
use std::pin::{Pin, pin};
use std::sync::{Mutex, PoisonError};

use crate::machine::set_async_options;
use crate::panics;
use crate::property::IntoVerdict;
use crate::report::{Failure, Origin, Verdict};
use crate::task::{self, Body, Deadlock, Ended};

/// What happens if a test ends before the tasks that it spawned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaks {
    /// The test fails.
    Fail,
    /// The test passes, and a message is printed at the end of the run.
    Report,
    /// The test passes.
    Ignore,
}

/// What happens if a test passes although a panic was caught in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaughtPanics {
    /// The test fails.
    Fail,
    /// The test passes.
    Ignore,
}

/// How the body of an async property runs, and the leaks so far.
#[derive(Debug)]
pub struct AsyncTest {
    leaks: Leaks,
    panics: CaughtPanics,
    /// The options as they are written in the attribute.
    options: &'static str,
    leaking: Mutex<LeakingTests>,
}

/// The tests that left tasks behind.
#[derive(Debug)]
struct LeakingTests {
    count: u64,
    /// Where the first leaked task was spawned, if the executor knows it.
    spawned_at: Option<&'static Location<'static>>,
}

/// Returns the verdict of a body.
pub async fn body_verdict<F: Future<Output: IntoVerdict>>(body: F) -> Verdict {
    body.await.into_verdict()
}

impl AsyncTest {
    /// Creates the state of a test that has not run.
    pub const fn new(leaks: Leaks, panics: CaughtPanics, options: &'static str) -> AsyncTest {
        let leaking = Mutex::new(LeakingTests { count: 0, spawned_at: None });
        AsyncTest { leaks, panics, options, leaking }
    }

    /// Runs a body on Forall's executor, which passes on the panics of tasks.
    pub fn run<F: Future<Output: IntoVerdict>>(&self, body: F) -> Verdict {
        self.run_with(body, task::run)
    }

    /// Runs a body on the runtime of tokio.
    #[cfg(feature = "tokio")]
    pub fn run_on_tokio<F: Future<Output: IntoVerdict>>(&self, body: F) -> Verdict {
        self.without_panics(|| self.run_with(body, task::tokio::run))
    }

    /// Runs a body on another executor.
    pub fn run_on<'b>(
        &self,
        executor: fn(Body<'b>) -> Verdict,
        body: Pin<&'b mut (dyn Future<Output = Verdict> + 'b)>,
    ) -> Verdict {
        set_async_options(self.options);
        self.without_panics(|| executor(Body::new(body)))
    }

    /// Returns the message about leaked tasks, if there are any.
    pub(super) fn notice(&self, name: &str) -> Option<String> {
        let leaking = self.leaking.lock().unwrap_or_else(PoisonError::into_inner);
        let tests = match leaking.count {
            0 => return None,
            1 => "1 test ended before tasks that it spawned".to_owned(),
            count => format!("{count} tests ended before tasks that they spawned"),
        };
        let at = leaking.spawned_at.map(|at| format!(", the first at {at}")).unwrap_or_default();
        Some(format!(
            "forall: leaked tasks: {name}: {tests}{at}; await or abort these tasks, or write `leaks = \"fail\"` for a counterexample, or `leaks = \"ignore\"`\n",
        ))
    }

    fn run_with<F: Future<Output: IntoVerdict>>(&self, body: F, run: Run) -> Verdict {
        set_async_options(self.options);
        let mut verdict = None;
        let ended = run(pin!(async { verdict = Some(body.await.into_verdict()) }));
        match ended {
            Ok(ended) => match verdict.expect("a run without a deadlock ends with the verdict") {
                Verdict::Pass if ended.leaked > 0 => self.leak(&ended),
                verdict => verdict,
            },
            Err(deadlock) => {
                let message = deadlock.to_string();
                let step = deadlock.step.map(|step| step.index);
                Failure { origin: Origin::DEADLOCK, message, step }.into()
            }
        }
    }

    #[cold]
    fn leak(&self, ended: &Ended) -> Verdict {
        let at = ended.spawned_at;
        match self.leaks {
            Leaks::Ignore => {}
            Leaks::Report => {
                let mut leaking = self.leaking.lock().unwrap_or_else(PoisonError::into_inner);
                leaking.count += 1;
                leaking.spawned_at = leaking.spawned_at.or(at);
            }
            Leaks::Fail => {
                let tasks = match ended.leaked {
                    1 => "1 task".to_owned(),
                    count => format!("{count} tasks"),
                };
                let mut message = format!("the body ended before {tasks} that it spawned");
                if let Some(at) = at {
                    message.push_str(&format!("\nthe first was spawned at {at}"));
                }
                if let Some(step) = ended.spawned_in {
                    let or_later = if at.is_none() { ", or later" } else { "" };
                    message.push_str(&format!("\n{step}{or_later}"));
                }
                let step = ended.spawned_in.map(|step| step.index);
                return Failure { origin: Origin::LEAKED_TASKS, message, step }.into();
            }
        }
        Verdict::Pass
    }

    /// Runs `body`. If it passes or waits forever although it caught a panic, the test fails with this panic.
    fn without_panics(&self, body: impl FnOnce() -> Verdict) -> Verdict {
        if self.panics == CaughtPanics::Ignore {
            return body();
        }
        let watched = panics::watch(body);
        match watched.panic {
            Some(panic) => swallowed(panic, watched.result),
            None => watched.result,
        }
    }
}

/// Runs a body on the runtime of an outer attribute. If it ends although it caught a panic, the test fails with this
/// panic.
///
/// # Panics
///
/// If the body panics, or caught a panic.
pub fn without_caught_panics<R>(body: impl FnOnce() -> R) -> R {
    let watched = panics::watch(body);
    match watched.panic {
        Some(panic) => panics::fail(swallowed_panic(panic, "the test ended, but a task panicked")),
        None => watched.result,
    }
}

/// A function that runs a body to its end.
type Run = fn(Pin<&mut (dyn Future<Output = ()> + '_)>) -> Result<Ended, Deadlock>;

/// Returns the verdict of a test that caught this panic and ended with `verdict`.
#[cold]
fn swallowed(panic: Failure, verdict: Verdict) -> Verdict {
    let what = match &verdict {
        Verdict::Pass => "the body passed, but a task panicked".to_owned(),
        Verdict::Fail(failure) if failure.origin == Origin::DEADLOCK => {
            format!("a task panicked, and then {}", failure.message)
        }
        _ => return verdict,
    };
    swallowed_panic(panic, &what).into()
}

fn swallowed_panic(panic: Failure, what: &str) -> Failure {
    let message = format!(
        "{}\nswallowed panic: {what}; await the task and check its result, or write `panics = \"ignore\"`",
        panic.message,
    );
    Failure { message, ..panic }
}
