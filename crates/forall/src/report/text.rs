//! Text: a report as a person reads it.

use std::fmt::Write;

use super::{Binding, Counterexample, Failure, Origin, Outcome, Report};
use crate::property::{Kind, Note, Place};

/// How text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As it is.
    Plain,
    /// With the colours of a terminal.
    Colour,
}

/// What stands around a report when it is of a test that has a name.
#[derive(Clone, Debug, Default)]
pub struct Title {
    /// What the property is called.
    pub name: String,
    /// Where it is written.
    pub place: Option<Place>,
    /// What runs the failing test again.
    pub command: Option<String>,
}

/// How much of a value that was not shrunk is worth showing.
const LONGEST: usize = 400;

/// The report in words.
pub fn render(report: &Report, title: &Title, style: Style) -> String {
    let mut text = Text { text: String::new(), style };
    match &report.outcome {
        Outcome::Passed => text.passed(report, title),
        Outcome::Falsified(counterexample) => text.falsified(report, counterexample, title),
        Outcome::GaveUp => text.gave_up(report, title),
        Outcome::Vacuous => text.vacuous(report, title),
    }
    text.text
}

struct Text {
    text: String,
    style: Style,
}

/// The four outcomes.
impl Text {
    /// One line, whatever happened on the way.
    fn passed(&mut self, report: &Report, title: &Title) {
        let word = self.paint(GREEN, "passed");
        let name = if title.name.is_empty() { String::new() } else { format!(" {},", title.name) };
        let tests = count(report.tally.passed, "test");
        let by: Vec<String> = shares(report).collect();
        let by = if by.is_empty() { String::new() } else { format!(": {}", by.join(", ")) };
        self.line(format_args!("{word}:{name} {tests}{}{by}", turned_away(report)));
    }

    fn falsified(&mut self, report: &Report, found: &Counterexample, title: &Title) {
        self.heading(RED, "falsified", title);
        self.bindings(&found.shrunk, usize::MAX);
        self.failure(&found.shrinking.failure, report.notes.last());
        self.history(found);
        self.discards(report);
        if !report.sources.is_empty() {
            self.line(format_args!("guided by {}", report.sources.join(", ")));
        }
        if let Some(command) = &title.command {
            self.line(format_args!("replay: {command}"));
        }
    }

    fn gave_up(&mut self, report: &Report, title: &Title) {
        self.heading(YELLOW, "gave up", title);
        let passed = count(report.tally.passed, "test");
        self.line(format_args!("  only {passed} passed{}", turned_away(report)));
        self.discards(report);
        if report.tally.discarded > report.tally.rejected {
            self.line(format_args!("a domain whose values satisfy the premise would do better"));
        }
    }

    fn vacuous(&mut self, report: &Report, title: &Title) {
        self.heading(YELLOW, "vacuous", title);
        let tests = count(report.tally.tests(), "test");
        self.line(format_args!("  nothing was tested: {tests} ran, and none reached the check"));
        self.discards(report);
    }
}

/// Their parts.
impl Text {
    fn heading(&mut self, colour: &str, word: &str, title: &Title) {
        let word = self.paint(colour, word);
        let name = if title.name.is_empty() { String::new() } else { format!(": {}", title.name) };
        let place = title.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
        self.line(format_args!("{word}{name}{place}"));
    }

    fn bindings(&mut self, bindings: &[Binding], longest: usize) {
        for Binding { name, value } in bindings {
            let name = self.paint(BOLD, name);
            let value = shorten(value, longest).replace('\n', "\n  ");
            self.line(format_args!("  {name} = {value}"));
        }
    }

    fn failure(&mut self, failure: &Failure, predicate: Option<&Note>) {
        let text = predicate.map(|note| &*note.text).filter(|text| !text.is_empty());
        match &failure.origin {
            Origin::False => match text {
                Some(text) => self.line(format_args!("false: {text}")),
                None => self.line(format_args!("the predicate is false")),
            },
            Origin::Error => self.told("error:", &failure.message),
            Origin::Panic(place) => {
                self.told(&format!("panicked at {place}:"), &failure.message);
            }
            Origin::PanicSomewhere(_) => self.told("panicked:", &failure.message),
        }
    }

