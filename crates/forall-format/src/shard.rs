//! Shards: the parts of a campaign that several machines run, and how a machine learns which part is its own.

mod setting;
mod scheduler;

use std::fmt;
use std::str::FromStr;

pub use self::scheduler::ShardError;
pub use self::setting::ShardSetting;
use crate::invalid_value::InvalidValue;
use crate::number::parse_number;

/// A description of valid shards, for error messages.
const EXPECTED: &str = "a shard, such as 3/8 for the third of eight";

/// One of several equal parts of a campaign: every test whose number has the same remainder.
///
/// Shards and tests are counted from 1 for people: shard 3 of 8 runs the tests 3, 11, 19 and so on. Test numbers in the
/// interface begin with 0, as everywhere in the library.
///
/// ```
/// use forall::source::Shard;
///
/// let shard: Shard = "3/8".parse().unwrap();
/// assert_eq!([shard.test(0), shard.test(1)], [2, 10]);
/// assert!(shard.owns(10) && !shard.owns(11) && shard.owner_of(10) == shard);
/// assert_eq!((shard.number(), shard.count()), (3, 8));
/// let shares: u64 = (1..=8).map(|number| Shard::new(number, 8).unwrap().share(1_000)).sum();
/// assert_eq!(shares, 1_000);
/// assert_eq!(Shard::new(9, 8), None);
/// assert_eq!((shard.to_string(), shard.folder_name()), ("3/8".to_owned(), "shard-3-of-8".to_owned()));
/// assert_eq!((Shard::WHOLE.test(7), Shard::WHOLE.is_whole()), (7, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    count: u64,
    /// From 0.
    index: u64,
}

impl Shard {
    /// The only shard of a campaign that one machine runs.
    pub const WHOLE: Shard = Shard { count: 1, index: 0 };

    /// Returns the shard with this number, from 1, or `None` if there are fewer shards.
    pub fn new(number: u64, count: u64) -> Option<Shard> {
        let index = number.checked_sub(1)?;
        (index < count).then_some(Shard { count, index })
    }

    /// Returns the number of the shard, from 1.
    pub fn number(self) -> u64 {
        self.index + 1
    }

    /// Returns the number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns whether there is only this shard.
    pub fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Returns whether the shard runs test `n` of the campaign.
    pub fn owns(self, n: u64) -> bool {
        n % self.count == self.index
    }

    /// Returns the number in the campaign of the test that the shard runs after `earlier` others.
    pub fn test(self, earlier: u64) -> u64 {
        self.index.saturating_add(earlier.saturating_mul(self.count))
    }

    /// Returns the part of `tests` tests that the shard has to pass. The parts of all shards add up to `tests`.
    pub fn share(self, tests: u64) -> u64 {
        match tests {
            u64::MAX => tests,
            _ => tests / self.count + u64::from(self.index < tests % self.count),
        }
    }

    /// Returns the shard that runs test `n`, if there are as many shards as of this one.
    pub fn owner_of(self, n: u64) -> Shard {
        Shard { index: n % self.count, ..self }
    }

    /// Returns the name of the folder with the results of the shard.
    pub fn folder_name(self) -> String {
        format!("shard-{}-of-{}", self.number(), self.count)
    }
}

/// Renders the shard as `3/8`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.count)
    }
}

impl FromStr for Shard {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Shard, InvalidValue> {
        let parsed = text.trim().split_once('/').and_then(|(number, count)| {
            Shard::new(parse_number(number).ok()?, parse_number(count).ok()?)
        });
        parsed.ok_or_else(|| InvalidValue::new(text, EXPECTED))
    }
}
