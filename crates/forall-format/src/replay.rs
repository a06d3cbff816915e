//! Replay tokens: one test, as a report prints it and `FORALL_REPLAY` takes it.

use std::fmt;
use std::str::FromStr;

use crate::choice_sequence::ChoiceSequence;
use crate::invalid_value::InvalidValue;
use crate::number::parse_number;

/// A description of valid tokens, for error messages.
pub const EXPECTED: &str = "a test that a report printed, such as t,-5,f.9c1e03 or 0x2a:17@4";

/// One test, named by its choices or by its number in a run.
///
/// ```
/// use forall::harness::Replay;
/// use forall::source::{ChoiceSequence, ChoiceValue};
///
/// let test = Replay::Test { seed: 42, number: 17, size: Some(4) };
/// assert_eq!(test.to_string(), "0x2a:17@4");
/// assert_eq!("0x2a:17@4".parse(), Ok(test));
/// let choices = ChoiceSequence(vec![ChoiceValue::Integer(-5)]);
/// assert_eq!(choices.to_string().parse(), Ok(Replay::Choices(choices)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// A test with these choices: `t,-5,f.9c1e03`.
    Choices(ChoiceSequence),
    /// A test of a run: `0x2a:17@4`.
    Test {
        /// The seed of the run.
        seed: u64,
        /// The number of the test, from 0.
        number: u64,
        /// The size of its values, unless the number determines it.
        size: Option<u32>,
    },
}

/// The maximum size of values. A list of this size can have a million elements.
pub const MAX_SIZE: u32 = 1_000;

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replay::Choices(choices) => choices.fmt(f),
            Replay::Test { seed, number, size: None } => write!(f, "{seed:#x}:{number}"),
            Replay::Test { seed, number, size: Some(size) } => {
                write!(f, "{seed:#x}:{number}@{size}")
            }
        }
    }
}

impl FromStr for Replay {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Replay, InvalidValue> {
        parse(text).ok_or_else(|| InvalidValue::new(text, EXPECTED))
    }
}

fn parse(text: &str) -> Option<Replay> {
    let Some((seed, number)) = text.split_once(':') else {
        return text.parse().ok().map(Replay::Choices);
    };
    let seed = parse_number(seed).ok()?;
    let Some((number, size)) = number.split_once('@') else {
        return Some(Replay::Test { seed, number: parse_number(number).ok()?, size: None });
    };
    let size = u32::try_from(parse_number(size).ok()?).ok().filter(|size| *size <= MAX_SIZE)?;
    Some(Replay::Test { seed, number: parse_number(number).ok()?, size: Some(size) })
}
