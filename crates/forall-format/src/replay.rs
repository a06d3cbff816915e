//! Replay tokens: one test, as a report prints it and `FORALL_REPLAY` takes it.

use std::fmt;
use std::str::FromStr;

use crate::choice_sequence::ChoiceSequence;
use crate::invalid_value::InvalidValue;
use crate::number::parse_number;

/// A description of valid tokens, for error messages.
pub const EXPECTED: &str = "a replay token, such as t,-5,f.9c1e03 or 0x2a:17@4";

/// One test, named by its choices or by its number in a run.
///
/// ```
/// use forall::harness::{Replay, TestSize};
/// use forall::source::{ChoiceSequence, ChoiceValue};
///
/// let test = Replay::Test { seed: 42, number: 17, size: TestSize::Fixed(4) };
/// assert_eq!(test.to_string(), "0x2a:17@4");
/// assert_eq!("0x2a:17@4".parse(), Ok(test));
/// let limited = Replay::Test { seed: 42, number: 17, size: TestSize::Limited(1) };
/// assert_eq!(limited.to_string(), "0x2a:17~1");
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
        /// The size of its values.
        size: TestSize,
    },
}

/// The size of the values of a numbered test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSize {
    /// The number determines it: `0x2a:17`.
    Numbered,
    /// This size: `0x2a:17@4`.
    Fixed(u32),
    /// The number determines it, but the size of lists is doubled at most this often, because large tests took too
    /// long: `0x2a:17~1`.
    Limited(u32),
}

/// The maximum size of values. A list of this size can have a million elements.
pub const MAX_SIZE: u32 = 1_000;

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Replay::Choices(choices) => choices.fmt(f),
            Replay::Test { seed, number, size } => write!(f, "{seed:#x}:{number}{size}"),
        }
    }
}

impl fmt::Display for TestSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestSize::Numbered => Ok(()),
            TestSize::Fixed(size) => write!(f, "@{size}"),
            TestSize::Limited(doublings) => write!(f, "~{doublings}"),
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
    let at_most = |text, most| {
        let number = u32::try_from(parse_number(text).ok()?).ok();
        number.filter(|number| *number <= most)
    };
    let (number, size) = if let Some((number, size)) = number.split_once('@') {
        (number, TestSize::Fixed(at_most(size, MAX_SIZE)?))
    } else if let Some((number, doublings)) = number.split_once('~') {
        (number, TestSize::Limited(at_most(doublings, u32::MAX)?))
    } else {
        (number, TestSize::Numbered)
    };
    Some(Replay::Test { seed, number: parse_number(number).ok()?, size })
}
