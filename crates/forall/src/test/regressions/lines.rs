//! The text of a file of regressions.
//!
//! ```text
//! forall-regressions 1
//! # Inputs on which shapes::areas_add_up failed. …
//!
//! fails t,0,16,f,0.1d5a0e
//!   # shapes = [Square(16)]
//!   # i = 0
//! ```

use std::fmt;

use super::entry::{Entry, State};
use crate::source::Choices;

/// What the first line says.
const HEADING: &str = "forall-regressions";
const FORMAT: &str = "1";

/// A file, line by line: what people wrote into it stays where it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lines(Vec<Line>);

#[derive(Clone, Debug, PartialEq)]
enum Line {
    Entry(Entry),
    /// A heading, a remark, nothing.
    Other(String),
}

/// What is wrong, and on which line.
type Wrong = (usize, String);

impl Lines {
    /// A file with nothing in it.
    pub(super) fn new(property: &str) -> Lines {
        let heading = [
            format!("{HEADING} {FORMAT}"),
            format!("# Inputs on which {property} failed. They run first."),
            "# Keep this file under version control. To forget a failure, delete its lines."
                .to_owned(),
            String::new(),
        ];
        Lines(heading.into_iter().map(Line::Other).collect())
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Lines, Wrong> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            (line, "this is not text".to_owned())
        })?;
        let mut lines: Vec<Line> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let remark = line.trim_start().strip_prefix('#');
            match (lines.last_mut(), remark) {
                _ if i == 0 => lines.push(heading(line).map_err(|what| (1, what))?),
                // What is indented belongs to the entry above.
                (Some(Line::Entry(entry)), Some(remark)) if line.starts_with([' ', '\t']) => {
                    entry.remarks.push(remark.trim_start().to_owned());
                }
                (_, Some(_)) => lines.push(Line::Other(line.to_owned())),
                _ if line.trim().is_empty() => lines.push(Line::Other(line.to_owned())),
                _ => lines.push(Line::Entry(entry(line).map_err(|what| (i + 1, what))?)),
            }
        }
        if lines.is_empty() {
            return Err((1, "the file is empty: was it cut short?".to_owned()));
        }
        Ok(Lines(lines))
    }

    /// The entries, with the lines on which they stand.
    pub(super) fn entries(&self) -> Vec<(usize, Entry)> {
        let mut number = 0;
        let mut entries = Vec::new();
        for line in &self.0 {
            number += 1;
            if let Line::Entry(entry) = line {
                entries.push((number, entry.clone()));
                number += entry.remarks.len();
            }
        }
        entries
    }

    /// Puts `new` in the place of the entry with the choices `old`, or behind all others. What is
    /// there already is not there twice.
    pub(super) fn put(&mut self, old: Option<&str>, new: Entry) {
        let choices = new.choices.to_string();
        if old != Some(&choices) {
            self.0.retain(|line| !line.is(&choices));
        }
        let replaced = old.and_then(|old| self.0.iter_mut().find(|line| line.is(old)));
        match replaced {
            Some(line) => *line = Line::Entry(new),
            None => self.0.push(Line::Entry(new)),
        }
    }

    /// Says how the entry with these choices stands.
    pub(super) fn mark(&mut self, choices: &str, state: State) {
        for line in &mut self.0 {
            match line {
                Line::Entry(entry) if entry.choices.to_string() == choices => entry.state = state,
                _ => {}
            }
        }
    }
}

impl Line {
    fn is(&self, choices: &str) -> bool {
        matches!(self, Line::Entry(entry) if entry.choices.to_string() == choices)
    }
}

fn heading(line: &str) -> Result<Line, String> {
    match line.trim_end().split_once(' ') {
        Some((HEADING, FORMAT)) => Ok(Line::Other(line.to_owned())),
        Some((HEADING, format)) => Err(format!(
            "this is format {format}, of another release of Forall; this one knows format {FORMAT}"
        )),
        _ => Err(format!(
            "this is no file of regressions: it does not begin with `{HEADING} {FORMAT}`"
        )),
    }
}

fn entry(line: &str) -> Result<Entry, String> {
    if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark)) {
        return Err("this is a conflict of a merge: keep the entries of both sides".to_owned());
    }
    let (word, choices) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    let state = State::ALL.into_iter().find(|state| state.word() == word);
    let state = state.ok_or_else(|| {
        format!("`{word}` is none of `fails`, `fixed` and `stale`, and not a remark (`# …`)")
    })?;
    let choices: Choices =
        choices.trim().parse().map_err(|error| format!("`{}`: {error}", line.trim()))?;
    Ok(Entry { state, choices, remarks: Vec::new() })
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| match line {
            Line::Other(text) => writeln!(f, "{text}"),
            Line::Entry(Entry { state, choices, remarks }) => {
                writeln!(f, "{} {choices}", state.word())?;
                remarks.iter().try_for_each(|remark| writeln!(f, "  # {remark}"))
            }
        })
    }
}
