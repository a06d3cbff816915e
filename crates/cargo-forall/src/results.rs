//! Results files: one per property, with the lines that its last run wrote.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use forall_format::json::JsonObject;
use forall_format::regular_file;
use forall_format::results::{BeginLine, EndLine, LostLine, ProgressLine, ResultLine, RunOutcome};
use forall_format::state_path::LINES_EXTENSION;
use forall_format::wording::{count, elapsed, group, percent};

use crate::error::Error;
use crate::json;

/// The number of progress lines that a page needs for a curve.
const MAX_POINTS: usize = 300;

/// The lines in a results file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    lines: Vec<ResultLine>,
    /// Whether the process of the test has ended.
    is_finished: bool,
    /// The worker of a store that runs it, if that is another one.
    worker: Option<String>,
}

impl Run {
    /// Returns all runs in this folder, in the order of their paths.
    pub(crate) fn read_all(folder: &Path) -> Result<Vec<Run>, Error> {
        let mut runs = Vec::new();
        for path in files(folder).map_err(Error::cannot("read results"))? {
            runs.extend(Run::read(&path)?);
        }
        Ok(runs)
    }

    /// Returns the run in this file, or `None` if the file has no complete line.
    pub(crate) fn read(path: &Path) -> Result<Option<Run>, Error> {
        let bytes = regular_file::read(path, u64::MAX).map_err(|error| Error::NotRead {
            path: path.display().to_string(),
            message: error.to_string(),
        })?;
        // A damaged line is skipped like one of an unknown type.
        Ok(Run::parse(&String::from_utf8_lossy(&bytes)))
    }

    /// Parses the lines of a run. The last line may be incomplete.
    pub(crate) fn parse(text: &str) -> Option<Run> {
        let lines = json::lines(text, |line| ResultLine::read(line));
        (!lines.is_empty()).then_some(Run { lines, is_finished: false, worker: None })
    }

    /// Returns the run as the script of the page reads it.
    pub(crate) fn to_json(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(ResultLine::to_json).collect();
        let object = JsonObject::new().field("finished", &self.is_finished);
        let object = object.field("worker", &self.worker);
        object.raw("lines", &format!("[{}]", lines.join(","))).finish()
    }

    fn begin(&self) -> Option<&BeginLine> {
        self.lines.iter().find_map(|line| match line {
            ResultLine::Begin(begin) => Some(begin),
            _ => None,
        })
    }

    /// Returns the last line, or `None` if the run did not finish.
    pub(crate) fn end(&self) -> Option<&EndLine> {
        self.lines.iter().find_map(|line| match line {
            ResultLine::End(end) => Some(&**end),
            _ => None,
        })
    }

    /// Adds the tests and the time of an earlier part of the same search to the report.
    pub(crate) fn add_earlier(&mut self, earlier: &Run) {
        let Some(before) = earlier.end() else { return };
        for line in &mut self.lines {
            if let ResultLine::End(end) = line {
                end.seconds += before.seconds;
                let more = &before.report.tally;
                let tally = &mut end.report.tally;
                tally.passed += more.passed;
                tally.discarded += more.discarded;
                tally.rejected += more.rejected;
            }
        }
    }

    /// Returns the number of behaviours that a guided run has reached.
    pub(crate) fn behaviours(&self) -> u64 {
        let guided = self.progress().and_then(|progress| progress.guided.as_ref());
        guided.map_or(0, |guided| guided.reached)
    }

    fn lost(&self) -> Option<&LostLine> {
        self.lines.iter().find_map(|line| match line {
            ResultLine::Lost(lost) => Some(lost),
            _ => None,
        })
    }

    /// Returns the latest progress.
    fn progress(&self) -> Option<&ProgressLine> {
        self.lines.iter().rev().find_map(|line| match line {
            ResultLine::Progress(progress) => Some(progress),
            _ => None,
        })
    }

    fn fails(&self) -> bool {
        self.lines.iter().any(|line| matches!(line, ResultLine::Failing(_)))
    }

    /// Returns the outcome, or `None` if the run did not finish.
    pub(crate) fn outcome(&self) -> Option<RunOutcome> {
        Some(self.end()?.report.outcome)
    }

    /// Returns the word for the outcome.
    pub(crate) fn word(&self) -> &str {
        match self.end() {
            Some(_) if self.is_flaky() => "flaky",
            Some(end) if end.interrupted && end.report.outcome == RunOutcome::Passed => {
                "interrupted"
            }
            Some(end) => end.report.outcome.word(),
            None => self.lost().map_or("unfinished", |lost| &lost.outcome),
        }
    }

