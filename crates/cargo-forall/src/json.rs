//! Lines of JSON, as tests write them.

use forall_format::json::JsonRead;
use serde_json::Value;

/// A JSON value that `serde_json` has parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parsed<'v>(&'v Value);

/// Returns the result of `read` for each line. Ignores lines that are incomplete or that `read` rejects.
pub(crate) fn lines<T>(text: &str, read: impl Fn(Parsed<'_>) -> Option<T>) -> Vec<T> {
    let values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    values.filter_map(|value| read(Parsed(&value))).collect()
}

impl<'v> JsonRead<'v> for Parsed<'v> {
    fn field(self, name: &str) -> Option<Self> {
        self.0.get(name).map(Parsed)
    }

    fn elements(self) -> Option<Vec<Self>> {
        Some(self.0.as_array()?.iter().map(Parsed).collect())
    }

    fn entries(self) -> Option<Vec<(&'v str, Self)>> {
        Some(self.0.as_object()?.iter().map(|(name, value)| (&**name, Parsed(value))).collect())
    }

    fn text(self) -> Option<&'v str> {
        self.0.as_str()
    }

    fn whole(self) -> Option<u64> {
        self.0.as_u64()
    }

    fn number(self) -> Option<f64> {
        self.0.as_f64()
    }

    fn flag(self) -> Option<bool> {
        self.0.as_bool()
    }
}
