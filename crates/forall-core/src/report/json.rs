//! JSON: a report as a program reads it.
//!
//! It is written here and read elsewhere, and that is too little for a dependency.

use std::fmt::{Display, Write};

use super::{Binding, Counterexample, Observed, Origin, Outcome, Report, Tally};
use crate::language::{Kind, Note, Way};
use crate::source::Provenance;

/// The report as one line.
///
/// ```
/// use forall::property::forall;
/// use forall::report::json;
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..10).check(|(x, ())| *x < 10), &Options::default());
/// assert!(json::render(&report).starts_with(r#"{"outcome":"passed","seed":"#));
/// ```
pub fn render(report: &Report) -> String {
    let found = report.counterexample();
    let also = report.also.iter().map(|also| counterexample(report, also));
    let observed = report.observed.iter().map(observed);
    let remarks = report.remarks.iter().map(|remark| quoted(remark));
    Object::new()
        .text("outcome", outcome(&report.outcome))
        .text("seed", &format!("{:#x}", report.seed))
        .raw("tally", tally(&report.tally))
        .list("turned_away", turned_away(report))
        .list("observed", observed)
        .maybe("counterexample", found.map(|found| counterexample(report, found)))
        .list("also", also)
        .list("remarks", remarks)
        .end()
}

/// What an outcome is called.
///
/// ```
/// use forall::report::{Outcome, json};
///
/// assert_eq!(json::outcome(&Outcome::GaveUp), "gave up");
/// ```
pub fn outcome(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Exhausted => "exhausted",
        Outcome::Falsified(_) => "falsified",
        Outcome::GaveUp => "gave up",
        Outcome::Vacuous => "vacuous",
        Outcome::TooRare => "too rare",
    }
}

/// How many tests ended in which way.
///
/// ```
/// use forall::report::{Tally, json};
///
/// let told = json::tally(&Tally { passed: 20, discarded: 3, ..Tally::default() });
/// assert_eq!(told, r#"{"passed":20,"discarded":3,"rejected":0}"#);
/// ```
pub fn tally(tally: &Tally) -> String {
    Object::new()
        .number("passed", tally.passed)
        .number("discarded", tally.discarded)
        .number("rejected", tally.rejected)
        .end()
}

/// Who turned tests away, and how many.
fn turned_away(report: &Report) -> impl Iterator<Item = String> {
    let counts = report.notes.iter().zip(&report.tally.by_node).filter(|(_, count)| **count > 0);
    counts.map(|(note, count)| {
        let reason = report.tally.reasons.iter().find(|(node, _)| *node == note.at);
        Object::new()
            .text("by", by(note))
            .number("tests", count)
            .maybe("reason", reason.map(|(_, reason)| quoted(reason)))
            .end()
    })
}

/// A quantifier by its variable, a premise by its text.
fn by(note: &Note) -> &str {
    if note.kind == Kind::Forall { &note.name } else { &note.text }
}

fn observed(observed: &Observed) -> String {
    let values = observed.values.iter();
    let values = values.map(|(value, count)| format!("[{},{count}]", quoted(value)));
    let (way, demanded) = match observed.way {
        Way::Classify => ("classify", None),
        Way::Collect => ("collect", None),
        Way::Tabulate => ("tabulate", None),
        Way::Cover(percent) => ("cover", Some(percent)),
        Way::Maximize => ("maximize", None),
        Way::Minimize => ("minimize", None),
    };
    Object::new()
        .text("name", &observed.name)
        .text("way", way)
        .number("tests", observed.tests)
        .number("held", observed.held)
        .maybe("demanded", demanded.map(number))
        .list("values", values)
        .end()
}

fn counterexample(report: &Report, found: &Counterexample) -> String {
    let shrinking = &found.shrinking;
    let passes = shrinking.passes.iter().map(|stats| {
        Object::new()
            .text("pass", stats.pass)
            .number("tried", stats.tried)
            .number("accepted", stats.accepted)
            .end()
    });
    let repeats = &shrinking.repeats;
    Object::new()
        .text("found", &source(report, found))
        .text("message", &shrinking.failure.message)
        .maybe("place", panicked_at(&shrinking.failure.origin).map(|place| quoted(&place)))
        .list("shrunk", bindings(&found.shrunk))
        .list("explained", bindings(&found.explained))
        .list("original", bindings(&found.original))
        .maybe("choices", found.choices.as_ref().map(|choices| quoted(&choices.to_string())))
        .number("tried", shrinking.tried)
        .number("accepted", shrinking.accepted)
        .flag("stopped", shrinking.stopped)
        .flag("flaky", repeats.flaky())
        .number("repeated", repeats.times)
        .number("failed", repeats.failed)
        .list("efforts", passes)
        .end()
}

fn panicked_at(origin: &Origin) -> Option<String> {
    match origin {
        Origin::Panic(place) => Some(place.to_string()),
        _ => None,
    }
}

/// Where a counterexample came from, in words: as in text, the first test is test 1.
fn source(report: &Report, found: &Counterexample) -> String {
    let test = found.number + 1;
    match found.provenance {
        Provenance::Fresh => {
            format!("test {test} of seed {:#x}, size {}", report.seed, found.size)
        }
        Provenance::Mutated => format!("test {test}, made by mutation"),
        Provenance::Corpus => format!("test {test}, kept by an earlier run"),
        Provenance::Example => format!("example {}", found.number),
        Provenance::Regression => "what failed before".to_owned(),
    }
}

fn bindings(bindings: &[Binding]) -> impl Iterator<Item = String> {
    bindings.iter().map(|binding| {
        Object::new().text("name", &binding.name).text("value", &binding.value).end()
    })
}

/// An object that is being written.
#[derive(Clone, Debug)]
pub struct Object(String);

impl Object {
    pub fn new() -> Object {
        Object(String::from("{"))
    }

    pub fn text(self, name: &str, text: &str) -> Object {
        self.raw(name, quoted(text))
    }

    pub fn number(self, name: &str, number: impl Display) -> Object {
        self.raw(name, number.to_string())
    }

    pub fn flag(self, name: &str, flag: bool) -> Object {
        self.raw(name, flag.to_string())
    }

    /// What is JSON already; `null` if there is nothing.
    pub fn maybe(self, name: &str, json: Option<String>) -> Object {
        self.raw(name, json.unwrap_or_else(|| "null".to_owned()))
    }

    pub fn list(self, name: &str, all: impl Iterator<Item = String>) -> Object {
        let all: Vec<String> = all.collect();
        self.raw(name, format!("[{}]", all.join(",")))
    }

    /// What is JSON already.
    pub fn raw(mut self, name: &str, json: String) -> Object {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0 += &quoted(name);
        self.0.push(':');
        self.0 += &json;
        self
    }

    pub fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A number that is one: JSON knows no others.
pub fn number(number: f64) -> String {
    if number.is_finite() { number.to_string() } else { "null".to_owned() }
}

/// Text between quotes.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            // Some readers take the last two for the ends of lines.
            '\0'..='\x1f' | '\x7f' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