    /// Returns whether the run has executed any tests.
    pub(crate) fn has_run_tests(&self) -> bool {
        self.progress().is_some() || self.fails()
    }

    /// Returns the shard, if the run is one of several parts of a campaign.
    pub(crate) fn shard(&self) -> Option<&str> {
        self.begin()?.shard.as_deref()
    }

    /// Returns the name of the runner.
    pub(crate) fn runner(&self) -> &str {
        self.begin().map_or("", |begin| &begin.runner)
    }

    /// Returns whether the failure did not occur every time.
    pub(crate) fn is_flaky(&self) -> bool {
        let counterexample = self.end().and_then(|end| end.report.counterexample.as_ref());
        counterexample.is_some_and(|counterexample| counterexample.flaky)
    }

    /// Returns what distinguishes the failure from others: where the code panicked, otherwise the message.
    pub(crate) fn failure(&self) -> Option<String> {
        let counterexample = self.end()?.report.counterexample.as_ref()?;
        Some(counterexample.place.clone().unwrap_or_else(|| counterexample.message.clone()))
    }

    /// Returns the number of tests and the time: `, 1,000 tests in 12 ms`.
    pub(crate) fn effort_text(&self) -> String {
        let Some(end) = self.end() else { return String::new() };
        let time = seconds(end.seconds);
        match end.report.tally.tests() {
            // The tally does not include the failing test.
            0 => format!(", in {time}"),
            tests => format!(", {} in {time}", count(tests, "test")),
        }
    }

    /// Returns the progress: `12,000 tests, 4,000/s, 3 % discarded, 48 s left`.
    pub(crate) fn progress_text(&self) -> String {
        let Some(now) = self.progress() else { return "starting".to_owned() };
        let tests = now.tally.tests();
        let mut parts = vec![count(tests, "test")];
        if now.seconds > 0.0 {
            parts.push(format!("{}/s", group((tests as f64 / now.seconds) as u64)));
        }
        if now.tally.passed < tests {
            parts.push(format!("{} discarded", percent(tests - now.tally.passed, tests)));
        }
        if self.fails() {
            parts.push("failed, shrinking".to_owned());
        } else {
            parts.extend(now.guided.as_ref().map(|guided| guided.text.clone()));
            parts.extend(self.time_left(now));
        }
        parts.join(", ")
    }

    /// Returns the estimated time until the run ends.
    fn time_left(&self, now: &ProgressLine) -> Option<String> {
        let begin = self.begin()?;
        let passed = now.tally.passed as f64;
        let by_time = begin.time.map(|time| time - now.seconds);
        let by_tests = begin.tests.filter(|_| passed > 0.0);
        let by_tests = by_tests.map(|tests| now.seconds * (tests as f64 / passed - 1.0));
        let left = [by_time, by_tests].into_iter().flatten().reduce(f64::min)?;
        Some(format!("{} left", seconds(left)))
    }

    /// Adds a last line to the file of a run that did not write one.
    pub(crate) fn append_lost(&mut self, path: &Path, outcome: &str, text: &str) {
        let lost = LostLine { outcome: outcome.to_owned(), text: text.to_owned() };
        let line = ResultLine::Lost(lost);
        let file = fs::File::options().append(true).open(path);
        // The line before may be incomplete. An error is ignored: the screen shows the outcome too.
        let _ = file.and_then(|mut file| writeln!(file, "\n{}", line.to_json()));
        self.lines.push(line);
    }

    /// Removes progress lines that a page does not need.
    #[must_use]
    pub(crate) fn thinned(mut self) -> Run {
        let is_progress = |line: &ResultLine| matches!(line, ResultLine::Progress(_));
        let points = self.lines.iter().filter(|line| is_progress(line)).count();
        let every = points.div_ceil(MAX_POINTS).max(1);
        let mut remaining = points;
        // The last progress line is retained.
        self.lines.retain(|line| {
            remaining -= usize::from(is_progress(line));
            !is_progress(line) || remaining.is_multiple_of(every)
        });
        self
    }

    /// Marks the run as finished.
    pub(crate) fn into_finished(mut self) -> Run {
        self.is_finished = true;
        self
    }

