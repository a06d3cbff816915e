//! Results: what runs wrote down, one file a property.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use forall_format::json::JsonObject;
use forall_format::results::{BeginLine, EndLine, LostLine, ProgressLine, ResultLine, RunOutcome};
use forall_format::state_path::LINES_EXTENSION;
use forall_format::wording::{count, elapsed, group, percent};

use crate::error::Error;
use crate::json;

/// The number of lines of progress that are enough for a curve.
const POINTS: usize = 300;

/// What one run wrote down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    lines: Vec<ResultLine>,
    /// Whether nobody writes to the file any more.
    is_over: bool,
}

impl Run {
    /// Returns all runs in this folder, by name.
    pub(crate) fn all(folder: &Path) -> Result<Vec<Run>, Error> {
        let mut runs = Vec::new();
        for path in files(folder).map_err(Error::cannot("read results"))? {
            runs.extend(Run::read(&path)?);
        }
        Ok(runs)
    }

    /// Returns the run in this file, if there is a line in it.
    pub(crate) fn read(path: &Path) -> Result<Option<Run>, Error> {
        let text = fs::read_to_string(path).map_err(Error::cannot("read results"))?;
        Ok(Run::parse(&text))
    }

    /// Parses the lines of a run. The last line may be incomplete.
    pub(crate) fn parse(text: &str) -> Option<Run> {
        let lines = json::lines(text, |line| ResultLine::read(line));
        (!lines.is_empty()).then_some(Run { lines, is_over: false })
    }

    /// Returns the run as the page reads it.
    pub(crate) fn to_json(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(ResultLine::to_json).collect();
        let object = JsonObject::new().field("over", &self.is_over);
        object.raw("lines", &format!("[{}]", lines.join(","))).finish()
    }

    fn begin(&self) -> Option<&BeginLine> {
        self.lines.iter().find_map(|line| match line {
            ResultLine::Begin(begin) => Some(begin),
            _ => None,
        })
    }

