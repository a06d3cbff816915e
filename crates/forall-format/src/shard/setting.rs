//! The value of the variable `FORALL_SHARD`.

use std::str::FromStr;

use super::Shard;
use crate::invalid_value::InvalidValue;
use crate::number::parse_number;

/// The value of `FORALL_SHARD`: a shard, or the request to take it from the variables of a scheduler.
///
/// The variables of a scheduler are used only on request. A CI job may run in parallel for another reason, and would
/// then test only a part of each property without anybody noticing.
///
/// ```
/// use forall_format::shard::{Shard, ShardSetting};
///
/// assert_eq!("3/8".parse(), Ok(ShardSetting::Shard(Shard::new(3, 8).unwrap())));
/// assert_eq!("auto/8".parse(), Ok(ShardSetting::Auto { count: Some(8) }));
/// let error = "0/8".parse::<ShardSetting>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`0/8` is not a shard such as 3/8 for the third of eight, `auto` to use the variables of a scheduler, or `auto/8` \
///      if they do not include the number of shards"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardSetting {
    /// This shard.
    Shard(Shard),
    /// The shard that the variables of a scheduler name.
    Auto {
        /// The number of shards, if it is set.
        count: Option<u64>,
    },
}

/// A description of valid values, for error messages.
const EXPECTED: &str = "a shard such as 3/8 for the third of eight, `auto` to use the variables of a scheduler, or \
                        `auto/8` if they do not include the number of shards";

impl FromStr for ShardSetting {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<ShardSetting, InvalidValue> {
        let invalid = || InvalidValue::new(text, EXPECTED);
        match text.trim().split_once('/') {
            None if text.trim() == "auto" => Ok(ShardSetting::Auto { count: None }),
            Some(("auto", count)) => {
                let count = parse_number(count).ok().filter(|count| *count > 0);
                Ok(ShardSetting::Auto { count: Some(count.ok_or_else(invalid)?) })
            }
            _ => text.parse().map(ShardSetting::Shard).map_err(|_| invalid()),
        }
    }
}
