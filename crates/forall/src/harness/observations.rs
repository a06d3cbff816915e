//! Observations: a line for each test, as [Tyche](https://tyche-pbt.github.io) reads them.
//!
//! Hypothesis writes the same form of lines. They are JSON, and a reader refuses the whole file for one bad
//! line; so all that is read must be there, and nothing else may be of another type.

use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::{Began, Error, Settings, Test, place};
use crate::block::{observe, print};
use crate::observe::Said;
use crate::panics;
use crate::property::{Erased, ErasedInputs, Note, Seen, Text, outline};
use crate::report::json::{self, Object};
use crate::report::{Binding, Failure, Report, Verdict};
use crate::source::{ChoiceSequence, Record};

/// So many tests are told one by one; from there on fewer and fewer, about half as many each time that
/// their number doubles. Who reads looks at each of them.
const ALL: u64 = 1_000;

/// The file of one property in one run.
#[derive(Debug)]
pub(super) struct Observations {
    name: String,
    file: Mutex<File>,
    run_start: f64,
    tests: AtomicU64,
    /// Does the runner make and check in one walk? Then who checks only looks again.
    runs: AtomicBool,
    /// What comes after a failure is shrinking, and its end is told at the end.
    failed: AtomicBool,
    /// Or is nothing shrunk?
    all: bool,
}

/// One test.
#[derive(Debug)]
pub(super) struct Case<'c> {
    pub(super) property: &'c Erased,
    pub(super) inputs: Option<&'c ErasedInputs>,
    pub(super) record: Option<&'c Record>,
    pub(super) verdict: &'c Verdict,
    /// What the code under test said.
    pub(super) said: &'c [Said],
    pub(super) generate: Duration,
    pub(super) execute: Duration,
}

impl Observations {
    /// Where `settings` want them, if they do.
    pub(super) fn of(
        test: &Test,
        settings: &Settings,
        began: Began,
    ) -> Result<Option<Observations>, Error> {
        let Some(folder) = settings.observations.as_deref().and_then(place::folder) else {
            return Ok(None);
        };
        let name = test.full_name();
        // Readers look for files in one folder, and not in those within it.
        let file = place::file(&folder, &format!("{}.jsonl", name.replace("::", ".")), began)?;
        Ok(Some(Observations {
            name,
            file: Mutex::new(file),
            run_start: began.at.as_secs_f64(),
            tests: AtomicU64::new(0),
            runs: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            all: settings.shrinks == Some(0),
        }))
    }

    /// Shall the next test be told, which is made and checked in one walk?
    pub(super) fn wants_run(&self) -> bool {
        self.runs.store(true, Ordering::Relaxed);
        self.wants_one()
    }

    /// Shall the next test be told, which is checked on inputs that were made before?
    pub(super) fn wants_check(&self) -> bool {
        !self.runs.load(Ordering::Relaxed) && self.wants_one()
    }

    fn wants_one(&self) -> bool {
        let n = self.tests.fetch_add(1, Ordering::Relaxed);
        let every = (n / ALL + 1).next_power_of_two();
        n.is_multiple_of(every) && !self.failed.load(Ordering::Relaxed)
    }

    /// Tells of a test.
    pub(super) fn tell(&self, case: &Case<'_>) {
        let (status, reason) = status(case.property, case.verdict);
        if status == "failed" && !self.all {
            self.failed.store(true, Ordering::Relaxed);
        }
        let bindings = case.inputs.map(|inputs| print(case.property, inputs));
        let timing = Object::new()
            .number("generate", case.generate.as_secs_f64())
            .number("execute", case.execute.as_secs_f64());
        let choices = case.record.map(|record| ChoiceSequence(record.values()).to_string());
        let metadata = Object::new().maybe("choices", choices.map(|text| json::quoted(&text)));
        let line = self
            .line(status, &reason, bindings.as_deref())
            .text("how_generated", "generated")
            .raw("features", features(case))
            .raw("timing", timing.end())
            .raw("metadata", metadata.end());
        self.write(&line.end());
    }

