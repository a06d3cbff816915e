//! Lines of JSON, as tests write them.

mod parsed;

use serde_json::Value;

pub(crate) use self::parsed::Parsed;

/// Returns the result of `read` for each line. Ignores lines that are incomplete or that `read` rejects.
pub(crate) fn lines<T>(text: &str, read: impl Fn(Parsed<'_>) -> Option<T>) -> Vec<T> {
    let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    values.filter_map(|value| read(Parsed(&value))).collect()
}
