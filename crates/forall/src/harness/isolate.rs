//! A process of its own for a test, which may die without harm to others.
//!
//! ```text
//!   parent: `supervise.rs`, runs no code under test     child: `inside.rs`, the same test, witnessed
//!   ───────────────────────────────────────────────     ────────────────────────────────────────────
//!   start it ─────────────────────────────────────────▶ run, and say before each input which it is
//!   it died: note that this input kills              ◀┘
//!   start it again ───────────────────────────────────▶ what is known to kill fails, without being run;
//!                                                       so it is shrunk, kept and told like any failure
//!   show what it has written                         ◀┘
//! ```
//!
//! All that a runner, a shrinker and a report do happens in the child, and what it finds out lies in a
//! journal that outlives it. A child that is started again does the same once more, but takes answers from
//! there, until it comes to an input of which nothing is known. So one child tries many inputs, and only
//! those that kill cost a process.
//!
//! A test that is not isolated has a journal too. If a test is still under way in it, the last run died: then
//! that is tried in a child first.

mod child;
mod journaling;
mod supervise;
mod alone;

use std::sync::Arc;

use forall_sys::process::Entry;

use self::child::Child;
use self::supervise::Supervisor;
use super::process::{Ended, Location, SharedProcess};
use super::regressions::Saved;
use super::{Error, Settings, Test};

/// Decides where `test` runs. If that is a child process, runs it there.
pub(super) fn locate(test: &Test, settings: &Settings, saved: &Saved) -> Result<Location, Error> {
    if let Some(child) = Child::here(test)? {
        return Ok(Location::Here(child));
    }
    if cfg!(not(unix)) {
        if settings.isolate == Some(true) {
            let name = test.name;
            super::show::notice(&format!(
                "forall: `isolate` needs Unix; {name} runs in the process of all tests\n"
            ));
        }
        return Ok(Location::Here(Arc::new(SharedProcess)));
    }
    match settings.isolate {
        Some(true) => Supervisor::new(test, settings)?.run().map(Location::Elsewhere),
        None if saved.has_crash() => {
            Supervisor::new(test, settings)?.run().map(Location::Elsewhere)
        }
        None if is_named(test) => Ok(watched(test, settings)),
        _ => Ok(Location::Here(Arc::new(SharedProcess))),
    }
}

/// Opens the journal of a test that is not isolated. If the last run crashed, tries its last inputs in a child
/// process first.
fn watched(test: &Test, settings: &Settings) -> Location {
    let Some(opened) = alone::open(test) else { return Location::Here(Arc::new(SharedProcess)) };
    match try_suspects(test, settings, opened.suspects) {
        Some(ended) => Location::Elsewhere(ended),
        None => Location::Here(Arc::new(opened.process)),
    }
}

/// Does the harness call this test so? Then it can be started again. (Not with one thread for all tests;
/// but then it may be another program, which somebody started for a purpose of their own.)
fn is_named(test: &Test) -> bool {
    std::thread::current().name() == Some(&*test.property_name().test_path())
}

/// Tries the inputs that the last run was at when it crashed. This is only a suspicion, so problems on the way are
/// ignored.
fn try_suspects(test: &Test, settings: &Settings, suspects: Vec<Entry>) -> Option<Ended> {
    if suspects.is_empty() {
        return None;
    }
    // Nobody asked for limits, and what holds must not fail for want of memory or time that it would have here.
    let memory_limit = settings.memory_limit.or(Some(u64::MAX));
    let is_limited = settings.test_timeout.is_some();
    let settings = Settings { memory_limit, ..settings.clone() };
    Supervisor::new(test, &settings).ok()?.try_again(suspects, is_limited).ok()?
}
