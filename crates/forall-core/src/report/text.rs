//! Text: a report as a person reads it.

mod title;

use std::fmt::Write;

pub use self::title::{Step, Style, Title};
use super::{Binding, Counterexample, Failure, Origin, Outcome, PassStats, Report, Shrinking};
use crate::language::{Kind, Note, Way};
use crate::source::Provenance;

/// How much of a value that was not shrunk is worth showing.
const LONGEST: usize = 400;

/// The report in words.
///
/// ```
/// use forall::property::forall;
/// use forall::report::text::{Style, Title, render};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 9), &Options::default());
/// let title = Title { name: "stays_small".into(), ..Title::default() };
/// assert_eq!(render(&report, &title, Style::Plain), "passed: stays_small, 1,000 tests\n");
/// assert!(render(&report, &title, Style::Colour).starts_with("\x1b["));
/// ```
pub fn render(report: &Report, title: &Title, style: Style) -> String {
    let mut text = Text { text: String::new(), style };
    match &report.outcome {
        Outcome::Passed | Outcome::Exhausted => text.passed(report, title),
        Outcome::Falsified(counterexample) => text.falsified(report, counterexample, title),
        Outcome::GaveUp => text.gave_up(report, title),
        Outcome::Vacuous => text.vacuous(report, title),
        Outcome::TooRare => text.too_rare(report, title),
    }
    report.remarks.iter().for_each(|remark| text.line(format_args!("note: {remark}")));
    text.text
}

struct Text {
    text: String,
    style: Style,
}

/// The outcomes.
impl Text {
    /// One line, whatever happened on the way.
    fn passed(&mut self, report: &Report, title: &Title) {
        let (word, tests) = match report.outcome {
            Outcome::Exhausted => {
                ("exhausted", format!("all {} pass", count(report.tally.passed, "case")))
            }
            _ => ("passed", count(report.tally.passed, "test")),
        };
        let word = self.paint(GREEN, word);
        let name = if title.name.is_empty() { String::new() } else { format!(" {},", title.name) };
        let by: Vec<String> = shares(report).collect();
        let by = if by.is_empty() { String::new() } else { format!(": {}", by.join(", ")) };
        self.line(format_args!("{word}:{name} {tests}{}{by}", turned_away(report)));
        self.observed(report);
    }

    fn too_rare(&mut self, report: &Report, title: &Title) {
        self.heading(YELLOW, "too rare", title);
        for one in report.observed.iter().filter(|one| one.is_too_rare()) {
            let Way::Cover(percent) = one.way else { continue };
            let (share, tests) = (share(one.held, one.tests), count(one.tests, "test"));
            self.line(format_args!("  {share} of {tests} are `{}`, not {percent} %", one.name));
        }
        self.observed(report);
        self.discards(report);
        self.line(format_args!("a domain that makes more of them would do better"));
    }

    fn falsified(&mut self, report: &Report, found: &Counterexample, title: &Title) {
        self.heading(RED, "falsified", title);
        self.bindings(&found.shrunk, usize::MAX);
        self.failure(&found.shrinking.failure, report.notes.last());
        if !found.explained.is_empty() {
            self.line(format_args!("all other values that were tried in place of _ fail too"));
            self.bindings(&found.explained, LONGEST);
        }
        self.history(found);
        self.steps(&title.steps);
        for other in &report.also {
            self.heading(RED, "also falsified", &Title::default());
            self.bindings(&other.shrunk, usize::MAX);
            self.failure(&other.shrinking.failure, report.notes.last());
            self.history(other);
        }
        self.observed(report);
        self.discards(report);
        if let Some(kept) = &title.kept {
            self.line(format_args!("{kept}"));
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
        match report.idle_example {
            None => self.line(format_args!(
                "  nothing was tested: {tests} ran, and none reached the check"
            )),
            Some(n) => self.line(format_args!("  example {n} is turned away, and tests nothing")),
        }
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
            Origin::Death(_) => self.line(format_args!("{}", failure.message)),
        }
    }

    /// A message that may have several lines goes under its heading.
    fn told(&mut self, what: &str, message: &str) {
        self.line(format_args!("{what}\n  {}", message.replace('\n', "\n  ")));
    }

    fn history(&mut self, found: &Counterexample) {
        let by_test =
            |number: u64, how| format!("found by test {}{how}", group(number.saturating_add(1)));
        let number = found.number;
        let by = match found.provenance {
            Provenance::Fresh => by_test(number, ""),
            Provenance::Mutated => by_test(number, ", made by mutation"),
            Provenance::Corpus => by_test(number, ", an input that an earlier run kept"),
            Provenance::Example => format!("found by example {number}"),
            Provenance::Regression => "found by an earlier run".to_owned(),
        };
        let tried = &found.shrinking;
        let tries = count(tried.tried, "try");
        if found.shrunk.is_empty() {
            self.line(format_args!("{by}, before its inputs were complete"));
        } else if tried.repeats.flaky() {
            self.flaky(&by, found);
        } else if tried.tried == 0 {
            self.line(format_args!("{by}, and not shrunk"));
        } else if tried.accepted == 0 && tried.stopped {
            self.line(format_args!("{by}; nothing simpler was found in {tries}"));
        } else if tried.accepted == 0 {
            self.line(format_args!("{by}; nothing simpler fails in {tries}"));
        } else {
            self.line(format_args!("{by}, and shrunk {} in {tries} from", times(tried.accepted)));
            self.bindings(&found.original, LONGEST);
            self.line(format_args!("by the passes {}", passes(&tried.passes)));
        }
        if tried.stopped && tried.tried > 0 {
            self.line(format_args!("shrinking was cut short; the next run goes on from here"));
        }
    }

