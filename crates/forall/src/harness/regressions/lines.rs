//! The text of a file of regressions.
//!
//! ```text
//! forall-regressions 1
//! # Inputs on which shapes::areas_add_up failed. …
//!
//! fails t,0,16,f,0.1d5a0e
//!   # shapes = [Square(16)]
//!   # i = 0
//! then t,0,16,f,0.1d5a0e t,0,1,f,0.9b01c2
//!   # shapes = [Square(1)]
//!   # i = 0
//! ```
//!
//! The last three lines are a step: while a failure is being shrunk, what is simpler is added at the
//! end of the file, which is much faster than to write the file anew. It stands for the entry with the
//! first choices, which now has the second ones; whoever writes the file anew puts it in its place.

use std::fmt;

use super::entry::{Entry, State};
use crate::source::ChoiceSequence;

/// What the first line says.
const HEADING: &str = "forall-regressions";
const FORMAT: &str = "1";

/// How a step begins.
const STEP: &str = "then ";
/// How many steps may stand in a file: who reads it reads them all.
const STEPS: usize = 64;

/// A file, line by line: what people wrote into it stays where it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lines {
    lines: Vec<Line>,
    /// How many steps were at its end, which now are in their places.
    steps: usize,
    /// Does it end where a line ends? It does not if who wrote a step was killed.
    whole: bool,
}

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
        let lines = heading.into_iter().map(Line::Other).collect();
        Lines { lines, steps: 0, whole: false }
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<Lines, Wrong> {
        let whole = bytes.ends_with(b"\n");
        let bytes = if whole { bytes } else { without_half_a_step(bytes) };
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            (line, "this is not text".to_owned())
        })?;
        let mut lines = Lines { lines: Vec::new(), steps: 0, whole };
        // To whom remarks belong that are indented.
        let mut above = None;
        for (i, line) in text.lines().enumerate() {
            let wrong = |what| (i + 1, what);
            let remark = line.trim_start().strip_prefix('#');
            above = match (above, remark) {
                _ if i == 0 => lines.other(heading(line).map_err(wrong)?),
                (Some(at), Some(remark)) if line.starts_with([' ', '\t']) => {
                    lines.remark(at, remark.strip_prefix(' ').unwrap_or(remark))
                }
                (_, Some(_)) => lines.other(line),
                _ if line.trim().is_empty() => lines.other(line),
                _ => lines.entry(line).map_err(wrong)?,
            };
        }
        if lines.lines.is_empty() {
            return Err((1, "the file is empty: was it cut short?".to_owned()));
        }
        Ok(lines)
    }

    fn other(&mut self, line: &str) -> Option<usize> {
        self.lines.push(Line::Other(line.to_owned()));
        None
    }

    fn remark(&mut self, at: usize, remark: &str) -> Option<usize> {
        if let Line::Entry(entry) = &mut self.lines[at] {
            entry.remarks.push(remark.to_owned());
        }
        Some(at)
    }

    /// Reads an entry, or a step, which changes one: where it stands.
    fn entry(&mut self, line: &str) -> Result<Option<usize>, String> {
        let Some(step) = line.strip_prefix(STEP) else {
            self.lines.push(Line::Entry(entry(line)?));
            return Ok(Some(self.lines.len() - 1));
        };
        let (old, new) = step.trim().split_once(' ').unwrap_or((step, ""));
        let read = |choices: &str| choices.parse().map_err(|error| format!("`{line}`: {error}"));
        let (old, new): (ChoiceSequence, ChoiceSequence) = (read(old)?, read(new)?);
        self.steps += 1;
        let entry = Entry { state: State::Fails, choices: new.clone(), remarks: Vec::new() };
        self.put(Some(&old), entry);
        Ok(self.lines.iter().position(|line| line.is(&new)))
    }

    /// The entries, with the lines on which they stand.
    pub(super) fn entries(&self) -> Vec<(usize, Entry)> {
        let mut number = 0;
        let mut entries = Vec::new();
        for line in &self.lines {
            number += 1;
            if let Line::Entry(entry) = line {
                entries.push((number, entry.clone()));
                number += entry.remarks.len();
            }
        }
        entries
    }

    /// Puts `new` in the place of the entry with the choices `old`, or behind all others. What is
    /// there already is not there twice. Is anything other than before?
    pub(super) fn put(&mut self, old: Option<&ChoiceSequence>, new: Entry) -> bool {
        if old == Some(&new.choices) && self.lines.iter().any(|line| line.is(&new.choices)) {
            // What people wrote below it stays.
            return self.mark(&new.choices, new.state);
        }
        self.lines.retain(|line| !line.is(&new.choices));
        let line = Line::Entry(new);
        match old.and_then(|old| self.lines.iter_mut().find(|line| line.is(old))) {
            Some(old) => std::mem::replace(old, line.clone()) != line,
            None => {
                self.lines.push(line);
                true
            }
        }
    }

    /// What to add at the end of the file so that it says that the entry with the choices `old` is now
    /// `new`. There is nothing if it must be written anew.
    pub(super) fn step(&self, old: &ChoiceSequence, new: &Entry) -> Option<String> {
        let fits = self.whole && self.steps < STEPS && old != &new.choices;
        let known = |choices| self.lines.iter().any(|line| line.is(choices));
        let simple = new.state == State::Fails && known(old) && !known(&new.choices);
        (fits && simple).then(|| format!("{STEP}{old} {}\n{}", new.choices, Remarks(&new.remarks)))
    }

    /// Are there steps that are not in their places in the file?
    pub(super) fn has_steps(&self) -> bool {
        self.steps > 0
    }

    /// Says how the entry with these choices stands. Did it stand otherwise?
    pub(super) fn mark(&mut self, choices: &ChoiceSequence, state: State) -> bool {
        let mut changed = false;
        for line in &mut self.lines {
            if let Line::Entry(entry) = line
                && entry.choices == *choices
            {
                changed |= std::mem::replace(&mut entry.state, state) != state;
            }
        }
        changed
    }
}

impl Line {
    fn is(&self, choices: &ChoiceSequence) -> bool {
        matches!(self, Line::Entry(entry) if entry.choices == *choices)
    }
}

/// The text without its last line, if somebody was killed while adding a step, or is adding it.
fn without_half_a_step(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let (before, last) = bytes.split_at(start);
    let begun = !last.is_empty() && STEP.as_bytes().starts_with(last);
    // A remark may end in the middle of a letter.
    let torn = last.starts_with(b" ") && str::from_utf8(last).is_err();
    if begun || torn || last.starts_with(STEP.as_bytes()) { before } else { bytes }
}

fn heading(line: &str) -> Result<&str, String> {
    match line.trim_end().split_once(' ') {
        Some((HEADING, FORMAT)) => Ok(line),
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
        format!(
            "`{word}` is none of `fails`, `kills`, `fixed` and `stale`, and not a remark (`# …`)"
        )
    })?;
    let choices: ChoiceSequence =
        choices.trim().parse().map_err(|error| format!("`{}`: {error}", line.trim()))?;
    Ok(Entry { state, choices, remarks: Vec::new() })
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| match line {
            Line::Other(text) => writeln!(f, "{text}"),
            Line::Entry(Entry { state, choices, remarks }) => {
                write!(f, "{} {choices}\n{}", state.word(), Remarks(remarks))
            }
        })
    }
}

/// What stands below an entry.
struct Remarks<'r>(&'r [String]);

impl fmt::Display for Remarks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|remark| writeln!(f, "  # {remark}"))
    }
}
