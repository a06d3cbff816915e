//! A session: runs properties, several at the same time if requested, and shows their progress.

mod search;

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use forall_format::state_path::LINES_EXTENSION;

use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting};
use crate::outcome::{FinishedTest, Outcome};
use crate::results::Run;
use crate::running::RunningTest;
use crate::screen::{Completion, Screen};
use crate::signals::Signals;

/// How often to check whether tests have ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// How often to update the displayed progress.
const DISPLAY_INTERVAL: Duration = Duration::from_millis(100);

/// How properties are run, and where their progress is shown.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) settings: Vec<Setting>,
    /// The folder for results files.
    pub(crate) results: String,
    /// The number of properties that run at the same time.
    pub(crate) jobs: usize,
    pub(crate) screen: Screen,
    pub(crate) dashboard: Option<Dashboard>,
    pub(crate) signals: Signals,
}

/// How a session ended.
#[derive(Debug)]
pub(crate) struct SessionEnd {
    pub(crate) outcomes: Vec<Outcome>,
    /// The exit code for the signal that ended the session, if a signal ended it.
    pub(crate) signal: Option<u8>,
}

/// The tests of a session.
#[derive(Debug)]
struct Queue<'t, 'b> {
    total: usize,
    waiting: VecDeque<&'t DiscoveredTest<'b>>,
    running: Vec<RunningTest>,
    finished: Vec<FinishedTest>,
}

impl Queue<'_, '_> {
    fn completion(&self) -> Completion {
        Completion { finished: self.finished.len(), total: self.total }
    }
}

impl Session {
    /// Runs the tests, and returns how each ended. After a signal, starts no more tests.
    pub(crate) fn run(self, tests: &[DiscoveredTest<'_>]) -> Result<SessionEnd, Error> {
        self.run_selecting(tests, |_| true)
    }

    /// Runs the tests, and shows and returns those that `is_wanted` selects when they have ended.
    pub(crate) fn run_selecting(
        mut self,
        tests: &[DiscoveredTest<'_>],
        mut is_wanted: impl FnMut(&FinishedTest) -> bool,
    ) -> Result<SessionEnd, Error> {
        let mut queue = Queue {
            total: tests.len(),
            waiting: tests.iter().collect(),
            running: Vec::new(),
            finished: Vec::new(),
        };
        self.screen.open(self.dashboard.as_ref())?;
        if self.screen.has_colours() {
            self.settings.push(Setting::new("CLICOLOR_FORCE", "1"));
        }
        self.run_queue(&mut queue, &mut is_wanted)?;
        self.end(&queue)
    }

    /// Shows how the session ended.
    fn end(mut self, queue: &Queue<'_, '_>) -> Result<SessionEnd, Error> {
        self.show(queue);
        let outcomes: Vec<Outcome> = queue.finished.iter().map(Outcome::new).collect();
        let signal = self.signals.exit_code();
        if !outcomes.is_empty() || queue.total == 0 || signal.is_some() {
            self.screen.close(&outcomes)?;
        }
        if signal.is_some() {
            self.screen.interrupted(queue.completion())?;
        }
        Ok(SessionEnd { outcomes, signal })
    }

    fn run_queue(
        &mut self,
        queue: &mut Queue<'_, '_>,
        is_wanted: &mut dyn FnMut(&FinishedTest) -> bool,
    ) -> Result<(), Error> {
        let mut shown = Instant::now();
        loop {
            self.start_waiting(queue)?;
            if queue.running.is_empty() {
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
            if self.signals.poll() {
                queue.running.iter().for_each(|test| test.forward_signal(&self.signals));
            }
            self.collect_finished(queue, is_wanted)?;
            if shown.elapsed() >= DISPLAY_INTERVAL {
                shown = Instant::now();
                self.show(queue);
            }
        }
    }

    /// Starts waiting tests until all jobs are in use.
    fn start_waiting(&self, queue: &mut Queue<'_, '_>) -> Result<(), Error> {
        while queue.running.len() < self.jobs
            && self.signals.exit_code().is_none()
            && let Some(test) = self.take_next(queue)
        {
            queue.running.push(test.start(&self.settings, &self.results)?);
        }
        Ok(())
    }

    /// Removes the next test whose results file is not in use. Two tests share a file if a module is part of a
    /// library and of a program with the same name.
    fn take_next<'t, 'b>(&self, queue: &mut Queue<'t, 'b>) -> Option<&'t DiscoveredTest<'b>> {
        let mut waiting = queue.waiting.iter();
        let index = waiting.position(|test| self.is_free(&queue.running, test))?;
        queue.waiting.remove(index)
    }

    /// Returns whether no running test uses the results file of this one.
    fn is_free(&self, running: &[RunningTest], test: &DiscoveredTest<'_>) -> bool {
        let file = test.file(&self.results, LINES_EXTENSION);
        file.is_none_or(|file| running.iter().all(|running| running.results != file))
    }

    /// Moves the tests that have ended.
    fn collect_finished(
        &mut self,
        queue: &mut Queue<'_, '_>,
        is_wanted: &mut dyn FnMut(&FinishedTest) -> bool,
    ) -> Result<(), Error> {
        let mut index = 0;
        while index < queue.running.len() {
            if queue.running[index].has_ended()? {
                let test = queue.running.remove(index).finish(&mut self.signals)?;
                if is_wanted(&test) {
                    self.screen.finished(&test)?;
                    queue.finished.push(test);
                }
            } else {
                index += 1;
            }
        }
        Ok(())
    }

    /// Shows the progress.
    fn show(&mut self, queue: &Queue<'_, '_>) {
        self.screen.show(&queue.running, queue.completion());
        if let Some(dashboard) = &self.dashboard {
            let finished = queue.finished.iter().filter_map(|test| test.run.clone());
            let finished = finished.map(Run::into_finished);
            let running = queue.running.iter().filter_map(RunningTest::run);
            dashboard.show(finished.chain(running).map(Run::thinned).collect());
        }
    }
}
