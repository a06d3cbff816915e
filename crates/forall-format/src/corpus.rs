//! Corpus files: the inputs of one property with which guided runs start.
//!
//! ```text
//! forall-corpus 1
//! # Inputs on which words::starts_otherwise reached new behaviour. …
//! guided by premises, probes, shape, labels, scores, edges.35b12f
//! sfox.9c1e03
//! sfax.01b2c3
//! ```
//!
//! Each input is one line of [choices](crate::ChoiceSequence), appended when a run finds it. The line
//! `guided by` names the kinds of feedback that the runs behind the file had, and ends in a checksum. A run writes it
//! before its first input.
//!
//! A corpus can be found again, so one damaged line does not make the others useless: it is reported, skipped
//! and turned into a comment. If the line `guided by` is damaged or missing, the feedback `unknown` is added: inputs
//! may be useful for a kind of feedback whose name is lost, so from then on all inputs stay. A file with another
//! heading or version is an error.

use std::collections::HashSet;
use std::error::Error;
use std::fmt;

use crate::choice_sequence::{ChoiceSequence, ParseChoicesError, with_checksum, without_checksum};
use crate::heading::{Heading, HeadingProblem};
use crate::state_file::{StateFileError, StateLock};
use crate::wording::truncated;

const HEADING: Heading = Heading { format: "forall-corpus", version: "1" };

/// The maximum size of a corpus file in bytes. Reading a file of this size takes about a tenth of a second.
pub const MAX_CORPUS_BYTES: usize = 4 << 20;

/// The start of the line that names the feedback of earlier runs.
const GUIDED_BY: &str = "guided by ";

/// Separates the names of the feedback.
const SEPARATOR: &str = ", ";

/// The feedback that helps to mutate an input, but never makes an input interesting.
const COMPARISONS: &str = "comparisons";

/// Stands for feedback whose name is not known. If it is among the feedback of a corpus, all inputs stay.
///
/// ```
/// use std::collections::HashSet;
///
/// use forall_format::corpus::{CorpusFile, UNKNOWN_FEEDBACK};
///
/// let mut corpus = CorpusFile::parse(b"forall-corpus 1\nt.ebe146\n").unwrap();
/// corpus.tidy(&HashSet::from(["t.ebe146".to_owned()]), &["premises"]);
/// assert_eq!(corpus.inputs(), ["t.ebe146"]);
/// assert!(corpus.to_string().contains(&format!("guided by {UNKNOWN_FEEDBACK}, premises.")));
/// ```
pub const UNKNOWN_FEEDBACK: &str = "unknown";

/// The number of characters of a damaged line that a message shows.
const MAX_SHOWN_CHARS: usize = 40;

/// A corpus file.
///
/// ```
/// use std::collections::HashSet;
///
/// use forall_format::corpus::CorpusFile;
/// use forall_format::{ChoiceSequence, ChoiceValue};
///
/// let mut corpus = CorpusFile::new("words::starts_otherwise");
/// corpus.add(&ChoiceSequence(vec![ChoiceValue::Bool(true)]));
/// corpus.add(&ChoiceSequence(vec![ChoiceValue::Bool(false)]));
/// let text = corpus.to_string();
/// assert!(text.starts_with("forall-corpus 1\n# Inputs on which words::starts_otherwise reached"));
///
/// let mut corpus = CorpusFile::parse(text.as_bytes()).unwrap();
/// assert_eq!(corpus, CorpusFile::parse(corpus.to_string().as_bytes()).unwrap());
/// let first = corpus.inputs()[0].clone();
/// corpus.tidy(&HashSet::from([first]), &["premises"]);
/// assert_eq!(corpus.inputs().len(), 2, "the feedback of earlier runs is not known");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusFile {
    /// Comments of people, and lines that were damaged.
    comments: Vec<String>,
    /// The feedback of the runs behind the file, if there is a line with it.
    feedback: Option<Vec<String>>,
    /// The inputs as text. Most inputs of a large corpus are compared and written, but never parsed.
    inputs: Vec<String>,
    damaged: Vec<DamagedLine>,
}

