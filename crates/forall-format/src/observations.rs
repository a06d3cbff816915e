//! Observations: one JSON line for each test, in the form that [Tyche](https://tyche-pbt.github.io) reads.
//!
//! Hypothesis writes the same form. Tyche refuses a whole file for one bad line, so every field that it reads is
//! present, and a field without a value is left out rather than `null`, except `coverage`.

use crate::json::{JsonObject, JsonRead, ReadJson, WriteJson, record};

/// The largest integer up to which JSON numbers, which are read as `f64`, represent every integer exactly.
const MAX_EXACT: u64 = 1 << 53;

/// One line of the observations of a run.
///
/// `Parsed` is defined in the example of [`JsonRead`].
///
/// ```
/// # mod parsed { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../cargo-forall/src/json/parsed.rs")); }
/// # use parsed::Parsed;
/// use forall_format::observations::{InfoLine, ObservationLine};
///
/// let line = InfoLine {
///     property: "a::b".to_owned(),
///     run_start: 1.5,
///     title: "Report".to_owned(),
///     content: "passed".to_owned(),
/// };
/// let line = ObservationLine::Info(line);
/// let json = r#"{"type":"info","property":"a::b","run_start":1.5,"title":"Report","content":"passed"}"#;
/// assert_eq!(line.to_json(), json);
/// assert_eq!(ObservationLine::read(Parsed(&serde_json::from_str(json).unwrap())), Some(line));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ObservationLine {
    /// One test.
    TestCase(Box<TestCaseLine>),
    /// Text about the run.
    Info(InfoLine),
}

record! {
    /// One test.
    pub struct TestCaseLine {
        /// The full name of the property.
        pub property: String,
        /// The time when the run began, in seconds since the Unix epoch.
        pub run_start: f64,
        /// How the test ended.
        pub status: TestStatus,
        /// The reason for the status.
        pub status_reason: String,
        /// The input as text. Tests with the same text count as the same test.
        pub representation: String,
        /// The variables and their values.
        pub arguments: JsonMap<String>,
        /// Always `null`: the field is for line coverage.
        pub coverage: Option<bool>,
        /// Where the input comes from: `generated` or `shrunk`.
        pub how_generated: String,
        /// The observations of the test.
        pub features: JsonMap<Feature>,
        /// The time in seconds that each part of the test took.
        pub timing: IfKnown<JsonMap<f64>>,
        /// Further data about the input: the field `choices` holds its choices as text.
        pub metadata: IfKnown<JsonMap<Option<String>>>,
    }
}

record! {
    /// Text about a run.
    pub struct InfoLine {
        /// The full name of the property.
        pub property: String,
        /// The time when the run began, in seconds since the Unix epoch.
        pub run_start: f64,
        /// The title.
        pub title: String,
        /// The text, in Markdown.
        pub content: String,
    }
}

/// How a test ended.
///
/// ```
/// use forall_format::json::WriteJson;
/// use forall_format::observations::TestStatus;
///
/// assert_eq!(TestStatus::GaveUp.to_json(), r#""gave_up""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStatus {
    /// The property held.
    Passed,
    /// The property failed.
    Failed,
    /// The test was discarded.
    GaveUp,
}

/// One observation of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// A class to which the test does or does not belong.
    Flag(bool),
    /// A number, which readers plot on a numeric axis. `null` if it is not finite.
    Number(f64),
    /// Anything else.
    Text(String),
}

/// A JSON object with names that are data, in order.
///
/// ```
/// use forall_format::json::WriteJson;
/// use forall_format::observations::{Feature, JsonMap};
///
/// let features = JsonMap(vec![("length".to_owned(), Feature::Number(3.0))]);
/// assert_eq!(features.to_json(), r#"{"length":3}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct JsonMap<T>(pub Vec<(String, T)>);

/// A field that an object leaves out if there is no value.
///
/// ```
/// use forall_format::json::JsonObject;
/// use forall_format::observations::IfKnown;
///
/// let object = JsonObject::new().field("timing", &IfKnown(None::<f64>));
/// assert_eq!(object.finish(), "{}");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IfKnown<T>(pub Option<T>);