    /// Names the worker of a store that runs it.
    #[must_use]
    pub(crate) fn of_worker(mut self, name: &str) -> Run {
        self.worker = Some(name.to_owned());
        self
    }

    /// Returns the lines that show the state of the run, without the way to it.
    pub(crate) fn state_lines(&self) -> String {
        let is_progress = |line: &&ResultLine| matches!(line, ResultLine::Progress(_));
        let last = self.lines.iter().rfind(is_progress);
        let lines = self.lines.iter().filter(|line| !is_progress(line) || Some(*line) == last);
        lines.map(|line| line.to_json() + "\n").collect()
    }

    /// Returns when the run began, in seconds since the Unix epoch.
    pub(crate) fn began_at(&self) -> Option<u64> {
        Some(self.begin()?.at)
    }
}

fn seconds(seconds: f64) -> String {
    elapsed(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

/// Returns all results files below a folder, sorted. The folder may not exist. Does not follow links to folders, which may
/// form cycles.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.exists() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.is_file()
            && path.extension().is_some_and(|extension| extension == LINES_EXTENSION)
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use forall_format::results::{Seed, TallyRecord};

    use super::*;

    fn begin() -> String {
        let begin = BeginLine {
            property: "a::b".to_owned(),
            path: "b".to_owned(),
            package: None,
            shard: None,
            place: "a.rs:1".to_owned(),
            formula: String::new(),
            runner: "quick_check".to_owned(),
            seed: Seed(1),
            tests: None,
            time: None,
            at: 0,
        };
        ResultLine::Begin(begin).to_json()
    }

    fn progress(seconds: f64) -> ResultLine {
        let tally = TallyRecord { passed: 1, discarded: 2, rejected: 0 };
        ResultLine::Progress(ProgressLine { seconds, size: 1, tally, guided: None })
    }

    /// A crash, a merge or an attack may leave such files.
    #[test]
    #[cfg(unix)]
    fn damaged_and_strange_files_do_not_hide_other_results() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().expect("tests may write there");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("good.jsonl"), begin() + "\n").expect("tests may write there");
        let text = [b"\xff\xfe{\n", begin().as_bytes(), b"\n"].concat();
        fs::write(path("not_text.jsonl"), text).expect("tests may write there");
        fs::write(path("empty.jsonl"), "").expect("tests may write there");
        let pipe = std::process::Command::new("mkfifo").arg(path("pipe.jsonl")).status();
        assert!(pipe.expect("the command exists").success());
        symlink("/dev/zero", path("device.jsonl")).expect("it is new");
        symlink(folder.path(), path("circle")).expect("it is new");
        symlink("nowhere", path("dangling.jsonl")).expect("it is new");
        let runs = Run::read_all(folder.path()).expect("it can be read");
        assert_eq!(runs.len(), 2, "{runs:?}");
        let error = Run::read(&path("pipe.jsonl")).expect_err("it is a pipe").to_string();
        assert!(
            error.ends_with("pipe.jsonl cannot be read: it is a pipe or a device, and not a file")
        );
    }

    fn run(points: usize) -> Run {
        let progress = (0..points).map(|point| progress(point as f64).to_json() + "\n");
        let text = format!("{}\n{}", begin(), progress.collect::<String>());
        Run::parse(&text).expect("the text has lines")
    }

    #[test]
    fn an_incomplete_line_is_ignored() {
        let run = Run::parse(&format!("{}\n{{\"type\":\"pro", begin())).expect("one line");
        assert_eq!(run.lines.len(), 1);
        assert_eq!(run.outcome(), None);
        assert_eq!(run.runner(), "quick_check");
        assert_eq!(run.word(), "unfinished");
        assert!(Run::parse("").is_none());
    }

    #[test]
    fn progress_text_shows_tests_rate_and_discards() {
        assert_eq!(run(0).progress_text(), "starting");
        assert_eq!(run(4).progress_text(), "3 tests, 1/s, 67 % discarded");
    }

    #[test]
    fn thinning_retains_the_last_progress_line() {
        for points in [0, 1, 299, 300, 301, 10_000] {
            let run = run(points).thinned();
            assert!(run.lines.len() <= MAX_POINTS + 1, "{points}: {}", run.lines.len());
            let last = run.lines.last().expect("the run has a first line");
            let is_last = points == 0 || *last == progress((points - 1) as f64);
            assert!(is_last, "{points}: {last:?}");
        }
    }
}
