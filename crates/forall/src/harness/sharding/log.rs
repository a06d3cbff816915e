//! The file to which a shard writes the results of its tests.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::Path;
use std::time::{Duration, Instant};

use forall_format::shard_file::{
    FailureRecord, OwnCampaignRecord, ShardFile, ShardFileWriter, ShardHeader, TestRecord,
};

use super::records::record;
use super::{file_name, shown};
use crate::harness::{Error, StartTime, Test, paths};
use crate::observe::EmittedObservation;
use crate::report::Verdict;
use crate::runner::ShardLog;
use crate::source::Sizes;

/// How often to write how many tests have run.
const INTERVAL: Duration = Duration::from_millis(200);

/// Writes the results of a shard to its file.
#[derive(Debug)]
pub(super) struct LogFile {
    path: String,
    /// Whether the process may crash, and another one reports that.
    may_crash: bool,
    state: RefCell<State>,
}

#[derive(Debug)]
struct State {
    writer: ShardFileWriter<BufWriter<File>>,
    /// All tests of the shard before this one have run.
    reached: u64,
    /// The number that was written last, and when.
    written: (u64, Instant),
}

impl LogFile {
    /// Creates the file in the folder of the shard. If another process began it, it starts again: each process of a run
    /// begins with the first test.
    pub(super) fn create(
        folder: &Path,
        test: &Test,
        header: &ShardHeader,
        may_crash: bool,
    ) -> Result<LogFile, Error> {
        let name = file_name(test);
        let file = paths::file(folder, &name, StartTime { is_new: true, ..StartTime::now() })?;
        let writer = ShardFileWriter::new(BufWriter::new(file), header);
        let state = State { writer, reached: 0, written: (0, Instant::now()) };
        let log =
            LogFile { path: shown(&folder.join(name)), may_crash, state: RefCell::new(state) };
        log.flush()?;
        Ok(log)
    }

    /// Writes the last line.
    pub(super) fn end(&self) -> Result<(), Error> {
        let mut state = self.state.borrow_mut();
        let reached = state.reached;
        state.writer.end(reached);
        drop(state);
        self.flush()
    }

    /// Writes that the shard failed on an example or on a failure that was saved.
    pub(super) fn failed_before_search(&self) -> Result<(), Error> {
        self.state.borrow_mut().writer.failed_before_search();
        self.flush()
    }

    /// Writes the result of a campaign of its own.
    pub(super) fn own_campaign(&self, own: OwnCampaignRecord) -> Result<(), Error> {
        self.state.borrow_mut().writer.own_campaign(own);
        self.flush()
    }

    /// Writes everything to the file, and returns the first error.
    pub(super) fn flush(&self) -> Result<(), Error> {
        let flushed = self.state.borrow_mut().writer.flush();
        flushed.map_err(|error| Error(format!("{} cannot be written: {error}", self.path)))
    }
}

impl ShardLog for LogFile {
    fn begins(&self, n: u64) {
        if self.may_crash {
            let mut state = self.state.borrow_mut();
            state.writer.reached(n);
            let _ = state.writer.flush();
        }
    }

    fn test(&self, n: u64, verdict: &Verdict, observed: Vec<EmittedObservation>, sizes: Sizes) {
        let mut state = self.state.borrow_mut();
        state.writer.test(n, record(verdict, observed, sizes));
        if self.may_crash || matches!(verdict, Verdict::Fail(_)) {
            // Shrinking follows, which takes time and may crash. An error is reported at the end.
            let _ = state.writer.flush();
        }
    }

    fn reached(&self, n: u64) {
        let mut state = self.state.borrow_mut();
        state.reached = n;
        if state.written.1.elapsed() >= INTERVAL && state.written.0 < n {
            state.writer.reached(n);
            state.written = (n, Instant::now());
            let _ = state.writer.flush();
        }
    }
}

/// Writes that the test crashed that ran last.
pub(super) fn append_crash(
    folder: &Path,
    test: &Test,
    failure: FailureRecord,
) -> Result<(), Error> {
    let path = folder.join(file_name(test));
    let append = || -> io::Result<()> {
        let Ok(mut log) = ShardFile::parse(File::open(&path)?) else { return Ok(()) };
        let Ok(reached) = log.last_reached() else { return Ok(()) };
        let mut writer = ShardFileWriter::continued(File::options().append(true).open(&path)?);
        match reached {
            Some(n) => writer.test(n, TestRecord::Failed { max_list_doublings: 0, failure }),
            None => writer.failed_before_search(),
        }
        writer.flush()
    };
    append().map_err(|error| Error(format!("{} cannot be written: {error}", shown(&path))))
}
