//! Reading a shard file, in the order of the tests.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;

use super::line::Line;
use super::{
    NodeDiscards, ObservationRecord, OwnCampaignRecord, ShardHeader, ShardHeaderError, TestRecord,
};
use crate::results::ObservedRecord;

/// A shard file that is being read. Its size does not matter, because only the current line is in memory.
///
/// ```
/// use forall_format::shard_file::{ShardFile, ShardTest, TestRecord};
///
/// let text = "forall-shard 1\npackage\t\nproperty\ta::b\nformula\t\nshard\t1/2\nrunner\tauto\nseed\t0x1\ntests\t10\n\
///             max_discard_ratio\t10\ntimed\tfalse\nsize\tvaried\nthemes\ttrue\nreached\t4\n";
/// let mut file = ShardFile::parse(text.as_bytes()).unwrap();
/// assert_eq!(file.header().seed, 1);
/// assert_eq!(file.test(2), Ok(ShardTest::Ran(TestRecord::Passed(Vec::new()))));
/// assert_eq!(file.test(4), Ok(ShardTest::Missing));
/// assert_eq!(file.last_reached(), Ok(Some(4)));
/// assert_eq!(file.own_campaign(), Ok(None));
/// ```
#[derive(Debug)]
pub struct ShardFile<R: Read> {
    header: ShardHeader,
    lines: Lines<R>,
    seen: Vec<ObservationRecord>,
    /// The next test in the file.
    pending: Option<(u64, TestRecord)>,
    /// All tests of the shard before this one have been run, if the search has begun.
    reached: Option<u64>,
    /// Whether the shard failed before its search.
    has_failed_before_search: bool,
    /// The number after `end`.
    end: Option<u64>,
    own_campaign: Option<OwnCampaignRecord>,
    /// The lists of a campaign of its own, from the lines before its last one.
    own_failures: Vec<Option<String>>,
    own_discards: Vec<NodeDiscards>,
    own_observed: Vec<ObservedRecord>,
}

/// What a file contains about a test.
#[derive(Clone, Debug, PartialEq)]
pub enum ShardTest {
    /// The result of the test.
    Ran(TestRecord),
    /// The shard finished before this test.
    AfterEnd,
    /// The process of the shard ended before this test, without finishing.
    Missing,
}

/// A line that is not in the format.
///
/// ```
/// use forall_format::shard_file::DamagedShardFile;
///
/// assert_eq!(DamagedShardFile { line: 12 }.to_string(), "line 12 is damaged");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamagedShardFile {
    /// The number of the line, from 1.
    pub line: usize,
}

/// Complete lines.
#[derive(Debug)]
struct Lines<R: Read> {
    file: BufReader<R>,
    number: usize,
}

impl<R: Read> Lines<R> {
    /// Returns the next line without its line end. An incomplete one counts as the end of the file, as does an error:
    /// then the result of the next test is missing.
    fn next(&mut self) -> Option<String> {
        let mut line = String::new();
        let is_line = |read: io::Result<usize>| read.is_ok_and(|length| length > 0);
        if !is_line(self.file.read_line(&mut line)) || !line.ends_with('\n') {
            return None;
        }
        self.number += 1;
        line.pop();
        Some(line)
    }
}

impl<R: Read> ShardFile<R> {
    /// Parses the header.
    ///
    /// # Errors
    ///
    /// If the first lines are not the header of a shard file.
    pub fn parse(file: R) -> Result<ShardFile<R>, ShardHeaderError> {
        let mut lines = Lines { file: BufReader::new(file), number: 0 };
        let header = ShardHeader::parse(|| lines.next())?;
        Ok(ShardFile {
            header,
            lines,
            seen: Vec::new(),
            pending: None,
            reached: None,
            has_failed_before_search: false,
            end: None,
            own_campaign: None,
            own_failures: Vec::new(),
            own_discards: Vec::new(),
            own_observed: Vec::new(),
        })
    }

    /// Returns the header.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// Returns the result of test `n`, which belongs to the shard. Tests must be requested in order.
    ///
    /// # Errors
    ///
    /// If a line is damaged.
    pub fn test(&mut self, n: u64) -> Result<ShardTest, DamagedShardFile> {
        loop {
            if self.pending.as_ref().is_some_and(|(number, _)| *number < n) {
                self.pending = None;
            }
            if let Some((_, test)) = self.pending.take_if(|(number, _)| *number == n) {
                return Ok(ShardTest::Ran(test));
            }
            if self.pending.is_some() || self.reached.is_some_and(|reached| n < reached) {
                return Ok(ShardTest::Ran(TestRecord::Passed(Vec::new())));
            }
            if self.end.is_some() {
                return Ok(ShardTest::AfterEnd);
            }
            if !self.read_line()? {
                return Ok(ShardTest::Missing);
            }
        }
    }

