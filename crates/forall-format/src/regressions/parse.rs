//! Parsing of regression files.

use super::entry::{RegressionEntry, RegressionState};
use super::error::{ParseRegressionsError, RegressionProblem};
use super::{HEADING, Line, RegressionFile, STEP};
use crate::choice_sequence::ChoiceSequence;
use crate::heading::HeadingProblem;

/// The starts of the lines that version control writes around a conflict.
const CONFLICT_MARKERS: [&str; 4] = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"];

pub(super) fn parse(bytes: &[u8]) -> Result<RegressionFile, ParseRegressionsError> {
    let ends_in_line_end = bytes.ends_with(b"\n");
    let bytes = without_incomplete_step(without_nuls(bytes));
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        ParseRegressionsError { line, problem: RegressionProblem::NotUtf8 }
    })?;
    let file = RegressionFile { lines: Vec::new(), steps: 0, appendable: ends_in_line_end };
    let mut parser = Parser { file, current: None };
    for (i, line) in text.lines().enumerate() {
        let parsed = if i == 0 { parser.heading(line) } else { parser.line(line) };
        parsed.map_err(|problem| ParseRegressionsError { line: i + 1, problem })?;
    }
    if parser.file.lines.is_empty() {
        return Err(ParseRegressionsError { line: 1, problem: RegressionProblem::Empty });
    }
    Ok(parser.file)
}

/// Returns the bytes without the NULs at the end. If the power fails soon after an append, the file may have its new
/// length, but not all of its new content.
fn without_nuls(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Returns the bytes without an incomplete last line if a step was being appended when they were read, or when the
/// writer crashed. All other content is written atomically, so a damaged line elsewhere has another cause and
/// is an error.
fn without_incomplete_step(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let (before, last) = bytes.split_at(start);
    let has_begun = !last.is_empty() && STEP.as_bytes().starts_with(last);
    // A comment may end in the middle of a character.
    let is_torn = last.starts_with(b" ") && str::from_utf8(last).is_err();
    if has_begun || is_torn || last.starts_with(STEP.as_bytes()) { before } else { bytes }
}

/// The lines so far.
struct Parser {
    file: RegressionFile,
    /// The index of the entry to which an indented comment belongs.
    current: Option<usize>,
}

impl Parser {
    fn heading(&mut self, line: &str) -> Result<(), RegressionProblem> {
        HEADING.check(line).map_err(|problem| match problem {
            HeadingProblem::Missing => RegressionProblem::MissingHeading,
            HeadingProblem::Version(version) => RegressionProblem::UnknownVersion(version),
        })?;
        self.file.lines.push(Line::Other(line.to_owned()));
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), RegressionProblem> {
        let comment = line.trim_start().strip_prefix('#');
        if let Some(comment) = comment
            && line.starts_with([' ', '\t'])
            && let Some(Line::Entry(entry)) =
                self.current.and_then(|at| self.file.lines.get_mut(at))
        {
            entry.add_comment(comment.strip_prefix(' ').unwrap_or(comment));
        } else if comment.is_some() || line.trim().is_empty() {
            self.current = None;
            self.file.lines.push(Line::Other(line.to_owned()));
        } else if let Some(step) = line.strip_prefix(STEP) {
            self.step(step.trim(), line)?;
        } else {
            self.current = Some(self.file.lines.len());
            self.file.lines.push(Line::Entry(entry(line.trim())?));
        }
        Ok(())
    }

    /// Applies a shrink step. The rules are those of [`RegressionFile::put`].
    fn step(&mut self, step: &str, line: &str) -> Result<(), RegressionProblem> {
        let (old, new) = step.split_once(' ').unwrap_or((step, ""));
        let old = choices(old, line)?;
        let new = choices(new, line)?;
        self.file.put(Some(&old), RegressionEntry::new(RegressionState::Fails, new.clone(), []));
        self.file.steps += 1;
        self.current = self.file.lines.iter().position(|line| line.has(&new));
        Ok(())
    }
}

fn entry(line: &str) -> Result<RegressionEntry, RegressionProblem> {
    if CONFLICT_MARKERS.iter().any(|marker| line.starts_with(marker)) {
        return Err(RegressionProblem::MergeConflict);
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let state = RegressionState::from_word(word)
        .ok_or_else(|| RegressionProblem::UnknownState(word.to_owned()))?;
    Ok(RegressionEntry::new(state, choices(rest, line)?, []))
}

fn choices(text: &str, line: &str) -> Result<ChoiceSequence, RegressionProblem> {
    let parsed = text.trim().parse();
    parsed.map_err(|error| RegressionProblem::InvalidChoices { line: line.to_owned(), error })
}
