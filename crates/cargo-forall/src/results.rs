//! Results: what runs wrote down, one file a property.
//!
//! The lines are the library's; we look into few of them, and hand the others on to the page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::Error;

/// Where a package has them.
pub(crate) const FOLDER: &str = ".forall/results";

/// So many lines of progress are enough for a curve.
const POINTS: usize = 300;

/// What one run wrote down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Run {
    pub(crate) lines: Vec<Value>,
}

impl Run {
    /// All that were written in this folder, by name.
    pub(crate) fn all(folder: &Path) -> Result<Vec<Run>, Error> {
        let mut runs = Vec::new();
        for path in files(folder).map_err(Error::cannot("read results"))? {
            runs.extend(Run::read(&path)?);
        }
        Ok(runs)
    }

    /// The one in this file, if there is a line in it.
    pub(crate) fn read(path: &Path) -> Result<Option<Run>, Error> {
        let text = fs::read_to_string(path).map_err(Error::cannot("read results"))?;
        Ok(Run::parse(&text))
    }

    /// The last line may still be on its way, or have been cut off with its process.
    pub(crate) fn parse(text: &str) -> Option<Run> {
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let lines: Vec<Value> = lines.collect();
        (!lines.is_empty()).then_some(Run { lines })
    }

    /// The first line of this type.
    fn line(&self, kind: &str) -> Option<&Value> {
        self.lines.iter().find(|line| line["type"] == kind)
    }

    /// What it came to; nothing if it has not ended, or its process died.
    pub(crate) fn end(&self) -> Option<&Value> {
        self.line("end")
    }

    /// How it ended, if it did.
    pub(crate) fn outcome(&self) -> Option<&str> {
        self.end()?["report"]["outcome"].as_str()
    }

    /// How it ended, in the word for all to see.
    pub(crate) fn word(&self) -> &str {
        let lost = self.line("lost").and_then(|line| line["outcome"].as_str());
        match self.outcome() {
            Some("falsified") if self.is_flaky() => "flaky",
            Some("passed") if self.end().is_some_and(|end| end["interrupted"] == true) => {
                "interrupted"
            }
            Some(outcome) => outcome,
            None => lost.unwrap_or("did not end"),
        }
    }

    /// Did it come to running tests?
    pub(crate) fn has_come_far(&self) -> bool {
        self.line("progress").or_else(|| self.line("failing")).is_some()
    }

    /// What ran it.
    pub(crate) fn runner(&self) -> &str {
        self.line("begin").and_then(|line| line["runner"].as_str()).unwrap_or_default()
    }

    /// Was there a failure that did not come every time?
    pub(crate) fn is_flaky(&self) -> bool {
        self.end().is_some_and(|end| end["report"]["counterexample"]["flaky"] == true)
    }

    /// What it took: `, 1,000 tests in 12 ms`.
    pub(crate) fn came_to(&self) -> String {
        let Some(end) = self.end() else { return String::new() };
        let time = time(end["seconds"].as_f64().unwrap_or_default());
        match tests(&end["report"]["tally"]) {
            // What failed is not counted.
            0 => format!(", in {time}"),
            tests => format!(", {} in {time}", counted(tests)),
        }
    }

    /// How it goes: `12,000 tests, 4,000/s, 3 % turned away, 48 s left`.
    pub(crate) fn going(&self) -> String {
        let progress = self.lines.iter().rev().find(|line| line["type"] == "progress");
        let Some(now) = progress else { return "begins".to_owned() };
        let (tally, seconds) = (&now["tally"], now["seconds"].as_f64().unwrap_or_default());
        let (tests, passed) = (tests(tally), tally["passed"].as_u64().unwrap_or_default());
        let mut parts = vec![counted(tests)];
        if seconds > 0.0 {
            parts.push(format!("{}/s", group((tests as f64 / seconds) as u64)));
        }
        if passed < tests {
            parts.push(format!("{} % turned away", 100 * (tests - passed) / tests));
        }
        if self.lines.iter().any(|line| line["type"] == "failing") {
            parts.push("fails, and is being shrunk".to_owned());
        } else {
            parts.extend(now["guided"].as_str().map(str::to_owned));
            parts.extend(self.left(passed, seconds));
        }
        parts.join(", ")
    }

