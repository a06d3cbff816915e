//! Searches: the time is divided among several properties, which run in slices.

use std::collections::{BTreeMap, VecDeque};
use std::env;
use std::mem;
use std::thread;
use std::time::{Duration, Instant};

use forall_format::hash::fnv1a;

use super::{DISPLAY_INTERVAL, POLL_INTERVAL, Queue, Session, SessionEnd};
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting};
use crate::outcome::{FinishedTest, Outcome};
use crate::results::Run;
use crate::time_share::TimeShare;

/// A search whose time is divided among its properties.
#[derive(Debug)]
struct Search<'t, 'b> {
    tests: &'t [DiscoveredTest<'b>],
    share: TimeShare,
    /// When the search ends.
    deadline: Instant,
    /// The running slices, in the order of the running tests of the queue.
    running: Vec<Slice>,
    /// The last slice of each property that may get more, and how many there were.
    ended: BTreeMap<usize, (FinishedTest, u64)>,
}

/// A running slice of a search.
#[derive(Clone, Copy, Debug)]
struct Slice {
    /// The index of the property.
    index: usize,
    began: Instant,
}

impl Session {
    /// Searches the properties in slices, for this time.
    pub(crate) fn search(
        mut self,
        tests: &[DiscoveredTest<'_>],
        share: TimeShare,
        time: Duration,
    ) -> Result<SessionEnd, Error> {
        let deadline = Instant::now() + time;
        let mut search =
            Search { tests, share, deadline, running: Vec::new(), ended: BTreeMap::new() };
        let mut queue = Queue {
            total: tests.len(),
            waiting: VecDeque::new(),
            running: Vec::new(),
            finished: Vec::new(),
        };
        self.screen.open(self.dashboard.as_ref())?;
        if self.screen.has_colours() {
            self.settings.push(Setting::new("CLICOLOR_FORCE", "1"));
        }
        self.run_search(&mut queue, &mut search)?;
        for (test, slices) in mem::take(&mut search.ended).into_values() {
            self.finish_search(&mut queue, test, slices)?;
        }
        self.end(&queue)
    }

    fn run_search(
        &mut self,
        queue: &mut Queue<'_, '_>,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Error> {
        let mut shown = Instant::now();
        loop {
            self.start_slices(queue, search)?;
            if queue.running.is_empty() {
                return Ok(());
            }
            thread::sleep(POLL_INTERVAL);
            if self.signals.poll() {
                queue.running.iter().for_each(|test| test.forward_signal(&self.signals));
            }
            self.collect_slices(queue, search)?;
            if shown.elapsed() >= DISPLAY_INTERVAL {
                shown = Instant::now();
                self.show(queue);
            }
        }
    }

    /// Starts slices until all jobs are in use.
    fn start_slices(
        &self,
        queue: &mut Queue<'_, '_>,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Error> {
        while queue.running.len() < self.jobs && self.signals.exit_code().is_none() {
            let left = search.deadline.saturating_duration_since(Instant::now());
            let tests = search.tests;
            let is_free = |index: usize| self.is_free(&queue.running, &tests[index]);
            let Some((index, time)) = search.share.take(left, is_free) else { break };
            let mut settings = self.settings.clone();
            settings.push(Setting::new("FORALL_MAX_TIME", duration(time)));
            if let Some((_, slices)) = search.ended.get(&index) {
                settings.push(seed_of_slice(*slices));
            }
            queue.running.push(tests[index].start(&settings, &self.results)?);
            search.running.push(Slice { index, began: Instant::now() });
        }
        Ok(())
    }

    /// Records the slices that have ended.
    fn collect_slices(
        &mut self,
        queue: &mut Queue<'_, '_>,
        search: &mut Search<'_, '_>,
    ) -> Result<(), Error> {
        let mut at = 0;
        while at < queue.running.len() {
            if !queue.running[at].has_ended()? {
                at += 1;
                continue;
            }
            let mut test = queue.running.remove(at).finish(&mut self.signals)?;
            let Slice { index, began } = search.running.remove(at);
            let goes_on = Outcome::new(&test).may_change();
            let behaviours = test.run.as_ref().map(Run::behaviours).filter(|_| goes_on);
            search.share.end(index, began.elapsed(), behaviours);
            let mut slices = 1;
            if let Some((earlier, count)) = search.ended.remove(&index) {
                test.add_earlier(&earlier);
                slices += count;
            }
            if search.share.is_over(index) {
                self.finish_search(queue, test, slices)?;
            } else {
                search.ended.insert(index, (test, slices));
            }
        }
        Ok(())
    }

    /// Shows the report of a property after its last slice.
    fn finish_search(
        &mut self,
        queue: &mut Queue<'_, '_>,
        mut test: FinishedTest,
        slices: u64,
    ) -> Result<(), Error> {
        if slices > 1 {
            test.stderr += &format!("note: this is the last of {slices} slices of the search\n");
        }
        self.screen.finished(&test)?;
        queue.finished.push(test);
        Ok(())
    }
}

/// Returns the text of a duration, as people write it.
fn duration(time: Duration) -> String {
    match time.subsec_millis() {
        0 => format!("{}s", time.as_secs()),
        _ => format!("{}ms", time.as_millis()),
    }
}

/// Returns the setting for a slice of a search after this number of others: with the same seed, it would begin with the same
/// tests.
fn seed_of_slice(slices: u64) -> Setting {
    match env::var("FORALL_SEED").ok().filter(|seed| !seed.is_empty()) {
        Some(seed) => {
            let mixed = fnv1a(format!("{seed} slice {slices}").as_bytes());
            Setting::new("FORALL_SEED", format!("{mixed:#x}"))
        }
        None => Setting::new("FORALL_FIXED_SEED", "false"),
    }
}