    /// Tells of the simplest failure, and what the run came to.
    pub(super) fn close(&self, report: &Report, text: &str) {
        if let Some(found) = report.counterexample() {
            let reason = reason(&found.shrinking.failure);
            let line = self.line("failed", &reason, Some(&found.shrunk));
            let line = line.text("how_generated", "shrunk").raw("features", "{}".to_owned());
            self.write(&line.end());
        }
        let line = Object::new()
            .text("type", "info")
            .text("property", &self.name)
            .number("run_start", self.run_start)
            .text("title", "Report")
            .text("content", &format!("```\n{text}```"));
        self.write(&line.end());
    }

    /// What every line of a test has.
    fn line(&self, status: &str, reason: &str, bindings: Option<&[Binding]>) -> Object {
        let mut arguments = Object::new();
        for binding in bindings.unwrap_or_default() {
            arguments = arguments.text(&binding.name, &binding.value);
        }
        Object::new()
            .text("type", "test_case")
            .text("property", &self.name)
            .number("run_start", self.run_start)
            .text("status", status)
            .text("status_reason", reason)
            .text("representation", &bindings.map(representation).unwrap_or_default())
            .raw("arguments", arguments.end())
            .maybe("coverage", None)
    }

    /// A line that cannot be written is lost: it is no reason to fail what passes.
    fn write(&self, line: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// What the reader calls a verdict, and why.
fn status(property: &Erased, verdict: &Verdict) -> (&'static str, String) {
    let text = |at: usize| -> String {
        let notes = outline(property);
        notes.get(at).map(|note| described(note)).unwrap_or_default()
    };
    match verdict {
        Verdict::Pass => ("passed", String::new()),
        Verdict::Fail(failure) => ("failed", reason(failure)),
        Verdict::Discard(at) => ("gave_up", format!("premise: {}", text(*at))),
        Verdict::Reject(at, why) => ("gave_up", format!("{}: {why}", text(*at))),
    }
}

fn described(note: &Note) -> String {
    if note.name.is_empty() { note.text.to_string() } else { note.name.to_string() }
}

fn reason(failure: &Failure) -> String {
    let said = failure.message.lines().next().unwrap_or_default();
    if said.is_empty() { "it does not hold".to_owned() } else { said.to_owned() }
}

/// Tests of which this is the same are the same.
fn representation(bindings: &[Binding]) -> String {
    let all: Vec<String> =
        bindings.iter().map(|binding| format!("{} = {}", binding.name, binding.value)).collect();
    all.join("\n")
}

/// What the property observes, and how many choices its inputs took.
fn features(case: &Case<'_>) -> String {
    let mut features = Object::new();
    if let Some(record) = case.record {
        features = features.number("choices", record.values().len());
    }
    for (name, seen) in seen(case)
        .iter()
        .map(|(name, seen)| (name, seen))
        .chain(case.said.iter().map(|said| (&said.name, &said.seen)))
    {
        features = match seen {
            Seen::Flag(flag) => features.flag(name, *flag),
            Seen::Text(text) => features.raw(name, number_or_text(text)),
            Seen::Texts(texts) => features.text(name, &texts.join(", ")),
            Seen::Score(score) => features.raw(name, json::number(*score)),
        };
    }
    features.end()
}

/// What the property observes of complete inputs.
fn seen(case: &Case<'_>) -> Vec<(Text, Seen)> {
    let complete = matches!(case.verdict, Verdict::Pass | Verdict::Fail(_));
    let Some(inputs) = case.inputs.filter(|_| complete) else { return Vec::new() };
    let notes = outline(case.property);
    let seen = panics::catch(|| observe(case.property, inputs)).unwrap_or_default();
    let name = |at: usize| notes.get(at).map(|note| described(note)).unwrap_or_default();
    seen.into_iter().map(|one| (name(one.at).into(), one.seen)).collect()
}

/// A number is charted as one.
fn number_or_text(text: &str) -> String {
    match text.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => json::quoted(text),
    }
}
