//! Results and observations as JSON lines.

use forall::{Arbitrary, property};
use forall_format::observations::{
    Feature, IfKnown, JsonMap, ObservationLine, TestCaseLine, TestStatus,
};
use forall_format::results::{
    BeginLine, BindingRecord, CounterexampleRecord, DiscardRecord, EndLine, GuidedRecord, LostLine,
    ObservedRecord, PassRecord, ProgressLine, ReportRecord, ResultLine, RunOutcome, Seed,
    SlowestRecord, TallyRecord,
};
use serde_json::Value;

use crate::parsed::Parsed;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// Values of all types that records have.
#[derive(Clone, Debug, Arbitrary)]
struct Parts {
    text: String,
    maybe: Option<String>,
    number: u64,
    limit: Option<u64>,
    share: f64,
    flag: bool,
    list: Vec<String>,
}

impl Parts {
    /// JSON has no infinities and no NaN, and `serde_json` does not read every digit of a float.
    fn seconds(&self) -> f64 {
        if self.share.is_finite() { self.share.clamp(-1e6, 1e6).trunc() } else { 0.5 }
    }

    fn tally(&self) -> TallyRecord {
        TallyRecord { passed: self.number, discarded: 1, rejected: 0 }
    }

    fn lines(&self) -> [ResultLine; 4] {
        let begin = BeginLine {
            property: self.text.clone(),
            path: self.text.clone(),
            package: self.maybe.clone(),
            shard: self.maybe.clone(),
            place: String::new(),
            formula: self.text.clone(),
            runner: "auto".to_owned(),
            seed: Seed(self.number),
            tests: self.limit,
            time: self.limit.map(|_| self.seconds()),
            at: self.number,
        };
        let guided = GuidedRecord {
            saved: self.number,
            reached: 3,
            best: self.limit.map(|_| self.seconds()),
            text: self.text.clone(),
        };
        let guided = self.maybe.as_ref().map(|_| guided);
        let seconds = self.seconds();
        let progress = ProgressLine { seconds, size: 7, tally: self.tally(), guided };
        let end = EndLine {
            property: self.text.clone(),
            seconds,
            interrupted: self.flag,
            replay: self.maybe.clone(),
            saved: None,
            text: self.text.clone(),
            report: self.report(),
        };
        let lost = LostLine { outcome: "crashed".to_owned(), text: self.text.clone() };
        [
            ResultLine::Begin(begin),
            ResultLine::Progress(progress),
            ResultLine::End(Box::new(end)),
            ResultLine::Lost(lost),
        ]
    }

    fn report(&self) -> ReportRecord {
        let discard =
            |by: &String| DiscardRecord { by: by.clone(), tests: 2, reason: self.maybe.clone() };
        let observed = |name: &String| ObservedRecord {
            name: name.clone(),
            kind: "cover".to_owned(),
            tests: self.number,
            held: 1,
            demanded: self.limit.map(|_| self.seconds()),
            values: self.list.iter().map(|value| (value.clone(), self.number)).collect(),
        };
        ReportRecord {
            outcome: RunOutcome::ALL[self.list.len() % 6],
            seed: Seed(self.number),
            tally: self.tally(),
            discarded_by: self.list.iter().map(discard).collect(),
            observed: self.list.iter().map(observed).collect(),
            counterexample: self.maybe.as_ref().map(|_| self.counterexample()),
            other_failures: vec![self.counterexample()],
            hints: self.list.clone(),
            slowest: self.maybe.as_ref().map(|_| self.slowest()),
        }
    }

