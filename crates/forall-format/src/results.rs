//! Results: what a run writes for programs that show it.
//!
//! There is one file for each property, with one JSON object in each line: [`BeginLine`] first, then
//! [`ProgressLine`]s from time to time, a [`FailingLine`] for each simpler failure, and an [`EndLine`] with
//! the report. If the process crashed, `cargo forall` adds a [`LostLine`]. A program that watches the file
//! can show a run in progress. The last line may be incomplete.
//!
//! The field `type` names the kind of a line; the other fields are those of the structs. Readers ignore lines
//! of an unknown type and fields that they do not know. The format of results is not stable between releases.
//! Do not commit results to version control.

mod outcome;
mod report;

pub use self::outcome::RunOutcome;
pub use self::report::{
    BindingRecord, CounterexampleRecord, DiscardRecord, ObservedRecord, PassRecord, ReportRecord,
    SlowestRecord, TallyRecord,
};
use crate::json::{JsonObject, JsonRead, ReadJson, WriteJson, record};

/// Begins the line on standard error with which a test reports that it cannot write its last line.
///
/// ```
/// use forall_format::results::UNWRITTEN;
///
/// assert!(format!("{UNWRITTEN}disk full").starts_with("forall: results cannot be written: "));
/// ```
pub const UNWRITTEN: &str = "forall: results cannot be written: ";

/// One line of the results of a run.
///
/// `Parsed` is defined in the example of [`JsonRead`].
///
/// ```
/// # mod parsed { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../cargo-forall/src/json/parsed.rs")); }
/// # use parsed::Parsed;
/// use forall_format::results::{FailingLine, ResultLine};
///
/// let line = FailingLine { pass: None, inputs: "x = 3".to_owned() };
/// let line = ResultLine::Failing(line);
/// let json = r#"{"type":"failing","pass":null,"inputs":"x = 3"}"#;
/// assert_eq!(line.to_json(), json);
/// assert_eq!(ResultLine::read(Parsed(&serde_json::from_str(json).unwrap())), Some(line));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ResultLine {
    /// The run begins.
    Begin(BeginLine),
    /// Some tests have run.
    Progress(ProgressLine),
    /// The property fails, and its input is being shrunk.
    Failing(FailingLine),
    /// The run has ended.
    End(Box<EndLine>),
    /// The process ended before the run did.
    Lost(LostLine),
}

record! {
    /// The first line of a run: what runs, and how.
    pub struct BeginLine {
        /// The full name of the property.
        pub property: String,
        /// The path by which the test harness knows it.
        pub path: String,
        /// The package, if it is known.
        pub package: Option<String>,
        /// The shard, such as `3/8`, if the run is one of several parts of a campaign.
        pub shard: Option<String>,
        /// File and line.
        pub place: String,
        /// The formula of the property.
        pub formula: String,
        /// The name of the runner.
        pub runner: String,
        /// The seed.
        pub seed: Seed,
        /// The number of tests to pass, if it is limited.
        pub tests: Option<u64>,
        /// The time limit in seconds, if there is one.
        pub time: Option<f64>,
        /// The time of the beginning, in seconds since the Unix epoch.
        pub at: u64,
    }
}

record! {
    /// The state of a run between its beginning and its end.
    pub struct ProgressLine {
        /// The time since the beginning, in seconds.
        pub seconds: f64,
        /// The current size of values.
        pub size: u32,
        /// The numbers of tests so far.
        pub tally: TallyRecord,
        /// The progress of the search, if the run is guided.
        pub guided: Option<GuidedRecord>,
    }
}

record! {
    /// The progress of a guided search.
    pub struct GuidedRecord {
        /// The number of inputs in the corpus.
        pub saved: u64,
        /// The number of edges and probes that were reached.
        pub reached: u64,
        /// The best score, if the property has scores.
        pub best: Option<f64>,
        /// A summary for people.
        pub text: String,
    }
}

record! {
    /// An input that fails.
    pub struct FailingLine {
        /// The shrink pass that found it, or `None` for the first failure.
        pub pass: Option<String>,
        /// The variables and their values, one in each line.
        pub inputs: String,
    }
}

record! {
    /// The last line of a run that ended by itself.
    pub struct EndLine {
        /// The full name of the property.
        pub property: String,
        /// The duration of the run in seconds.
        pub seconds: f64,
        /// Whether a signal ended the run early.
        pub interrupted: bool,
        /// The command that runs the failing test again.
        pub replay: Option<String>,
        /// Where the failure was saved, or why it was not, as a sentence.
        pub saved: Option<String>,
        /// The report as the terminal shows it, without colours.
        pub text: String,
        /// The report as data.
        pub report: ReportRecord,
    }
}

record! {
    /// The last line of a run whose process ended before the run did.
    pub struct LostLine {
        /// What happened, as `cargo forall` prints it.
        pub outcome: String,
        /// The last output of the process.
        pub text: String,
    }
}

/// A seed, written as text such as `0x2a`: JavaScript numbers cannot represent every 64-bit integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl ResultLine {
    /// Returns the line as JSON, without a line end.
    pub fn to_json(&self) -> String {
        let object = |kind: &str| JsonObject::new().field("type", kind);
        let object = match self {
            ResultLine::Begin(line) => line.add_to(object("begin")),
            ResultLine::Progress(line) => line.add_to(object("progress")),
            ResultLine::Failing(line) => line.add_to(object("failing")),
            ResultLine::End(line) => line.add_to(object("end")),
            ResultLine::Lost(line) => line.add_to(object("lost")),
        };
        object.finish()
    }

    /// Returns the line that `json` contains, or `None` if it is of another type or incomplete.
    pub fn read<'j>(json: impl JsonRead<'j>) -> Option<ResultLine> {
        Some(match json.field("type")?.text()? {
            "begin" => ResultLine::Begin(BeginLine::read_json(json)?),
            "progress" => ResultLine::Progress(ProgressLine::read_json(json)?),
            "failing" => ResultLine::Failing(FailingLine::read_json(json)?),
            "end" => ResultLine::End(Box::new(EndLine::read_json(json)?)),
            "lost" => ResultLine::Lost(LostLine::read_json(json)?),
            _ => return None,
        })
    }
}

impl WriteJson for Seed {
    fn write_json(&self, json: &mut String) {
        format!("{:#x}", self.0).write_json(json);
    }
}

impl ReadJson for Seed {
    fn read_json<'j, J: JsonRead<'j>>(json: J) -> Option<Seed> {
        let digits = json.text()?.strip_prefix("0x")?;
        u64::from_str_radix(digits, 16).ok().map(Seed)
    }
}