    /// Returns the result of a campaign of its own, or `None` if the shard did not run one to its end.
    ///
    /// # Errors
    ///
    /// If a line is damaged.
    pub fn own_campaign(&mut self) -> Result<Option<OwnCampaignRecord>, DamagedShardFile> {
        while self.own_campaign.is_none() && self.read_line()? {}
        Ok(self.own_campaign.clone())
    }

    /// Reads the rest of the file. Returns whether the shard finished, or ended with a failure.
    ///
    /// # Errors
    ///
    /// If a line is damaged.
    ///
    /// ```
    /// use forall_format::shard_file::ShardFile;
    ///
    /// let text = "forall-shard 1\npackage\t\nproperty\ta::b\nformula\t\nshard\t1/2\nrunner\tauto\nseed\t0x1\ntests\t10\n\
    ///             max_discard_ratio\t10\ntimed\tfalse\nsize\tvaried\nthemes\ttrue\nreached\t4\n";
    /// let is_complete = |text: &str| ShardFile::parse(text.as_bytes()).unwrap().is_complete();
    /// assert_eq!(is_complete(text), Ok(false));
    /// assert_eq!(is_complete(&format!("{text}end\t10\n")), Ok(true));
    /// assert!(is_complete(&format!("{text}end\t?\n")).is_err());
    /// ```
    pub fn is_complete(&mut self) -> Result<bool, DamagedShardFile> {
        let mut has_failed = false;
        loop {
            has_failed |= matches!(self.pending, Some((_, TestRecord::Failed { .. })));
            if !self.read_line()? {
                let has_finished = self.end.is_some() || self.own_campaign.is_some();
                return Ok(has_failed || has_finished || self.has_failed_before_search);
            }
        }
    }

    /// Reads the rest of the file. Returns whether the shard failed on an example or on a failure that was saved, before
    /// its search.
    ///
    /// # Errors
    ///
    /// If a line is damaged.
    ///
    /// ```
    /// use forall_format::shard_file::ShardFile;
    ///
    /// let text = "forall-shard 1\npackage\t\nproperty\ta::b\nformula\t\nshard\t1/2\nrunner\tauto\nseed\t0x1\ntests\t10\n\
    ///             max_discard_ratio\t10\ntimed\tfalse\nsize\tvaried\nthemes\ttrue\n";
    /// let has_failed = |text: &str| ShardFile::parse(text.as_bytes()).unwrap().has_failed_before_search();
    /// assert_eq!(has_failed(text), Ok(false));
    /// assert_eq!(has_failed(&format!("{text}failed before search\n")), Ok(true));
    /// ```
    pub fn has_failed_before_search(&mut self) -> Result<bool, DamagedShardFile> {
        while self.read_line()? {}
        Ok(self.has_failed_before_search)
    }

    /// Reads the rest of the file. Returns the number in the last line that begins with `reached`: the test that was
    /// running when the process crashed, if it writes this line before each test. Returns `None` if the search had not
    /// begun.
    ///
    /// # Errors
    ///
    /// If a line is damaged.
    pub fn last_reached(&mut self) -> Result<Option<u64>, DamagedShardFile> {
        while self.read_line()? {}
        Ok(self.reached)
    }

    /// Reads one line. Returns false at the end of the file.
    fn read_line(&mut self) -> Result<bool, DamagedShardFile> {
        let Some(line) = self.lines.next() else { return Ok(false) };
        let damaged = DamagedShardFile { line: self.lines.number };
        match Line::parse(&line).ok_or(damaged)? {
            Line::Seen(seen) => self.seen.push(seen),
            Line::Forget => self.seen.clear(),
            Line::Passed(n, at) => {
                let seen: Option<_> = at.iter().map(|at| self.seen.get(*at).cloned()).collect();
                self.pending = Some((n, TestRecord::Passed(seen.ok_or(damaged)?)));
            }
            Line::Test(n, test) => self.pending = Some((n, test)),
            Line::FailedBeforeSearch => self.has_failed_before_search = true,
            Line::Reached(n) => self.reached = Some(n),
            Line::End(n) => {
                self.reached = Some(n);
                self.end = Some(n);
            }
            Line::OwnFailure(choices) => self.own_failures.push(choices),
            Line::OwnDiscards(discards) => self.own_discards.push(discards),
            Line::OwnObserved(observed) => self.own_observed.push(observed),
            Line::Own(own) => {
                self.own_campaign = Some(OwnCampaignRecord {
                    failures: mem::take(&mut self.own_failures),
                    discards: mem::take(&mut self.own_discards),
                    observed: mem::take(&mut self.own_observed),
                    ..own
                });
            }
        }
        Ok(true)
    }
}

impl fmt::Display for DamagedShardFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is damaged", self.line)
    }
}

impl std::error::Error for DamagedShardFile {}