    /// Returns the last line of a run that ended by itself.
    pub(crate) fn end(&self) -> Option<&EndLine> {
        self.lines.iter().find_map(|line| match line {
            ResultLine::End(end) => Some(&**end),
            _ => None,
        })
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

    /// Returns how it ended, if it did.
    pub(crate) fn outcome(&self) -> Option<RunOutcome> {
        Some(self.end()?.report.outcome)
    }

    /// Returns the word for how it ended.
    pub(crate) fn word(&self) -> &str {
        match self.end() {
            Some(_) if self.is_flaky() => "flaky",
            Some(end) if end.interrupted && end.report.outcome == RunOutcome::Passed => {
                "interrupted"
            }
            Some(end) => end.report.outcome.word(),
            None => self.lost().map_or("did not end", |lost| &lost.outcome),
        }
    }

    /// Returns whether it ran any tests.
    pub(crate) fn has_come_far(&self) -> bool {
        self.progress().is_some() || self.fails()
    }

    /// Returns the name of the runner.
    pub(crate) fn runner(&self) -> &str {
        self.begin().map_or("", |begin| &begin.runner)
    }

    /// Returns whether the failure did not come every time.
    pub(crate) fn is_flaky(&self) -> bool {
        let found = self.end().and_then(|end| end.report.counterexample.as_ref());
        found.is_some_and(|found| found.flaky)
    }

    /// Returns what it took: `, 1,000 tests in 12 ms`.
    pub(crate) fn came_to(&self) -> String {
        let Some(end) = self.end() else { return String::new() };
        let time = seconds(end.seconds);
        match end.report.tally.tests() {
            // The failing test is not counted.
            0 => format!(", in {time}"),
            tests => format!(", {} in {time}", count(tests, "test")),
        }
    }

    /// Returns how it goes: `12,000 tests, 4,000/s, 3 % turned away, 48 s left`.
    pub(crate) fn going(&self) -> String {
        let Some(now) = self.progress() else { return "begins".to_owned() };
        let tests = now.tally.tests();
        let mut parts = vec![count(tests, "test")];
        if now.seconds > 0.0 {
            parts.push(format!("{}/s", group((tests as f64 / now.seconds) as u64)));
        }
        if now.tally.passed < tests {
            parts.push(format!("{} turned away", percent(tests - now.tally.passed, tests)));
        }
        if self.fails() {
            parts.push("fails, and is being shrunk".to_owned());
        } else {
            parts.extend(now.guided.as_ref().map(|guided| guided.text.clone()));
            parts.extend(self.left(now));
        }
        parts.join(", ")
    }

    /// Returns how long it will go on.
    fn left(&self, now: &ProgressLine) -> Option<String> {
        let begin = self.begin()?;
        let passed = now.tally.passed as f64;
        let by_time = begin.time.map(|time| time - now.seconds);
        let by_tests = begin.tests.filter(|_| passed > 0.0);
        let by_tests = by_tests.map(|tests| now.seconds * (tests as f64 / passed - 1.0));
        let left = [by_time, by_tests].into_iter().flatten().reduce(f64::min)?;
        Some(format!("{} left", seconds(left)))
    }

    /// Writes to its file what happened, since the run did not do so itself.
    pub(crate) fn lose(&mut self, path: &Path, outcome: &str, text: &str) {
        let lost = LostLine { outcome: outcome.to_owned(), text: text.to_owned() };
        let line = ResultLine::Lost(lost);
        let file = fs::File::options().append(true).open(path);
        // The last line may be incomplete. If this one cannot be written, it has still been shown.
        let _ = file.and_then(|mut file| writeln!(file, "\n{}", line.to_json()));
        self.lines.push(line);
    }

    /// Returns the run with no more lines than a page needs.
    #[must_use]
    pub(crate) fn thinned(mut self) -> Run {
        let is_progress = |line: &ResultLine| matches!(line, ResultLine::Progress(_));
        let points = self.lines.iter().filter(|line| is_progress(line)).count();
        let every = points.div_ceil(POINTS).max(1);
        let mut at = points;
        // The last one stays.
        self.lines.retain(|line| {
            at -= usize::from(is_progress(line));
            !is_progress(line) || at.is_multiple_of(every)
        });
        self
    }

    /// Marks that nobody writes to it any more.
    pub(crate) fn over(mut self) -> Run {
        self.is_over = true;
        self
    }
}

fn seconds(seconds: f64) -> String {
    elapsed(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

/// All files below a folder that hold results, in order. None if it is not there.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.exists() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == LINES_EXTENSION) {
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

    fn run(points: usize) -> Run {
        let progress = (0..points).map(|at| progress(at as f64).to_json() + "\n");
        let text = format!("{}\n{}", begin(), progress.collect::<String>());
        Run::parse(&text).expect("it has lines")
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let run = Run::parse(&format!("{}\n{{\"type\":\"pro", begin())).expect("one line");
        assert_eq!((run.lines.len(), run.outcome()), (1, None));
        assert_eq!((run.runner(), run.word()), ("quick_check", "did not end"));
        assert!(Run::parse("").is_none());
    }

    #[test]
    fn the_progress_of_a_run_is_told() {
        assert_eq!(run(0).going(), "begins");
        assert_eq!(run(4).going(), "3 tests, 1/s, 67 % turned away");
    }

    #[test]
    fn long_runs_are_thinned_and_keep_their_end() {
        for points in [0, 1, 299, 300, 301, 10_000] {
            let run = run(points).thinned();
            assert!(run.lines.len() <= POINTS + 1, "{points}: {}", run.lines.len());
            let last = run.lines.last().expect("there is a beginning");
            let is_last = points == 0 || *last == progress((points - 1) as f64);
            assert!(is_last, "{points}: {last:?}");
        }
    }
}
