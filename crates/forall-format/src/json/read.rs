//! Reading JSON that another crate has parsed.

/// A parsed JSON value of any JSON crate.
///
/// ```
/// use forall_format::json::{JsonRead, ReadJson};
///
/// #[derive(Clone, Copy)]
/// struct Parsed<'v>(&'v serde_json::Value);
///
/// impl<'v> JsonRead<'v> for Parsed<'v> {
///     fn field(self, name: &str) -> Option<Self> {
///         self.0.get(name).map(Parsed)
///     }
///     fn elements(self) -> Option<Vec<Self>> {
///         Some(self.0.as_array()?.iter().map(Parsed).collect())
///     }
///     fn entries(self) -> Option<Vec<(&'v str, Self)>> {
///         Some(self.0.as_object()?.iter().map(|(name, value)| (&**name, Parsed(value))).collect())
///     }
///     fn text(self) -> Option<&'v str> {
///         self.0.as_str()
///     }
///     fn whole(self) -> Option<u64> {
///         self.0.as_u64()
///     }
///     fn number(self) -> Option<f64> {
///         self.0.as_f64()
///     }
///     fn flag(self) -> Option<bool> {
///         self.0.as_bool()
///     }
/// }
/// let value = serde_json::json!({ "sizes": [1, 2] });
/// assert_eq!(Vec::read_field(Parsed(&value), "sizes"), Some(vec![1_u64, 2]));
/// assert_eq!(Vec::<u64>::read_json(Parsed(&value)), None, "this is the object");
/// ```
pub trait JsonRead<'j>: Copy {
    /// Returns the value of this field, if this is an object that has it.
    fn field(self, name: &str) -> Option<Self>;

    /// Returns the elements, if this is an array.
    fn elements(self) -> Option<Vec<Self>>;

    /// Returns the names and values of all fields, if this is an object.
    fn entries(self) -> Option<Vec<(&'j str, Self)>>;

    /// Returns the text, if this is a string.
    fn text(self) -> Option<&'j str>;

    /// Returns the number, if it is a whole number that fits.
    fn whole(self) -> Option<u64>;

    /// Returns the number, if this is one.
    fn number(self) -> Option<f64>;

    /// Returns the flag, if this is a Boolean.
    fn flag(self) -> Option<bool>;
}

/// A value that can be read from JSON.
pub trait ReadJson: Sized {
    /// Returns the value, or `None` if `json` is something else.
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<Self>;

    /// Returns the value of a field of `json`.
    fn read_field<'j, J: JsonRead<'j>>(json: J, name: &str) -> Option<Self> {
        Self::read_json(json.field(name)?)
    }
}

impl ReadJson for String {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<String> {
        json.text().map(str::to_owned)
    }
}

impl ReadJson for bool {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<bool> {
        json.flag()
    }
}

impl ReadJson for u64 {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<u64> {
        json.whole()
    }
}

impl ReadJson for u32 {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<u32> {
        json.whole()?.try_into().ok()
    }
}

impl ReadJson for f64 {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<f64> {
        json.number()
    }
}

/// Reads `null`, a missing field, and a value of another type as `None`.
impl<T: ReadJson> ReadJson for Option<T> {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<Option<T>> {
        Some(T::read_json(json))
    }

    fn read_field<'j, J: JsonRead<'j>>(json: J, name: &str) -> Option<Option<T>> {
        Some(json.field(name).and_then(T::read_json))
    }
}

impl<T: ReadJson> ReadJson for Vec<T> {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<Vec<T>> {
        json.elements()?.into_iter().map(T::read_json).collect()
    }
}

impl<A: ReadJson, B: ReadJson> ReadJson for (A, B) {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<(A, B)> {
        let elements = json.elements()?;
        let [first, second] = elements[..] else { return None };
        Some((A::read_json(first)?, B::read_json(second)?))
    }
}
