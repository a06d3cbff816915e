//! Writing a shard file.

use std::collections::HashMap;
use std::io::{self, Write};
use std::mem;

use super::line::Line;
use super::{ObservationRecord, OwnCampaignRecord, ShardHeader, TestRecord};

/// The number of different observations that a file refers to by position. Beyond it, positions start again, so that
/// neither the writer nor a reader needs more memory.
const MAX_SEEN: usize = 4_096;

/// Writes the lines of a shard file. Errors are remembered: the file then has no last line.
///
/// ```
/// use forall_format::shard::Shard;
/// use forall_format::shard_file::{ShardFile, ShardFileWriter, ShardHeader, ShardTest, TestRecord};
///
/// let header = ShardHeader {
///     package: None,
///     property: "words::starts_otherwise".to_owned(),
///     formula: "∀ word. …".to_owned(),
///     shard: Shard::new(1, 2).unwrap(),
///     runner: "auto".to_owned(),
///     seed: 42,
///     tests: 10,
///     max_discard_ratio: 10,
///     is_timed: false,
///     size: None,
///     themes: true,
/// };
/// let mut writer = ShardFileWriter::new(Vec::new(), &header);
/// writer.test(2, TestRecord::Discarded(1));
/// writer.reached(4);
/// assert!(!writer.has_failed());
/// writer.end(10);
/// writer.flush().unwrap();
///
/// let bytes = writer.into_inner();
/// let mut file = ShardFile::parse(&bytes[..]).unwrap();
/// assert_eq!(file.header(), &header);
/// assert_eq!(file.test(0).unwrap(), ShardTest::Ran(TestRecord::Passed(Vec::new())));
/// assert_eq!(file.test(2).unwrap(), ShardTest::Ran(TestRecord::Discarded(1)));
/// assert_eq!(file.test(10).unwrap(), ShardTest::AfterEnd);
///
/// let mut killed = ShardFile::parse(&bytes[..bytes.len() - 3]).unwrap();
/// assert_eq!(killed.test(2).unwrap(), ShardTest::Ran(TestRecord::Discarded(1)));
/// assert_eq!(killed.test(6).unwrap(), ShardTest::Missing);
/// ```
#[derive(Debug)]
pub struct ShardFileWriter<W> {
    file: W,
    error: Option<io::Error>,
    /// The positions of the observations that the file contains, by their text.
    seen: HashMap<String, usize>,
}

impl<W: Write> ShardFileWriter<W> {
    /// Writes the header.
    pub fn new(file: W, header: &ShardHeader) -> ShardFileWriter<W> {
        let mut writer = ShardFileWriter::continued(file);
        writer.write(&header.to_lines());
        writer
    }

    /// Continues a file that has a header.
    ///
    /// ```
    /// use forall_format::shard_file::{FailureRecord, OriginRecord, ShardFileWriter, TestRecord};
    ///
    /// let origin = OriginRecord::Crash("abort".to_owned());
    /// let failure = FailureRecord { origin, message: "the process aborted".to_owned(), step: Some(2) };
    /// let mut writer = ShardFileWriter::continued(Vec::new());
    /// writer.test(7, TestRecord::Failed { max_list_doublings: 0, failure });
    /// assert_eq!(writer.into_inner(), b"7\tfailed\t0\tthe process aborted\t2\tcrash\tabort\n");
    /// ```
    pub fn continued(file: W) -> ShardFileWriter<W> {
        ShardFileWriter { file, error: None, seen: HashMap::new() }
    }

    /// Writes the result of test `n`. Tests must be written in order. One that passed without observations is not
    /// written.
    pub fn test(&mut self, n: u64, test: TestRecord) {
        let line = match test {
            TestRecord::Passed(seen) if seen.is_empty() => return,
            TestRecord::Passed(seen) => self.passed(n, seen),
            test => Line::Test(n, test),
        };
        self.write(&line.to_text());
    }

    fn passed(&mut self, n: u64, seen: Vec<ObservationRecord>) -> Line {
        if self.seen.len() + seen.len() > MAX_SEEN && !self.seen.is_empty() {
            self.seen.clear();
            self.write(&Line::Forget.to_text());
        }
        let at = seen.into_iter().map(|seen| self.position(seen)).collect();
        Line::Passed(n, at)
    }

    fn position(&mut self, seen: ObservationRecord) -> usize {
        let text = Line::Seen(seen).to_text();
        if let Some(at) = self.seen.get(&text) {
            return *at;
        }
        self.write(&text);
        let at = self.seen.len();
        self.seen.insert(text, at);
        at
    }

    /// Writes the last line of a shard that failed before its search: on an example, or on a failure that was saved.
    ///
    /// ```
    /// use forall_format::shard_file::ShardFileWriter;
    ///
    /// let mut writer = ShardFileWriter::continued(Vec::new());
    /// writer.failed_before_search();
    /// assert_eq!(writer.into_inner(), b"failed before search\n");
    /// ```
    pub fn failed_before_search(&mut self) {
        self.write(&Line::FailedBeforeSearch.to_text());
    }

    /// Writes that all tests of the shard before test `n` have been run.
    pub fn reached(&mut self, n: u64) {
        self.write(&Line::Reached(n).to_text());
    }

    /// Writes the last line: all tests of the shard before test `n` have been run, and no more will be.
    pub fn end(&mut self, n: u64) {
        self.write(&Line::End(n).to_text());
    }

    /// Writes the last lines of a shard that ran a campaign of its own.
    ///
    /// ```
    /// use forall_format::results::{RunOutcome, TallyRecord};
    /// use forall_format::shard_file::{OwnCampaignRecord, ShardFileWriter};
    ///
    /// let tally = TallyRecord { passed: 20, discarded: 3, rejected: 0 };
    /// let own = OwnCampaignRecord {
    ///     outcome: RunOutcome::Passed,
    ///     tally,
    ///     seed: 7,
    ///     failures: Vec::new(),
    ///     discards: Vec::new(),
    ///     observed: Vec::new(),
    /// };
    /// let mut writer = ShardFileWriter::continued(Vec::new());
    /// writer.own_campaign(own);
    /// assert!(writer.into_inner().starts_with(b"campaign\tpassed\t20\t"));
    /// ```
    pub fn own_campaign(&mut self, mut own: OwnCampaignRecord) {
        let failures = mem::take(&mut own.failures).into_iter().map(Line::OwnFailure);
        let discards = mem::take(&mut own.discards).into_iter().map(Line::OwnDiscards);
        let observed = mem::take(&mut own.observed).into_iter().map(Line::OwnObserved);
        failures.chain(discards).chain(observed).for_each(|line| self.write(&line.to_text()));
        self.write(&Line::Own(own).to_text());
    }

    /// Returns whether a line could not be written.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Flushes the file. Returns the first error of all writes.
    ///
    /// # Errors
    ///
    /// If a line could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.error.is_none() {
            self.error = self.file.flush().err();
        }
        match &self.error {
            Some(error) => Err(io::Error::new(error.kind(), error.to_string())),
            None => Ok(()),
        }
    }

    /// Returns the file.
    pub fn into_inner(self) -> W {
        self.file
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            self.error = self.file.write_all(text.as_bytes()).err();
        }
    }
}
