//! Child processes for tests, whose crashes do not affect other tests.
//!
//! ```text
//!   parent: `supervise.rs`, runs no code under test     child: `child.rs`, the same test, journaled
//!   ───────────────────────────────────────────────     ────────────────────────────────────────────
//!   start it ─────────────────────────────────────────▶ run, and write down each input before it runs
//!   it crashed: record that this input crashes       ◀┘
//!   start it again ───────────────────────────────────▶ an input that is known to crash fails without being run,
//!                                                       so it is shrunk, saved and reported like any failure
//!   print its report                                 ◀┘
//! ```
//!
//! Runner, shrinker and report run in the child, and all results are in a journal that survives it. A child that is
//! started again repeats the run, but takes known results from the journal, until it reaches an input without a
//! result. So one child tries many inputs, and only a crash costs a process.
//!
//! A test that is not isolated has a journal too. If it contains an unfinished test, the last run crashed. Then that
//! input is tried in a child first.

mod child;
mod journaling;
mod known_results;
mod stack;
mod supervise;
mod folder;
mod timeouts;
mod alone;
mod early_exit;
mod watchdog;

use std::env::consts::{ARCH, OS};
use std::sync::{Arc, Once};

use forall_sys::platform;
use forall_sys::process::{Entry, follow_parent};

use self::child::Child;
use self::supervise::Supervisor;
use super::process::{Ended, Placement, SharedProcess};
use super::regressions::Saved;
use super::{Error, Settings, Test, output};

/// Decides where `test` runs. If that is a child process, runs it there.
pub(super) fn locate(test: &Test, settings: &Settings, saved: &Saved) -> Result<Placement, Error> {
    if let Some(child) = Child::here(test)? {
        return Ok(Placement::Here(child));
    }
    follow_parent();
    if !platform::SUPPORTS_ISOLATION {
        let system = if cfg!(miri) { "Miri" } else { OS };
        missing_abilities(test, settings, system).iter().for_each(|text| output::notice(text));
        return Ok(Placement::Here(Arc::new(SharedProcess)));
    }
    if settings.memory_limit.is_some() && settings.isolate != Some(true) {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| output::notice(&unlimited(test)));
    }
    match settings.isolate {
        // A replay runs where a debugger is attached, and says nothing about the last run.
        None | Some(false) if settings.replay.is_some() => {
            Ok(Placement::Here(Arc::new(SharedProcess)))
        }
        Some(true) => {
            if settings.memory_limit.is_some() && !platform::SUPPORTS_MEMORY_LIMIT {
                output::notice(&without_limit(test, OS));
            }
            Supervisor::new(test, settings)?.run().map(Placement::Elsewhere)
        }
        None if saved.has_crash() => {
            Supervisor::new(test, settings)?.run().map(Placement::Elsewhere)
        }
        None if is_named(test) => Ok(watched(test, settings)),
        _ => Ok(Placement::Here(Arc::new(SharedProcess))),
    }
}

/// Returns messages about settings that need child processes or the journal, on a platform without them.
fn missing_abilities(test: &Test, settings: &Settings, system: &str) -> Vec<String> {
    let name = test.name;
    let message = |setting: &str, consequence: &str| {
        format!(
            "forall: `{setting}` does not work on {system} ({ARCH}), only on 64-bit Unix; {name} runs {consequence}\n"
        )
    };
    let is_isolated = settings.isolate == Some(true);
    let isolation = is_isolated.then(|| message("isolate", "in the test process"));
    let is_timed = settings.test_timeout.is_some_and(|limit| !limit.is_zero());
    let timeout = is_timed.then(|| message("test_timeout", "without a limit"));
    isolation.into_iter().chain(timeout).collect()
}

/// Returns the message about a limit that only applies to child processes.
fn unlimited(test: &Test) -> String {
    let name = test.name;
    format!("forall: `memory_limit` has no effect without `isolate`; {name} runs without it\n")
}

/// Returns the message about a platform that does not enforce a limit.
fn without_limit(test: &Test, system: &str) -> String {
    let name = test.name;
    format!("forall: `memory_limit` has no effect on {system}; {name} runs without it\n")
}

/// Opens the journal of a test that is not isolated. If the last run crashed, tries its last inputs in a child
/// process first.
fn watched(test: &Test, settings: &Settings) -> Placement {
    let Some(opened) = alone::open(test) else { return Placement::Here(Arc::new(SharedProcess)) };
    match try_suspects(test, settings, opened.suspects) {
        Some(mut ended) => {
            ended.text.push_str("the last run crashed on this input\n");
            Placement::Elsewhere(ended)
        }
        None => {
            early_exit::watch(test, settings, &opened.process);
            watchdog::watch(test, settings, &opened.process);
            Placement::Here(opened.process)
        }
    }
}

/// Returns whether the harness of Rust runs this test under its name, so that it can be started again. (It does not
/// if another program calls the test.)
fn is_named(test: &Test) -> bool {
    std::thread::current().name() == Some(&*test.property_name().test_path())
}

/// Tries the inputs that were running when the last run crashed. Any of them may be the cause or none, so
/// errors are ignored.
fn try_suspects(test: &Test, settings: &Settings, suspects: Vec<Entry>) -> Option<Ended> {
    if suspects.is_empty() {
        return None;
    }
    // Without explicit limits, a property must not fail because of limits that this process does not have.
    let memory_limit = settings.memory_limit.or(Some(u64::MAX));
    let test_timeout = settings.test_timeout.filter(|limit| !limit.is_zero());
    let is_limited = test_timeout.is_some();
    let settings = Settings { memory_limit, test_timeout, ..settings.clone() };
    Supervisor::new(test, &settings).ok()?.try_again(suspects, is_limited).ok()?
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn missing_abilities_are_reported_with_the_name_of_the_test() {
        let test = Test::new("shapes", "areas_add_up");
        let isolation = format!(
            "forall: `isolate` does not work on windows ({ARCH}), only on 64-bit Unix; areas_add_up runs in the test process\n"
        );
        let timeout = format!(
            "forall: `test_timeout` does not work on windows ({ARCH}), only on 64-bit Unix; areas_add_up runs without a limit\n"
        );
        let test_timeout = Some(Duration::from_secs(1));
        let settings = Settings { isolate: Some(true), test_timeout, ..Settings::NONE };
        assert_eq!(missing_abilities(&test, &settings, "windows"), [isolation, timeout]);
        let settings = Settings { test_timeout: Some(Duration::ZERO), ..Settings::NONE };
        assert_eq!(missing_abilities(&test, &settings, "windows"), [""; 0]);
        let expected =
            "forall: `memory_limit` has no effect on macos; areas_add_up runs without it\n";
        assert_eq!(without_limit(&test, "macos"), expected);
    }
}