impl ObservationLine {
    /// Returns the line as JSON, without a line end.
    pub fn to_json(&self) -> String {
        let object = |kind: &str| JsonObject::new().field("type", kind);
        match self {
            ObservationLine::TestCase(line) => line.add_to(object("test_case")).finish(),
            ObservationLine::Info(line) => line.add_to(object("info")).finish(),
        }
    }

    /// Returns the line that `json` contains, or `None` if it is of another type or incomplete.
    pub fn read<'j>(json: impl JsonRead<'j>) -> Option<ObservationLine> {
        Some(match json.field("type")?.text()? {
            "test_case" => ObservationLine::TestCase(Box::new(TestCaseLine::read_json(json)?)),
            "info" => ObservationLine::Info(InfoLine::read_json(json)?),
            _ => return None,
        })
    }
}

impl Feature {
    /// Returns a feature for text: a number if the text is a whole number.
    ///
    /// ```
    /// use forall_format::observations::Feature;
    ///
    /// assert_eq!(Feature::of_text("-3"), Feature::Number(-3.0));
    /// assert_eq!(Feature::of_text("many"), Feature::Text("many".to_owned()));
    /// ```
    pub fn of_text(text: &str) -> Feature {
        match text.parse::<i64>() {
            Ok(number) if number.unsigned_abs() <= MAX_EXACT => Feature::Number(number as f64),
            _ => Feature::Text(text.to_owned()),
        }
    }
}

impl WriteJson for TestStatus {
    fn write_json(&self, json: &mut String) {
        let word = match self {
            TestStatus::Passed => "passed",
            TestStatus::Failed => "failed",
            TestStatus::GaveUp => "gave_up",
        };
        word.write_json(json);
    }
}

impl ReadJson for TestStatus {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<TestStatus> {
        match json.text()? {
            "passed" => Some(TestStatus::Passed),
            "failed" => Some(TestStatus::Failed),
            "gave_up" => Some(TestStatus::GaveUp),
            _ => None,
        }
    }
}

impl WriteJson for Feature {
    fn write_json(&self, json: &mut String) {
        match self {
            Feature::Flag(flag) => flag.write_json(json),
            Feature::Number(number) => number.write_json(json),
            Feature::Text(text) => text.write_json(json),
        }
    }
}

impl ReadJson for Feature {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<Feature> {
        let flag = json.flag().map(Feature::Flag);
        let number = || json.number().map(Feature::Number);
        let text = || json.text().map(|text| Feature::Text(text.to_owned()));
        // A number that is not finite is written as null.
        flag.or_else(number).or_else(text).or(Some(Feature::Number(f64::NAN)))
    }
}

impl<T: WriteJson> WriteJson for JsonMap<T> {
    fn write_json(&self, json: &mut String) {
        let mut object = JsonObject::new();
        for (name, value) in &self.0 {
            object = object.field(name, value);
        }
        json.push_str(&object.finish());
    }
}

impl<T: ReadJson> ReadJson for JsonMap<T> {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<JsonMap<T>> {
        let entry = |(name, value): (&str, J)| Some((name.to_owned(), T::read_json(value)?));
        json.entries()?.into_iter().map(entry).collect::<Option<_>>().map(JsonMap)
    }
}

impl<T: WriteJson> WriteJson for IfKnown<T> {
    fn write_json(&self, json: &mut String) {
        self.0.write_json(json);
    }

    fn is_omitted(&self) -> bool {
        self.0.is_none()
    }
}

impl<T: ReadJson> ReadJson for IfKnown<T> {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<IfKnown<T>> {
        T::read_json(json).map(|value| IfKnown(Some(value)))
    }

    fn read_field<'j, J: JsonRead<'j>>(json: J, name: &str) -> Option<IfKnown<T>> {
        Some(IfKnown(json.field(name).and_then(T::read_json)))
    }
}
