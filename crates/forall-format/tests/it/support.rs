//! Inputs for the properties.

use std::fmt::{self, Display, Formatter};

use forall::Arbitrary;
use forall::source::{Reject, Source};
use forall_format::regressions::RegressionState;
use forall_format::{ChoiceSequence, ChoiceValue};

/// A choice value.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(crate) enum Drawn {
    Bool(bool),
    Integer(i128),
    Float(f64),
    Bytes(Vec<u8>),
    String(String),
    Fork(u64),
}

impl Drawn {
    pub(crate) fn value(&self) -> ChoiceValue {
        match self.clone() {
            Drawn::Bool(flag) => ChoiceValue::Bool(flag),
            Drawn::Integer(number) => ChoiceValue::Integer(number),
            Drawn::Float(number) => ChoiceValue::Float(number),
            Drawn::Bytes(bytes) => ChoiceValue::Bytes(bytes),
            Drawn::String(text) => ChoiceValue::String(text),
            Drawn::Fork(seed) => ChoiceValue::Fork(seed),
        }
    }
}

pub(crate) fn values(drawn: &[Drawn]) -> Vec<ChoiceValue> {
    drawn.iter().map(Drawn::value).collect()
}

/// The choices of one integer. Few of them, so that entries meet again.
pub(crate) fn choices(number: u8) -> ChoiceSequence {
    ChoiceSequence(vec![ChoiceValue::Integer(i128::from(number % 5))])
}

/// A line of a regression file.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub(crate) enum ValidLine {
    Entry(u8, u8),
    Step(u8, u8),
    Value(u8),
    Comment(u8),
    Blank,
}

impl Display for ValidLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ValidLine::Entry(state, number) => {
                let state = RegressionState::ALL[usize::from(state % 4)];
                writeln!(f, "{state} {}", choices(*number))
            }
            ValidLine::Step(old, new) => writeln!(f, "then {} {}", choices(*old), choices(*new)),
            ValidLine::Value(number) => writeln!(f, "  # x = {number}"),
            ValidLine::Comment(number) => writeln!(f, "# remark {number}"),
            ValidLine::Blank => writeln!(f),
        }
    }
}

/// A line of a regression file that people and programs edit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FileLine {
    Valid(ValidLine),
    Damaged(String),
}

/// One line in sixteen is damaged, so that many files are valid and many are not.
impl Arbitrary for FileLine {
    fn generate(source: &mut Source) -> Result<FileLine, Reject> {
        match source.branch(16) {
            15 => String::generate(source).map(FileLine::Damaged),
            _ => ValidLine::generate(source).map(FileLine::Valid),
        }
    }
}

impl Display for FileLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            FileLine::Valid(line) => line.fmt(f),
            FileLine::Damaged(text) => writeln!(f, "{text}"),
        }
    }
}

/// The content of a regression file.
pub(crate) fn regression_text(lines: &[impl Display]) -> String {
    let lines: String = lines.iter().map(|line| line.to_string()).collect();
    format!("forall-regressions 1\n{lines}")
}
