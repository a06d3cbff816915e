//! Results: what runs wrote down, one file a property.
//!
//! The lines are the library's; we look into few of them, and hand the others on to the page.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::Error;

/// Where a package has them.
pub(crate) const FOLDER: &str = ".forall/results";

/// So many lines of progress are enough for a curve.
const POINTS: usize = 300;

/// What one run wrote down.
#[derive(Clone, Debug)]
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
    fn parse(text: &str) -> Option<Run> {
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        let lines: Vec<Value> = lines.collect();
        (!lines.is_empty()).then_some(Run { lines })
    }

    /// The first line of this type.
    fn line(&self, kind: &str) -> Option<&Value> {
        self.lines.iter().find(|line| line["type"] == kind)
    }

    /// What the property is called, by module and name.
    pub(crate) fn property(&self) -> &str {
        self.line("begin").and_then(|line| line["property"].as_str()).unwrap_or_default()
    }

    /// How it ended; nothing if it has not, or its process died.
    pub(crate) fn outcome(&self) -> Option<&str> {
        self.line("end")?["report"]["outcome"].as_str()
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
        assert_eq!((run.lines.len(), run.property(), run.outcome()), (1, "a::b", None));
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