    fn counterexample(&self) -> CounterexampleRecord {
        let binding =
            |name: &String| BindingRecord { name: name.clone(), value: self.text.clone() };
        let bindings: Vec<BindingRecord> = self.list.iter().map(binding).collect();
        CounterexampleRecord {
            found: self.text.clone(),
            message: self.text.clone(),
            place: self.maybe.clone(),
            shrunk: bindings.clone(),
            explained: vec![],
            original: bindings,
            choices: self.maybe.clone(),
            tried: self.number,
            accepted: 1,
            stopped: self.flag,
            flaky: self.flag,
            repeated: 3,
            failed: 2,
            passes: vec![PassRecord { pass: self.text.clone(), tried: 2, accepted: 1 }],
        }
    }

    fn slowest(&self) -> SlowestRecord {
        let inputs = vec![BindingRecord { name: self.text.clone(), value: self.text.clone() }];
        SlowestRecord { steps: self.number, test: 3, inputs }
    }

    fn test_case(&self) -> TestCaseLine {
        let features = JsonMap(vec![
            ("flag".to_owned(), Feature::Flag(self.flag)),
            ("number".to_owned(), Feature::Number(self.seconds())),
            ("text".to_owned(), Feature::Text(self.text.clone())),
        ]);
        let timing = JsonMap(vec![("execute".to_owned(), self.seconds())]);
        TestCaseLine {
            property: self.text.clone(),
            run_start: self.seconds(),
            status: [TestStatus::Passed, TestStatus::Failed, TestStatus::GaveUp]
                [self.list.len() % 3],
            status_reason: self.text.clone(),
            representation: self.text.clone(),
            arguments: JsonMap(vec![("x".to_owned(), self.text.clone())]),
            coverage: None,
            how_generated: "generated".to_owned(),
            features,
            timing: IfKnown(self.limit.map(|_| timing)),
            metadata: IfKnown(Some(JsonMap(vec![("choices".to_owned(), self.maybe.clone())]))),
        }
    }
}

#[property]
fn reading_inverts_writing_of_results(parts: Parts) {
    for line in parts.lines() {
        let text = line.to_json();
        assert!(!text.contains('\n'), "one line each: {text}");
        assert_eq!(ResultLine::read(Parsed(&json(&text))), Some(line));
    }
}

#[property]
fn reading_inverts_writing_of_observations(parts: Parts) {
    let line = ObservationLine::TestCase(Box::new(parts.test_case()));
    let text = line.to_json();
    assert!(!text.contains('\n'), "one line each: {text}");
    let read = json(&text);
    assert_eq!(ObservationLine::read(Parsed(&read)), Some(line));
    assert_eq!(read["coverage"], Value::Null);
    assert_eq!(read.get("timing").is_some(), parts.limit.is_some(), "left out, not null");
}

#[property]
fn quoted_text_is_read_again(text: String) -> bool {
    json(&forall_format::json::quoted(&text)) == Value::String(text)
}

#[test]
fn lines_of_an_unknown_type_are_ignored() {
    for text in ["{}", "[]", "null", r#"{"type":"later"}"#, r#"{"type":"end"}"#, r#"{"type":3}"#] {
        assert_eq!(ResultLine::read(Parsed(&json(text))), None, "{text}");
        assert_eq!(ObservationLine::read(Parsed(&json(text))), None, "{text}");
    }
    let unknown_field = r#"{"type":"lost","outcome":"crashed","text":"","later":1}"#;
    assert!(ResultLine::read(Parsed(&json(unknown_field))).is_some());
}

/// The page that shows results reads these names.
#[test]
fn field_names_are_those_that_readers_expect() {
    let tally = TallyRecord { passed: 20, discarded: 3, rejected: 0 };
    let guided = GuidedRecord { saved: 2, reached: 9, best: Some(f64::NAN), text: String::new() };
    let line = ProgressLine { seconds: 1.5, size: 4, tally, guided: Some(guided) };
    assert_eq!(
        ResultLine::Progress(line).to_json(),
        r#"{"type":"progress","seconds":1.5,"size":4,"tally":{"passed":20,"discarded":3,"rejected":0},"guided":{"saved":2,"reached":9,"best":null,"text":""}}"#
    );
}