    /// How long it will go on.
    fn left(&self, passed: u64, seconds: f64) -> Option<String> {
        let begin = self.line("begin")?;
        let by_time = begin["time"].as_f64().map(|time| time - seconds);
        let by_tests = begin["tests"].as_f64().filter(|_| passed > 0);
        let by_tests = by_tests.map(|tests| seconds * (tests / passed as f64 - 1.0));
        let left = [by_time, by_tests].into_iter().flatten().reduce(f64::min)?;
        Some(format!("{} left", time(left.max(0.0))))
    }

    /// Says in its file what came of it, since it did not do so itself.
    pub(crate) fn lose(&mut self, path: &Path, outcome: &str, text: &str) {
        let line = json!({ "type": "lost", "outcome": outcome, "text": text });
        let file = fs::File::options().append(true).open(path);
        // Half a line may stand at the end. Who cannot write it down has still seen it.
        let _ = file.and_then(|mut file| writeln!(file, "\n{line}"));
        self.lines.push(line);
    }

    /// The same with no more lines than a page needs.
    #[must_use]
    pub(crate) fn thinned(mut self) -> Run {
        let points = self.lines.iter().filter(|line| line["type"] == "progress").count();
        let every = points.div_ceil(POINTS).max(1);
        let mut at = points;
        // The last one stays.
        self.lines.retain(|line| {
            at -= usize::from(line["type"] == "progress");
            line["type"] != "progress" || at.is_multiple_of(every)
        });
        self
    }

    /// Marks that nobody writes to it any more.
    pub(crate) fn over(mut self) -> Run {
        if let Some(begin) = self.lines.first_mut().and_then(Value::as_object_mut) {
            begin.insert("over".to_owned(), true.into());
        }
        self
    }
}

fn tests(tally: &Value) -> u64 {
    ["passed", "discarded", "rejected"].iter().filter_map(|way| tally[way].as_u64()).sum()
}

fn counted(tests: u64) -> String {
    format!("{} {}", group(tests), if tests == 1 { "test" } else { "tests" })
}

/// `1,234,567`.
fn group(number: u64) -> String {
    let digits = number.to_string();
    let places = digits.chars().enumerate();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    places.flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit])).collect()
}

/// `250 µs`, `12 ms`, `3.4 s`, `2 min`, `1.5 h`.
fn time(seconds: f64) -> String {
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{:.0} ms", seconds * 1e3),
        ..60.0 => format!("{seconds:.1} s"),
        ..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
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
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(points: usize) -> Run {
        let progress =
            (0..points).map(|at| format!("{{\"type\":\"progress\",\"seconds\":{at}}}\n"));
        let text = format!(
            "{{\"type\":\"begin\",\"property\":\"a::b\"}}\n{}",
            progress.collect::<String>()
        );
        Run::parse(&text).expect("it has lines")
    }

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let run = Run::parse("{\"type\":\"begin\",\"property\":\"a::b\"}\n{\"type\":\"pro")
            .expect("one line");
        assert_eq!((run.lines.len(), run.outcome()), (1, None));
        assert!(Run::parse("").is_none());
    }

    #[test]
    fn long_runs_are_thinned_and_keep_their_end() {
        for points in [0, 1, 299, 300, 301, 10_000] {
            let run = run(points).thinned();
            assert!(run.lines.len() <= POINTS + 1, "{points}: {}", run.lines.len());
            let last = run.lines.last().expect("there is a beginning");
            let kept = points == 0 || last["seconds"] == points - 1;
            assert!(kept, "{points}: {last}");
        }
    }
}
