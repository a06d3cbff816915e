//! Observations: one line for each test, for [Tyche](https://tyche-pbt.github.io).
//!
//! [`forall_format::observations`] defines the lines.

use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use forall_format::observations::{
    Feature, IfKnown, InfoLine, JsonMap, ObservationLine, TestCaseLine, TestStatus,
};

use super::{Error, Settings, StartTime, Test, paths};
use crate::block::{observe, print};
use crate::observe::EmittedObservation;
use crate::panics;
use crate::property::{Erased, ErasedInputs, NodeInfo, ObservationValue, nodes};
use crate::report::{Binding, Failure, Report, Verdict};
use crate::source::{ChoiceSequence, Record};

/// Up to this number, every test gets a line. After that, the rate is halved each time the number of tests
/// doubles, because readers of the file process every line.
const FULL_RATE_TESTS: u64 = 1_000;

/// The file of one property in one run.
#[derive(Debug)]
pub(super) struct Observations {
    name: String,
    file: Mutex<File>,
    run_start: f64,
    tests: AtomicU64,
    /// Whether the runner generates and checks in one step; a separate check is then a repetition.
    runs: AtomicBool,
    /// Whether a test failed. The tests after it belong to shrinking, whose result is written at the end.
    failed: AtomicBool,
    /// Whether shrinking is switched off, so that all tests are written.
    all: bool,
    /// Why the first line was lost that could not be written.
    lost: OnceLock<io::Error>,
}

/// One test.
#[derive(Debug)]
pub(super) struct ObservedTest<'c> {
    pub(super) property: &'c Erased,
    pub(super) inputs: Option<&'c ErasedInputs>,
    pub(super) record: Option<&'c Record>,
    pub(super) verdict: &'c Verdict,
    /// The observations of the code under test.
    pub(super) emitted: &'c [EmittedObservation],
    pub(super) generate: Duration,
    pub(super) execute: Duration,
}

impl Observations {
    /// Opens the file in the folder that `settings` name, if they name one.
    pub(super) fn of(
        test: &Test,
        settings: &Settings,
        started: StartTime,
    ) -> Result<Option<Observations>, Error> {
        let Some(folder) = settings.observations.as_deref().and_then(paths::folder) else {
            return Ok(None);
        };
        let name = test.property_name();
        let file = paths::file(&folder, &name.flat_file_name(), started)?;
        Ok(Some(Observations {
            name: name.full_name(),
            file: Mutex::new(file),
            run_start: started.at.as_secs_f64(),
            tests: AtomicU64::new(0),
            runs: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            all: settings.max_shrinks == Some(0),
            lost: OnceLock::new(),
        }))
    }

    /// Returns whether the next test gets a line, if it is generated and checked in one step.
    pub(super) fn wants_run(&self) -> bool {
        self.runs.store(true, Ordering::Relaxed);
        self.wants_one()
    }

    /// Returns whether the next test gets a line, if its inputs were generated before.
    pub(super) fn wants_check(&self) -> bool {
        !self.runs.load(Ordering::Relaxed) && self.wants_one()
    }

    fn wants_one(&self) -> bool {
        let n = self.tests.fetch_add(1, Ordering::Relaxed);
        let every = (n / FULL_RATE_TESTS + 1).next_power_of_two();
        n.is_multiple_of(every) && !self.failed.load(Ordering::Relaxed)
    }

    /// Writes the line of a test.
    pub(super) fn write_test(&self, case: &ObservedTest<'_>) {
        let (status, reason) = status(case.property, case.verdict);
        if status == TestStatus::Failed && !self.all {
            self.failed.store(true, Ordering::Relaxed);
        }
        let bindings = case.inputs.map(|inputs| print(case.property, inputs)).unwrap_or_default();
        let timing = vec![
            ("generate".to_owned(), case.generate.as_secs_f64()),
            ("execute".to_owned(), case.execute.as_secs_f64()),
        ];
        let choices = case.record.map(|record| ChoiceSequence(record.values()).to_string());
        self.write(&ObservationLine::TestCase(Box::new(TestCaseLine {
            how_generated: "generated".to_owned(),
            features: JsonMap(features(case)),
            timing: IfKnown(Some(JsonMap(timing))),
            metadata: IfKnown(Some(JsonMap(vec![("choices".to_owned(), choices)]))),
            ..self.test_case(status, reason, &bindings)
        })));
    }