/// A line of a corpus that is not a choice sequence.
///
/// ```
/// use forall_format::corpus::CorpusFile;
///
/// let corpus = CorpusFile::parse(b"forall-corpus 1\nt,f.000000\n").unwrap();
/// let damaged = &corpus.damaged()[0];
/// assert_eq!(damaged.line, 2);
/// assert_eq!(
///     damaged.to_string(),
///     "`t,f.000000`: the checksum does not match; it was changed or mistyped"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line.
    pub text: String,
    /// The reason why it cannot be parsed.
    pub error: ParseChoicesError,
}

/// The reason why bytes are not a corpus file.
///
/// ```
/// use forall_format::corpus::CorpusFile;
///
/// let error = CorpusFile::parse(b"forall-regressions 1\n").unwrap_err();
/// assert_eq!(error.to_string(), "not a corpus file; its first line must be `forall-corpus 1`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseCorpusError {
    /// The first line is not the heading of a corpus.
    MissingHeading,
    /// The first line names this version of the format, which this release does not know.
    UnknownVersion(String),
}

impl CorpusFile {
    /// Creates a corpus without inputs. `property` is the full name of the property.
    pub fn new(property: &str) -> CorpusFile {
        let comments = vec![
            format!(
                "# Inputs on which {property} reached new behaviour. Guided runs begin with them."
            ),
            "# To begin without them, delete this file.".to_owned(),
        ];
        CorpusFile { comments, feedback: None, inputs: Vec::new(), damaged: Vec::new() }
    }

    /// Parses the content of a file. An incomplete last line is ignored: its writer crashed.
    pub fn parse(bytes: &[u8]) -> Result<CorpusFile, ParseCorpusError> {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines();
        HEADING.check(lines.next().unwrap_or_default()).map_err(|problem| match problem {
            HeadingProblem::Missing => ParseCorpusError::MissingHeading,
            HeadingProblem::Version(version) => ParseCorpusError::UnknownVersion(version),
        })?;
        let mut corpus = CorpusFile { comments: Vec::new(), ..CorpusFile::new("") };
        let mut number = 1;
        for line in lines {
            number += 1;
            corpus.parse_line(number, line.trim());
        }
        if !bytes.ends_with(b"\n") {
            corpus.ignore_damage_on(number);
        }
        Ok(corpus)
    }

    fn parse_line(&mut self, number: usize, line: &str) {
        let parsed = if let Some(feedback) = line.strip_prefix(GUIDED_BY) {
            let kinds = without_checksum(feedback);
            for kind in kinds.as_ref().unwrap_or(&UNKNOWN_FEEDBACK).split(SEPARATOR) {
                self.add_feedback(&[kind]);
            }
            kinds.map(drop)
        } else if line.starts_with('#') {
            self.comments.push(line.to_owned());
            Ok(())
        } else if line.is_empty() {
            Ok(())
        } else {
            line.parse().map(|_: ChoiceSequence| self.inputs.push(line.to_owned()))
        };
        if let Err(error) = parsed {
            self.comments.push(format!("# damaged: {line}"));
            self.damaged.push(DamagedLine { line: number, text: line.to_owned(), error });
        }
    }

    fn add_feedback(&mut self, kinds: &[&str]) {
        let feedback = self.feedback.get_or_insert_default();
        for kind in kinds.iter().filter(|kind| !kind.is_empty() && **kind != COMPARISONS) {
            if !feedback.iter().any(|known| known == kind) {
                feedback.push((*kind).to_owned());
            }
        }
    }

    /// Adds unknown feedback if there may have been a line that named it.
    fn note_lost_feedback(&mut self) {
        let is_used = !self.inputs.is_empty() || !self.damaged.is_empty();
        if self.feedback.is_none() && is_used {
            self.add_feedback(&[UNKNOWN_FEEDBACK]);
        }
    }

    fn ignore_damage_on(&mut self, line: usize) {
        if self.damaged.pop_if(|damaged| damaged.line == line).is_some() {
            self.comments.pop();
        }
    }

    /// Returns the inputs as text, in the order of the file.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// Returns the lines that cannot be parsed. Rendering the file turns them into comments.
    pub fn damaged(&self) -> &[DamagedLine] {
        &self.damaged
    }

    /// Adds an input.
    pub fn add(&mut self, input: &ChoiceSequence) {
        self.inputs.push(input.to_string());
    }

