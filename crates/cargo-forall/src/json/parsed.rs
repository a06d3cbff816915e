// The tests and examples of forall-format include this file, so it has no inner documentation.

use forall_format::json::JsonRead;

/// JSON as `serde_json` parses it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parsed<'v>(pub(crate) &'v serde_json::Value);

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
