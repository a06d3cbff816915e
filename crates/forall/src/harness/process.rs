//! Where a test runs: in the test binary's own process, or in a child process.

use std::fmt::Debug;
use std::sync::Arc;

use super::regressions::Saved;
use super::{Error, Settings, StartTime, Test, output};
use crate::property::Erased;
use crate::report::{Failure, FailureEvent, Report};
use crate::runner::Options;
use crate::source::{ChoiceSequence, Source};

/// The report of a test as text, and whether the property passed.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) text: String,
    pub(super) passed: bool,
}

/// Where a test runs.
#[derive(Debug)]
pub(super) enum Placement {
    /// In this process.
    Here(Arc<dyn Process>),
    /// In a child process, which has ended with this report.
    #[cfg_attr(
        not(feature = "isolate"),
        expect(dead_code, reason = "there are no child processes without isolation")
    )]
    Elsewhere(Ended),
}

/// The process that runs a test. The default methods are for a process without a supervisor.
pub(super) trait Process: Debug + Send + Sync {
    /// Returns whether this is a child process that runs this test only.
    fn is_child(&self) -> bool {
        false
    }

    /// Returns whether this process runs one input only, because an earlier one crashed on it.
    fn is_replay(&self) -> bool {
        false
    }

    /// Returns the property, with a layer that reports each input before it runs if the process needs that.
    fn watch(self: Arc<Self>, property: &Erased) -> Erased {
        property.clone()
    }

    /// Returns the options, adapted to the process.
    fn options(&self, options: Options) -> Options {
        options
    }

    /// Returns the start time of the run, which may consist of several processes.
    fn started(&self) -> StartTime {
        StartTime::now()
    }

    /// Runs the input that an earlier process crashed on, if that is the task of this process.
    fn replay(&self, property: &Erased, options: &Options) -> Option<Report> {
        let _ = (property, options);
        None
    }

    /// Called when the examples and regressions are done, and the runner starts.
    fn start_search(&self) {}

    /// Returns whether tests were skipped because there was no time to run them.
    fn was_cut_short(&self) -> bool {
        false
    }

    /// Called with the choices of a failure before it is printed. Returns whether they must be saved.
    fn found(&self, choices: &ChoiceSequence) -> bool {
        let _ = choices;
        true
    }

    /// Returns the first input whose destructor panicked, with its number.
    fn panicking_drop(&self) -> Option<(u64, Source)> {
        None
    }

    /// Returns the crash of an earlier process that dropped inputs without known choices, such as an example.
    fn crash_in_drop(&self) -> Option<Failure> {
        None
    }

    /// Returns whether an earlier process of this run crashed while inputs were printed.
    fn has_crashed_while_printing(&self) -> bool {
        false
    }

    /// Returns whether an earlier process of this run has saved this failure.
    fn was_noted(&self, failing: &FailureEvent<'_>) -> bool {
        let _ = failing;
        false
    }

    /// Called when all failures so far are saved.
    fn noted(&self) {}

    /// Prints a message that must be seen even if the test passes.
    fn notice(&self, text: &str) {
        output::notice(text);
    }

    /// Ends the test. A child process does not return from here. `gone` means that the replayed input no
    /// longer fails.
    fn finish(&self, ended: &Result<Ended, Error>, gone: bool) {
        let _ = (ended, gone);
    }
}

/// The test binary's own process, which runs all tests without a supervisor.
#[derive(Debug)]
pub(super) struct SharedProcess;

impl Process for SharedProcess {}

/// Decides where `test` runs. If that is a child process, runs it there.
#[cfg(feature = "isolate")]
pub(super) fn locate(test: &Test, settings: &Settings, saved: &Saved) -> Result<Placement, Error> {
    super::isolate::locate(test, settings, saved)
}

/// Decides where `test` runs: without the feature `isolate`, there is only this process.
#[cfg(not(feature = "isolate"))]
pub(super) fn locate(_: &Test, settings: &Settings, _: &Saved) -> Result<Placement, Error> {
    if settings.isolate == Some(true) {
        return Err(Error("`isolate` needs the feature `isolate` of the crate forall".to_owned()));
    }
    Ok(Placement::Here(Arc::new(SharedProcess)))
}