    /// Prepares a file for the inputs of a run with this `feedback`: adds it to the feedback of earlier runs, or creates
    /// the file. So even if the run crashes, no later run removes inputs without knowing what they were useful for.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written. A file that is not a corpus is not changed.
    ///
    /// ```
    /// use forall_format::corpus::CorpusFile;
    /// use forall_format::state_file::{StateFile, StateKind};
    /// use forall_format::state_path::PropertyName;
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let property = PropertyName { module: "words", name: "starts" };
    /// let file = StateFile::new(StateKind::Corpus, folder.path(), property);
    /// let lock = file.lock().unwrap();
    /// for feedback in ["premises", "edges"] {
    ///     CorpusFile::begin(&lock, "words::starts", &[feedback]).unwrap();
    /// }
    /// let text = String::from_utf8(file.read().unwrap().unwrap()).unwrap();
    /// assert!(text.contains("\nguided by premises, edges."));
    /// ```
    pub fn begin(
        lock: &StateLock<'_>,
        property: &str,
        feedback: &[&str],
    ) -> Result<(), StateFileError> {
        let bytes = lock.file().read()?;
        let before = bytes.as_deref().map(CorpusFile::parse);
        let mut corpus = match before.clone() {
            None => CorpusFile::new(property),
            Some(Ok(corpus)) => corpus,
            Some(Err(_)) => return Ok(()),
        };
        corpus.note_lost_feedback();
        corpus.add_feedback(feedback);
        if before == Some(Ok(corpus.clone())) {
            return Ok(());
        }
        lock.replace(&corpus.to_string())
    }

    /// Appends inputs to a file, or creates it. `property` is the full name of the property.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    ///
    /// ```
    /// use forall_format::ChoiceSequence;
    /// use forall_format::corpus::CorpusFile;
    /// use forall_format::state_file::{StateFile, StateKind};
    /// use forall_format::state_path::PropertyName;
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let property = PropertyName { module: "words", name: "starts" };
    /// let file = StateFile::new(StateKind::Corpus, folder.path(), property);
    /// let lock = file.lock().unwrap();
    /// for _ in 0..2 {
    ///     CorpusFile::append(&lock, "words::starts", &[ChoiceSequence::default()]).unwrap();
    /// }
    /// let corpus = CorpusFile::parse(&file.read().unwrap().unwrap()).unwrap();
    /// assert_eq!(corpus.inputs(), [".be0c53", ".be0c53"]);
    /// ```
    pub fn append(
        lock: &StateLock<'_>,
        property: &str,
        inputs: &[ChoiceSequence],
    ) -> Result<(), StateFileError> {
        if lock.file().path().exists() {
            let lines: Vec<String> = inputs.iter().map(|input| format!("{input}\n")).collect();
            lock.append(&lines.concat())
        } else {
            let mut corpus = CorpusFile::new(property);
            inputs.iter().for_each(|input| corpus.add(input));
            lock.replace(&corpus.to_string())
        }
    }

    /// Removes duplicates, and the `useless` inputs of a run that had this `feedback`. If earlier runs had
    /// feedback that this run did not have, inputs may be useful for that, and all of them stay. They also stay
    /// if the line that names the feedback is damaged or missing, now and in later runs.
    pub fn tidy(&mut self, useless: &HashSet<String>, feedback: &[&str]) {
        self.note_lost_feedback();
        let saw_all = self.feedback.iter().flatten().all(|known| feedback.contains(&&**known));
        let mut seen = HashSet::new();
        self.inputs.retain(|input| {
            let is_useless = saw_all && useless.contains(input);
            !is_useless && seen.insert(input.clone())
        });
        self.add_feedback(feedback);
        self.damaged.clear();
    }
}

/// Renders the content of the file.
impl fmt::Display for CorpusFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        self.comments.iter().try_for_each(|comment| writeln!(f, "{comment}"))?;
        if let Some(feedback) = &self.feedback {
            writeln!(f, "{GUIDED_BY}{}", with_checksum(&feedback.join(SEPARATOR)))?;
        }
        self.inputs.iter().try_for_each(|input| writeln!(f, "{input}"))
    }
}

impl fmt::Display for DamagedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", truncated(&self.text, MAX_SHOWN_CHARS), self.error)
    }
}

impl fmt::Display for ParseCorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseCorpusError::MissingHeading => {
                write!(f, "not a corpus file; its first line must be `{HEADING}`")
            }
            ParseCorpusError::UnknownVersion(version) => HEADING.refuse(version, f),
        }
    }
}

impl Error for DamagedLine {}

impl Error for ParseCorpusError {}
