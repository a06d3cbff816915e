//! A session: properties run, several at once if one likes, and are watched while they do.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use forall_format::state_path::LINES_EXTENSION;

use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::harness::Found;
use crate::outcome::Outcome;
use crate::results::Run;
use crate::running::{Done, Running};
use crate::screen::Screen;
use crate::signals::Signals;

/// How often to see who is done.
const OFTEN: Duration = Duration::from_millis(5);
/// How often to show how far it is.
const SELDOM: Duration = Duration::from_millis(100);

/// How properties are run, and who looks on.
#[derive(Debug)]
pub(crate) struct Session<'s> {
    pub(crate) settings: Vec<(&'s str, &'s str)>,
    /// Where they write down how it goes.
    pub(crate) results: String,
    /// So many at once.
    pub(crate) jobs: usize,
    pub(crate) screen: Screen,
    pub(crate) dashboard: Option<Dashboard>,
    pub(crate) signals: Signals,
}

/// What came of a session.
#[derive(Debug)]
pub(crate) struct Ending {
    pub(crate) outcomes: Vec<Outcome>,
    /// What to exit with if a signal ended it.
    pub(crate) signal: Option<u8>,
}

impl Session<'_> {
    /// Runs these, and says how each ended. After a signal no other is begun.
    pub(crate) fn run(mut self, properties: &[Found<'_>]) -> Result<Ending, Error> {
        let mut waiting: VecDeque<&Found<'_>> = properties.iter().collect();
        let (mut running, mut done) = (Vec::new(), Vec::new());
        let mut shown = Instant::now();
        self.screen.open(self.dashboard.as_ref());
        if self.screen.has_colours() {
            self.settings.push(("CLICOLOR_FORCE", "1"));
        }
        loop {
            while running.len() < self.jobs
                && self.signals.code().is_none()
                && let Some(next) = self.next(&mut waiting, &running)
            {
                running.push(next.start(&self.settings, &self.results)?);
            }
            if running.is_empty() {
                break;
            }
            thread::sleep(OFTEN);
            if self.signals.came() {
                running.iter().for_each(|one| one.pass_on(&self.signals));
            }
            self.collect(&mut running, &mut done)?;
            if shown.elapsed() >= SELDOM {
                shown = Instant::now();
                self.show(&running, &done, properties.len());
            }
        }
        self.show(&running, &done, properties.len());
        let outcomes: Vec<Outcome> = done.iter().map(Outcome::of).collect();
        let signal = self.signals.code();
        self.screen.close(&outcomes, (signal.is_some(), properties.len()));
        Ok(Ending { outcomes, signal })
    }

    /// The next that writes to a file of its own: a module may be part of a library and of a program of the
    /// same name, and its properties write to the same ones.
    fn next<'f, 'b>(
        &self,
        waiting: &mut VecDeque<&'f Found<'b>>,
        running: &[Running],
    ) -> Option<&'f Found<'b>> {
        let free = |found: &&Found<'_>| {
            let file = found.file(&self.results, LINES_EXTENSION);
            file.is_none() || running.iter().all(|one| Some(&one.results) != file.as_ref())
        };
        let at = waiting.iter().position(free)?;
        waiting.remove(at)
    }

    /// Takes those that are over.
    fn collect(&mut self, running: &mut Vec<Running>, done: &mut Vec<Done>) -> Result<(), Error> {
        let mut at = 0;
        while at < running.len() {
            if running[at].is_over()? {
                let one = running.remove(at).done(&mut self.signals)?;
                self.screen.done(&one);
                done.push(one);
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    fn show(&mut self, running: &[Running], done: &[Done], all: usize) {
        self.screen.show(running, done.len(), all);
        if let Some(dashboard) = &self.dashboard {
            let over = done.iter().filter_map(|one| one.run.clone()).map(Run::over);
            let going = running.iter().filter_map(Running::run);
            dashboard.show(over.chain(going).map(Run::thinned).collect());
        }
    }
}