    /// A message that may have several lines goes under its heading.
    fn told(&mut self, what: &str, message: &str) {
        self.line(format_args!("{what}\n  {}", message.replace('\n', "\n  ")));
    }

    fn history(&mut self, found: &Counterexample) {
        let test = found.test.saturating_add(1);
        let tried = &found.shrinking;
        if found.shrunk.is_empty() {
            self.line(format_args!("found by test {test}, before its inputs were complete"));
        } else if !tried.reproduced {
            self.line(format_args!(
                "found by test {test}, but it did not fail again: is it flaky?"
            ));
        } else if tried.tried == 0 {
            self.line(format_args!("found by test {test}, and not shrunk"));
        } else if tried.accepted == 0 {
            let tries = count(tried.tried, "try");
            self.line(format_args!("found by test {test}; nothing simpler fails in {tries}"));
        } else {
            let tries = count(tried.tried, "try");
            self.line(format_args!(
                "found by test {test}, and shrunk {} in {tries} from",
                times(tried.accepted)
            ));
            self.bindings(&found.original, LONGEST);
        }
    }

    /// Who turned tests away, and what share of those that came to it.
    fn discards(&mut self, report: &Report) {
        if report.tally.discarded + report.tally.rejected == 0 {
            return;
        }
        self.line(format_args!("turned away"));
        shares(report).for_each(|share| self.line(format_args!("  {share}")));
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string can be written to");
    }

    fn paint(&self, colour: &str, text: &str) -> String {
        match self.style {
            Style::Plain => text.to_owned(),
            Style::Colour => format!("\x1b[{colour}m{text}\x1b[0m"),
        }
    }
}

const BOLD: &str = "1";
const RED: &str = "1;31";
const GREEN: &str = "1;32";
const YELLOW: &str = "1;33";

/// Of the tests that came to a node, what share it turned away.
fn shares(report: &Report) -> impl Iterator<Item = String> {
    let mut came = report.tally.tests() + u64::from(report.counterexample().is_some());
    let nodes = report.notes.iter().zip(&report.tally.by_node).filter(|(_, count)| **count > 0);
    nodes.map(move |(note, turned_away)| {
        let share = percent(*turned_away, came);
        let line = format!("{share} of {} tests by {}", group(came), culprit(note, report));
        came = came.saturating_sub(*turned_away);
        line
    })
}

/// What to call a node that turned tests away.
fn culprit(note: &Note, report: &Report) -> String {
    match note.kind {
        Kind::Forall => {
            let reason = report.tally.reasons.iter().find(|(node, _)| *node == note.at);
            let reason = reason.map_or("no value could be made", |(_, reason)| reason);
            format!("`{}`: {reason}", note.name)
        }
        Kind::Check => "`assume!`".to_owned(),
        _ if note.text.is_empty() => format!("the premise at {}", note.place),
        _ => format!("`{}`", note.text),
    }
}

fn turned_away(report: &Report) -> String {
    match report.tally.discarded + report.tally.rejected {
        0 => String::new(),
        turned_away => format!(", {} turned away", group(turned_away)),
    }
}

fn count(number: u64, what: &str) -> String {
    let plural = match what {
        "try" => "tries".to_owned(),
        other => format!("{other}s"),
    };
    if number == 1 { format!("1 {what}") } else { format!("{} {plural}", group(number)) }
}

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{} times", group(number)) }
}

/// `12,345`
fn group(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

fn percent(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    if percent < 10.0 || (percent > 99.0 && part < whole) {
        format!("{percent:.1} %")
    } else {
        format!("{percent:.0} %")
    }
}

fn shorten(value: &str, longest: usize) -> String {
    match value.char_indices().nth(longest) {
        None => value.to_owned(),
        Some((end, _)) => format!("{} … ({} bytes)", &value[..end], group(value.len() as u64)),
    }
}
