//! Writing JSON.

use std::fmt::Write;

/// A value that can be written as JSON.
///
/// ```
/// use forall_format::json::{JsonObject, WriteJson};
///
/// assert_eq!(Some("a").to_json(), r#""a""#);
/// assert_eq!([1.5, f64::NAN].to_json(), "[1.5,null]");
///
/// /// A time that need not be known.
/// struct Seconds(Option<f64>);
///
/// impl WriteJson for Seconds {
///     fn write_json(&self, json: &mut String) {
///         self.0.write_json(json);
///     }
///     fn is_omitted(&self) -> bool {
///         self.0.is_none()
///     }
/// }
/// let object = JsonObject::new().field("begin", &Seconds(Some(0.5))).field("end", &Seconds(None));
/// assert_eq!(object.finish(), r#"{"begin":0.5}"#);
/// ```
pub trait WriteJson {
    /// Appends the value to `json`.
    fn write_json(&self, json: &mut String);

    /// Returns whether an object leaves out a field with this value.
    fn is_omitted(&self) -> bool {
        false
    }

    /// Returns the value as JSON.
    fn to_json(&self) -> String {
        let mut json = String::new();
        self.write_json(&mut json);
        json
    }
}

/// A JSON object that is being written.
///
/// ```
/// use forall_format::json::JsonObject;
///
/// let inner = JsonObject::new().field("passed", &20_u64).finish();
/// let outer = JsonObject::new().field("text", "a \"b\"").raw("tally", &inner).finish();
/// assert_eq!(outer, r#"{"text":"a \"b\"","tally":{"passed":20}}"#);
/// ```
#[derive(Clone, Debug)]
pub struct JsonObject(String);

impl JsonObject {
    /// Creates an object without fields.
    #[expect(clippy::new_without_default, reason = "an object that is being written is no value")]
    pub fn new() -> JsonObject {
        JsonObject(String::from("{"))
    }

    /// Adds a field.
    #[must_use]
    pub fn field(mut self, name: &str, value: &(impl WriteJson + ?Sized)) -> JsonObject {
        if !value.is_omitted() {
            self.name(name);
            value.write_json(&mut self.0);
        }
        self
    }

    /// Adds a field whose value is JSON already.
    #[must_use]
    pub fn raw(mut self, name: &str, json: &str) -> JsonObject {
        self.name(name);
        self.0.push_str(json);
        self
    }

    /// Returns the complete object.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }

    fn name(&mut self, name: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        name.write_json(&mut self.0);
        self.0.push(':');
    }
}

/// Returns `text` in quotes, with escapes.
///
/// ```
/// use forall_format::json::quoted;
///
/// assert_eq!(quoted("a\n\"b\"\u{7}"), r#""a\n\"b\"\u0007""#);
/// ```
pub fn quoted(text: &str) -> String {
    text.to_json()
}

impl WriteJson for str {
    fn write_json(&self, json: &mut String) {
        json.push('"');
        for letter in self.chars() {
            match letter {
                '"' => json.push_str("\\\""),
                '\\' => json.push_str("\\\\"),
                '\n' => json.push_str("\\n"),
                // Some readers interpret the last two as line ends.
                '\0'..='\x1f' | '\x7f' | '\u{2028}' | '\u{2029}' => {
                    write!(json, "\\u{:04x}", u32::from(letter)).expect("a string takes any text");
                }
                _ => json.push(letter),
            }
        }
        json.push('"');
    }
}

impl WriteJson for String {
    fn write_json(&self, json: &mut String) {
        self.as_str().write_json(json);
    }
}

impl WriteJson for f64 {
    /// Writes `null` for infinities and NaN, which JSON does not have.
    fn write_json(&self, json: &mut String) {
        if self.is_finite() {
            json.push_str(&self.to_string());
        } else {
            json.push_str("null");
        }
    }
}

macro_rules! write_displayed {
    ($($type:ty)*) => { $(
        impl WriteJson for $type {
            fn write_json(&self, json: &mut String) {
                json.push_str(&self.to_string());
            }
        }
    )* };
}

write_displayed! { bool u32 u64 i64 usize }

impl<T: WriteJson + ?Sized> WriteJson for &T {
    fn write_json(&self, json: &mut String) {
        (**self).write_json(json);
    }
}

impl<T: WriteJson> WriteJson for Option<T> {
    fn write_json(&self, json: &mut String) {
        match self {
            Some(value) => value.write_json(json),
            None => json.push_str("null"),
        }
    }
}

impl<T: WriteJson> WriteJson for [T] {
    fn write_json(&self, json: &mut String) {
        json.push('[');
        for (i, value) in self.iter().enumerate() {
            if i > 0 {
                json.push(',');
            }
            value.write_json(json);
        }
        json.push(']');
    }
}

impl<T: WriteJson, const N: usize> WriteJson for [T; N] {
    fn write_json(&self, json: &mut String) {
        self.as_slice().write_json(json);
    }
}

impl<T: WriteJson> WriteJson for Vec<T> {
    fn write_json(&self, json: &mut String) {
        self.as_slice().write_json(json);
    }
}

/// Writes a pair as a list of two.
impl<A: WriteJson, B: WriteJson> WriteJson for (A, B) {
    fn write_json(&self, json: &mut String) {
        json.push('[');
        self.0.write_json(json);
        json.push(',');
        self.1.write_json(json);
        json.push(']');
    }
}