    /// Writes the simplest failure, and the result of the run. If a line of the run was lost, returns a message for the user.
    pub(super) fn close(&self, report: &Report, text: &str) -> Result<(), String> {
        if let Some(found) = report.counterexample() {
            let reason = reason(&found.shrinking.failure);
            let line = self.test_case(TestStatus::Failed, reason, &found.shrunk);
            self.write(&ObservationLine::TestCase(Box::new(line)));
        }
        self.write(&ObservationLine::Info(InfoLine {
            property: self.name.clone(),
            run_start: self.run_start,
            title: "Report".to_owned(),
            content: format!("```\n{text}```"),
        }));
        match self.lost.get() {
            Some(error) => Err(format!("forall: observations cannot be written: {error}\n")),
            None => Ok(()),
        }
    }

    /// Returns the line of a test with these inputs and this status, without further fields.
    fn test_case(&self, status: TestStatus, reason: String, bindings: &[Binding]) -> TestCaseLine {
        let argument = |binding: &Binding| (binding.name.to_string(), binding.value.clone());
        TestCaseLine {
            property: self.name.clone(),
            run_start: self.run_start,
            status,
            status_reason: reason,
            representation: representation(bindings),
            arguments: JsonMap(bindings.iter().map(argument).collect()),
            coverage: None,
            how_generated: "shrunk".to_owned(),
            features: JsonMap(Vec::new()),
            timing: IfKnown(None),
            metadata: IfKnown(None),
        }
    }

    /// Writes a line. If that fails, the line is lost: a property that passes must not fail because of it.
    fn write(&self, line: &ObservationLine) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = file.write_all(format!("{}\n", line.to_json()).as_bytes()) {
            let _ = self.lost.set(error);
        }
    }
}

/// Returns the status and the reason of a verdict, as the reader names them.
fn status(property: &Erased, verdict: &Verdict) -> (TestStatus, String) {
    let text = |at: usize| -> String {
        let nodes = nodes(property);
        nodes.get(at).map(|info| described(info)).unwrap_or_default()
    };
    match verdict {
        Verdict::Pass => (TestStatus::Passed, String::new()),
        Verdict::Fail(failure) => (TestStatus::Failed, reason(failure)),
        Verdict::Discard(at) => (TestStatus::GaveUp, format!("premise: {}", text(*at))),
        Verdict::Reject(at, why) => (TestStatus::GaveUp, format!("{}: {why}", text(*at))),
    }
}

fn described(info: &NodeInfo) -> String {
    if info.name.is_empty() { info.text.to_string() } else { info.name.to_string() }
}

fn reason(failure: &Failure) -> String {
    let line = failure.message.lines().next().unwrap_or_default();
    if line.is_empty() { "the predicate is false".to_owned() } else { line.to_owned() }
}

/// Returns text that is the same for equal inputs only.
fn representation(bindings: &[Binding]) -> String {
    let all: Vec<String> =
        bindings.iter().map(|binding| format!("{} = {}", binding.name, binding.value)).collect();
    all.join("\n")
}

/// Returns the observations of the property, and the number of choices of its inputs.
fn features(case: &ObservedTest<'_>) -> Vec<(String, Feature)> {
    let choices = case.record.map(|record| Feature::Number(record.choices.len() as f64));
    let mut features: Vec<(String, Feature)> =
        choices.into_iter().map(|count| ("choices".to_owned(), count)).collect();
    for (name, seen) in seen(case) {
        features.push((name, feature(&seen)));
    }
    for emitted in case.emitted {
        features.push((emitted.name.to_string(), feature(&emitted.value)));
    }
    features
}

fn feature(seen: &ObservationValue) -> Feature {
    match seen {
        ObservationValue::Flag(flag) => Feature::Flag(*flag),
        ObservationValue::Text(text) => Feature::of_text(text),
        ObservationValue::Texts(texts) => Feature::Text(texts.join(", ")),
        ObservationValue::Score(score) => Feature::Number(*score),
    }
}

/// Returns the observations of the property on complete inputs.
fn seen(case: &ObservedTest<'_>) -> Vec<(String, ObservationValue)> {
    let complete = matches!(case.verdict, Verdict::Pass | Verdict::Fail(_));
    let Some(inputs) = case.inputs.filter(|_| complete) else { return Vec::new() };
    let nodes = nodes(case.property);
    let seen = panics::catch(|| observe(case.property, inputs)).unwrap_or_default();
    let name = |at: usize| nodes.get(at).map(|info| described(info)).unwrap_or_default();
    seen.into_iter().map(|one| (name(one.at), one.value)).collect()
}
