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

mod inside;
mod rehearsed;
mod supervise;
mod alone;

use std::sync::Arc;

use forall_sys::process::Entry;

pub(super) use self::inside::Inside;
use self::inside::Task;
use self::rehearsed::Rehearsed;
use self::supervise::Supervisor;
use super::regressions::{Notebook, Regressions, State};
use super::results::Results;
use super::{Began, Error, Settings, Test};
use crate::block::{print, retrace};
use crate::property::Erased;
use crate::report::{Counterexample, Found, Repeats, Report, Shrinking};
use crate::runner::{self, Options};
use crate::shrink::Both;
use crate::source::{Choices, Source};

/// The report in words, and whether the property passed.
pub(super) type Ended = (String, bool);

/// Where a test is to run.
#[derive(Debug)]
pub(super) enum Home {
    /// In this process, which may write down what it is at.
    Here(Option<Arc<Inside>>),
    /// It has run in another process, and this came of it.
    Elsewhere(Ended),
}

/// Decides where `test` is to run; and runs it, if that is elsewhere.
pub(super) fn home(test: &Test, settings: &Settings) -> Result<Home, Error> {
    if let Some(inside) = Inside::here(test)? {
        return Ok(Home::Here(Some(inside)));
    }
    if cfg!(not(unix)) {
        if settings.isolate == Some(true) {
            let name = test.name;
            super::show::notice(&format!(
                "forall: `isolate` needs Unix; {name} runs in the process of all tests\n"
            ));
        }
        return Ok(Home::Here(None));
    }
    match settings.isolate {
        Some(true) => Supervisor::new(test, settings)?.run().map(Home::Elsewhere),
        None if kills(test, settings) => {
            Supervisor::new(test, settings)?.run().map(Home::Elsewhere)
        }
        None if is_named(test) => {
            let (alone, suspects) = alone::open(test);
            Ok(match tried(test, settings, suspects) {
                Some(ended) => Home::Elsewhere(ended),
                None => Home::Here(alone),
            })
        }
        _ => Ok(Home::Here(None)),
    }
}

/// Does the harness call this test so? Then it can be started again. (Not with one thread for all tests;
/// but then it may be another program, which somebody started for a purpose of their own.)
fn is_named(test: &Test) -> bool {
    std::thread::current().name() == Some(&*test.path())
}

/// The same property, which says what it is about to run.
pub(super) fn witnessed(property: &Erased, inside: Option<&Arc<Inside>>) -> Erased {
    match inside {
        Some(inside) => property.witnessed(inside.clone()),
        None => property.clone(),
    }
}

/// The same options. In a child there is one input at a time, so that there is no doubt which kills.
pub(super) fn options(options: Options, inside: Option<&Arc<Inside>>) -> Options {
    match inside {
        Some(inside) if inside.is_child() => Options { shrinker: Arc::new(Both), ..options },
        _ => options,
    }
}

/// The same journals, in which only that is written down which no earlier process has written there.
pub(super) fn rehearsed(
    (notebook, results): (Arc<Notebook>, Option<Arc<Results>>),
    inside: Option<&Arc<Inside>>,
) -> Rehearsed {
    Rehearsed { notebook, results, inside: inside.cloned() }
}

/// When the run began of which this process is one.
pub(super) fn began(inside: Option<&Arc<Inside>>) -> Began {
    inside.map_or_else(Began::now, |inside| inside.began())
}

/// Runs the input once more of which a process died, if that is what this one is for.
pub(super) fn replay(
    property: &Erased,
    options: &Options,
    inside: Option<&Arc<Inside>>,
) -> Option<Report> {
    let inside = inside?;
    let Task::Replay(Entry { number, words, .. }) = inside.task() else { return None };
    let source = Source::from_words(&words)?;
    let found = match () {
        () if source.is_mutation() => Found::Mutated { number },
        () if source.is_kept() => Found::Kept { number },
        () => Found::Test { number, size: source.size() },
    };
    let mut report = runner::replay_source(property, options, number, source.clone());
    if let Some(again) = report.counterexample_mut() {
        again.found = found;
        return Some(report);
    }
    let case = retrace(property, source);
    let inputs = case.as_ref().map(|case| print(property, &case.inputs)).unwrap_or_default();
    let choices = case.map(|case| Choices(case.record.values()));
    let repeats = Repeats { times: 1, ..Repeats::default() };
    let shrinking = Shrinking { failure: inside.death(), repeats, ..Shrinking::default() };
    let (original, shrunk) = (inputs.clone(), inputs);
    let once = Counterexample { found, original, shrunk, choices, shrinking, ..Default::default() };
    Some(Report { outcome: once.into(), ..report })
}

/// Is a failure kept that would end this process?
fn kills(test: &Test, settings: &Settings) -> bool {
    let kept = Regressions::of(test, settings).and_then(|regressions| regressions.read().ok());
    kept.unwrap_or_default().iter().any(|(_, entry)| entry.state == State::Kills)
}

/// Tries what the last run was at when it died. It is only a suspicion, so trouble on the way is none.
fn tried(test: &Test, settings: &Settings, suspects: Vec<Entry>) -> Option<Ended> {
    if suspects.is_empty() {
        return None;
    }
    // Nobody asked for limits, and what holds must not fail for want of memory or time that it would have here.
    let (memory, is_limited) = (settings.memory.or(Some(u64::MAX)), settings.test_time.is_some());
    let settings = Settings { memory, ..settings.clone() };
    Supervisor::new(test, &settings).ok()?.try_again(suspects, is_limited).ok()?
}