    /// The same inputs do not fail every time. Is it the inputs that change, or what is tested?
    fn flaky(&mut self, by: &str, found: &Counterexample) {
        let Shrinking { repeats, failure, .. } = &found.shrinking;
        let (failed, times) = (repeats.failed, repeats.times);
        let word = self.paint(YELLOW, "flaky");
        self.line(format_args!("{by}, but it is {word}: run again, {failed} of {times} failed"));
        match &repeats.diverged {
            Some(name) => self.line(format_args!(
                "  the same source makes another `{name}` each time: its domain must draw from nothing else"
            )),
            // What was there when a process died is made again from its choices, without the earlier test.
            None if matches!((found.provenance, &failure.origin), (Provenance::Mutated, Origin::Death(_))) => {
                self.line(format_args!(
                    "  these may not be its inputs: if a domain has a mutator of its own, they could not be made again"
                ));
            }
            None => self.line(format_args!(
                "  its inputs are the same each time: what is tested depends on something else"
            )),
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for Step { pass, inputs } in steps {
            let pass = pass.unwrap_or("as it was found");
            self.line(format_args!("step: {pass}"));
            self.bindings(inputs, LONGEST);
        }
    }

    /// Shares of tests, and tables of values.
    fn observed(&mut self, report: &Report) {
        for one in &report.observed {
            match one.way {
                Way::Classify | Way::Cover(_) => {
                    let share = share(one.held, one.tests);
                    self.line(format_args!("  {share} {}", one.name));
                }
                Way::Collect | Way::Tabulate => {
                    self.line(format_args!("  {}", one.name));
                    let all = one.values.iter().map(|(_, count)| count).sum();
                    for (value, times) in one.values.iter().take(ROWS) {
                        let (share, value) = (share(*times, all), shorten(value, 60));
                        self.line(format_args!("    {share} {value}"));
                    }
                    if let Some(rest) = one.values.get(ROWS..).filter(|rest| !rest.is_empty()) {
                        let times = rest.iter().map(|(_, count)| count).sum();
                        let (share, values) = (share(times, all), rest.len() as u64);
                        self.line(format_args!("    {share} {}", count(values, "other value")));
                    }
                }
                Way::Maximize | Way::Minimize => {}
            }
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

pub(super) fn count(number: u64, what: &str) -> String {
    let plural = match what {
        "try" => "tries".to_owned(),
        other => format!("{other}s"),
    };
    if number == 1 { format!("1 {what}") } else { format!("{} {plural}", group(number)) }
}

/// Which passes found something, the most useful first: `elements 5 of 9, numbers 1 of 3`.
fn passes(passes: &[PassStats]) -> String {
    let mut useful: Vec<&PassStats> = passes.iter().filter(|stats| stats.accepted > 0).collect();
    useful.sort_by_key(|stats| std::cmp::Reverse(stats.accepted));
    let others = passes.len().saturating_sub(MOST.min(useful.len()));
    let tried: u64 = passes.iter().map(|stats| stats.tried).sum();
    let first = useful.iter().take(MOST);
    let told: u64 = first.clone().map(|stats| stats.tried).sum();
    let mut words: Vec<String> =
        first.map(|stats| told_of(stats.pass, stats.accepted, stats.tried)).collect();
    if others > 0 && tried > told {
        let accepted: u64 = useful.iter().skip(MOST).map(|stats| stats.accepted).sum();
        words.push(told_of("others", accepted, tried - told));
    }
    words.join(", ")
}

fn told_of(pass: &str, accepted: u64, tried: u64) -> String {
    format!("{pass} {} of {}", group(accepted), group(tried))
}

/// How many passes are worth naming.
const MOST: usize = 4;

fn times(number: u64) -> String {
    if number == 1 { "once".to_owned() } else { format!("{} times", group(number)) }
}

/// `12,345`
pub(super) fn group(number: u64) -> String {
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

/// How many values of a table are worth showing.
const ROWS: usize = 10;

/// A share in a column.
fn share(part: u64, whole: u64) -> String {
    format!("{:>6}", percent(part, whole))
}

fn shorten(value: &str, longest: usize) -> String {
    match value.char_indices().nth(longest) {
        None => value.to_owned(),
        Some((end, _)) => format!("{} … ({} bytes)", &value[..end], group(value.len() as u64)),
    }
}
