//! Reports as text.

mod context;

use std::fmt::Write;

use forall_format::wording::{count, group, percent, times};

pub use self::context::{ReportContext, Step, Style};
use super::{Binding, Counterexample, Failure, Origin, Outcome, PassStats, Report, Shrinking};
use crate::language::{NodeInfo, NodeKind, ObservationKind};
use crate::source::Provenance;

/// The maximum length of a printed value that was not shrunk.
const MAX_VALUE_LENGTH: usize = 400;

/// Renders a report as text.
///
/// ```
/// use forall::property::forall;
/// use forall::report::text::{Style, ReportContext, render};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 9), &Options::default());
/// let title = ReportContext { name: "stays_small".into(), ..ReportContext::default() };
/// assert_eq!(render(&report, &title, Style::Plain), "passed: stays_small, 1,000 tests\n");
/// assert!(render(&report, &title, Style::Colour).starts_with("\x1b["));
/// ```
pub fn render(report: &Report, title: &ReportContext, style: Style) -> String {
    let mut text = Text { text: String::new(), style };
    match &report.outcome {
        Outcome::Passed | Outcome::Proved => text.passed(report, title),
        Outcome::Falsified(counterexample) => text.falsified(report, counterexample, title),
        Outcome::GaveUp => text.gave_up(report, title),
        Outcome::Vacuous => text.vacuous(report, title),
        Outcome::InsufficientCoverage => text.insufficient_coverage(report, title),
    }
    report.hints.iter().for_each(|hint| text.line(format_args!("note: {hint}")));
    text.text
}

struct Text {
    text: String,
    style: Style,
}

/// The outcomes.
impl Text {
    /// Writes one line, and the observations.
    fn passed(&mut self, report: &Report, title: &ReportContext) {
        let word = match report.outcome {
            Outcome::Proved => self.paint(GREEN, "proved"),
            _ => self.paint(GREEN, "passed"),
        };
        let tests = match (&report.outcome, report.tally.passed) {
            (Outcome::Proved, 1) => "all 1 input passes".to_owned(),
            (Outcome::Proved, passed) => format!("all {} pass", count(passed, "input")),
            (_, passed) => count(passed, "test"),
        };
        let name = if title.name.is_empty() { String::new() } else { format!(" {},", title.name) };
        let by: Vec<String> = shares(report).collect();
        let by = if by.is_empty() { String::new() } else { format!(": {}", by.join(", ")) };
        self.line(format_args!("{word}:{name} {tests}{}{by}", discarded(report)));
        self.observed(report);
    }

    fn insufficient_coverage(&mut self, report: &Report, title: &ReportContext) {
        self.heading(YELLOW, "insufficient coverage", title);
        for one in report.observed.iter().filter(|one| one.is_too_rare()) {
            let ObservationKind::Cover(percent) = one.kind else { continue };
            let share = share(one.held, one.tests);
            let tests = count(one.tests, "test");
            self.line(format_args!("  {share} of {tests} are `{}`, not {percent} %", one.name));
        }
        self.observed(report);
        self.discards(report);
        self.line(format_args!("hint: use a domain that generates these cases more often"));
    }

    fn falsified(&mut self, report: &Report, found: &Counterexample, title: &ReportContext) {
        self.heading(RED, "falsified", title);
        self.bindings(&found.shrunk, usize::MAX);
        self.failure(&found.shrinking.failure, report.nodes.last());
        if !found.explained.is_empty() {
            self.line(format_args!(
                "`_` marks parts that do not matter: every replacement tried also failed"
            ));
            self.bindings(&found.explained, MAX_VALUE_LENGTH);
        }
        self.history(found);
        self.steps(&title.steps);
        for other in &report.other_failures {
            self.heading(RED, "also falsified", &ReportContext::default());
            self.bindings(&other.shrunk, usize::MAX);
            self.failure(&other.shrinking.failure, report.nodes.last());
            self.history(other);
        }
        self.observed(report);
        self.discards(report);
        if let Some(saved) = &title.saved {
            self.line(format_args!("{saved}"));
        }
        if let Some(command) = &title.command {
            self.line(format_args!("replay: {command}"));
        }
    }

    fn gave_up(&mut self, report: &Report, title: &ReportContext) {
        self.heading(YELLOW, "gave up", title);
        let passed = count(report.tally.passed, "test");
        self.line(format_args!("  only {passed} passed{}", discarded(report)));
        self.discards(report);
        if report.tally.discarded > report.tally.rejected {
            self.line(format_args!("hint: use a domain whose values satisfy the premise"));
        }
    }

    fn vacuous(&mut self, report: &Report, title: &ReportContext) {
        self.heading(YELLOW, "vacuous", title);
        let tests = count(report.tally.tests(), "test");
        match report.discarded_example {
            None => self.line(format_args!(
                "  nothing was tested: {tests} ran, and none reached the check"
            )),
            Some(n) => self.line(format_args!(
                "  example {n} does not satisfy the preconditions, so it tests nothing"
            )),
        }
        self.discards(report);
    }
}

/// The parts of the outcomes.
impl Text {
    fn heading(&mut self, colour: &str, word: &str, title: &ReportContext) {
        let word = self.paint(colour, word);
        let name = if title.name.is_empty() { String::new() } else { format!(": {}", title.name) };
        let location =
            title.location.as_ref().map(|location| format!(" ({location})")).unwrap_or_default();
        self.line(format_args!("{word}{name}{location}"));
    }

    fn bindings(&mut self, bindings: &[Binding], longest: usize) {
        for Binding { name, value } in bindings {
            let name = self.paint(BOLD, name);
            let value = shorten(value, longest).replace('\n', "\n  ");
            self.line(format_args!("  {name} = {value}"));
        }
    }

    fn failure(&mut self, failure: &Failure, predicate: Option<&NodeInfo>) {
        let text = predicate.map(|info| &*info.text).filter(|text| !text.is_empty());
        match &failure.origin {
            Origin::PredicateFalse => match text {
                Some(text) => self.line(format_args!("false: {text}")),
                None => self.line(format_args!("the predicate is false")),
            },
            Origin::Error => self.message("error:", &failure.message),
            Origin::Panic(location) => {
                self.message(&format!("panicked at {location}:"), &failure.message);
            }
            Origin::PanicUnlocated(_) => self.message("panicked:", &failure.message),
            Origin::Crash(_) => self.line(format_args!("{}", failure.message)),
        }
    }

    /// Writes a message, which may have several lines, below its heading.
    fn message(&mut self, what: &str, message: &str) {
        self.line(format_args!("{what}\n  {}", message.replace('\n', "\n  ")));
    }

    fn history(&mut self, found: &Counterexample) {
        let by_test =
            |number: u64, how| format!("found by test {}{how}", group(number.saturating_add(1)));
        let number = found.number;
        let by = match found.provenance {
            Provenance::Fresh => by_test(number, ""),
            Provenance::Mutated => by_test(number, ", made by mutation"),
            Provenance::Corpus => by_test(number, ", an input that an earlier run saved"),
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
            self.bindings(&found.original, MAX_VALUE_LENGTH);
            self.line(format_args!("by the passes {}", passes(&tried.passes)));
        }
        if tried.stopped && tried.tried > 0 {
            self.line(format_args!("shrinking was cut short; the next run continues from here"));
        }
    }

    /// Describes inputs that do not fail every time, and whether the inputs or the code under test differ.
    fn flaky(&mut self, by: &str, found: &Counterexample) {
        let Shrinking { repeats, failure, .. } = &found.shrinking;
        let failed = repeats.failed;
        let times = repeats.times;
        let word = self.paint(YELLOW, "flaky");
        self.line(format_args!("{by}, but it is {word}: run again, {failed} of {times} failed"));
        match &repeats.diverged {
            Some(name) => self.line(format_args!(
                "  `{name}` differs between runs with the same seed: its domain uses randomness outside the `Source`"
            )),
            // Inputs of a crashed process are regenerated from their choices, without the earlier test.
            None if matches!((found.provenance, &failure.origin), (Provenance::Mutated, Origin::Crash(_))) => {
                self.line(format_args!(
                    "  these inputs may be approximate: a custom mutator produced them and they cannot be regenerated"
                ));
            }
            None => self.line(format_args!(
                "  the inputs are the same each time: the code under test depends on something else"
            )),
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for Step { pass, inputs } in steps {
            let pass = pass.unwrap_or("initial failure");
            self.line(format_args!("step: {pass}"));
            self.bindings(inputs, MAX_VALUE_LENGTH);
        }
    }

    /// Writes percentages of tests, and tables of values.
    fn observed(&mut self, report: &Report) {
        for one in &report.observed {
            match one.kind {
                ObservationKind::Classify | ObservationKind::Cover(_) => {
                    let share = share(one.held, one.tests);
                    self.line(format_args!("  {share} {}", one.name));
                }
                ObservationKind::Collect | ObservationKind::Tabulate => {
                    self.line(format_args!("  {}", one.name));
                    let all = one.values.iter().map(|(_, count)| count).sum();
                    for (value, times) in one.values.iter().take(MAX_ROWS) {
                        let share = share(*times, all);
                        self.line(format_args!("    {share} {}", shorten(value, 60)));
                    }
                    if let Some(rest) = one.values.get(MAX_ROWS..).filter(|rest| !rest.is_empty()) {
                        let times = rest.iter().map(|(_, count)| count).sum();
                        let share = share(times, all);
                        let others = count(rest.len() as u64, "other value");
                        self.line(format_args!("    {share} {others}"));
                    }
                }
                ObservationKind::Maximize | ObservationKind::Minimize => {}
            }
        }
    }

    /// Writes which nodes discarded tests, and what percentage of the tests that reached them.
    fn discards(&mut self, report: &Report) {
        if report.tally.discarded + report.tally.rejected == 0 {
            return;
        }
        self.line(format_args!("discarded"));
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

/// Returns a line for each node that discarded tests, with the percentage of the tests that reached it.
fn shares(report: &Report) -> impl Iterator<Item = String> {
    let mut reached = report.tally.tests() + u64::from(report.counterexample().is_some());
    let nodes = report.nodes.iter().zip(&report.tally.by_node).filter(|(_, count)| **count > 0);
    nodes.map(move |(info, discarded)| {
        let share = percent(*discarded, reached);
        let line = format!("{share} of {} tests by {}", group(reached), culprit(info, report));
        reached = reached.saturating_sub(*discarded);
        line
    })
}

/// Returns the description of a node that discarded tests.
fn culprit(info: &NodeInfo, report: &Report) -> String {
    match info.kind {
        NodeKind::Forall => {
            let reason = report.tally.reasons.iter().find(|(node, _)| *node == info.at);
            let reason = reason.map_or("no value could be generated", |(_, reason)| reason);
            format!("`{}`: {reason}", info.name)
        }
        NodeKind::Check => "`assume!`".to_owned(),
        _ if info.text.is_empty() => format!("the premise at {}", info.location),
        _ => format!("`{}`", info.text),
    }
}

fn discarded(report: &Report) -> String {
    match report.tally.discarded + report.tally.rejected {
        0 => String::new(),
        discarded => format!(", {} discarded", group(discarded)),
    }
}

/// Returns the passes that found simpler inputs, the most useful first: `delete elements 5 of 9, lower values 1 of 3`.
fn passes(passes: &[PassStats]) -> String {
    let mut useful: Vec<&PassStats> = passes.iter().filter(|stats| stats.accepted > 0).collect();
    useful.sort_by_key(|stats| std::cmp::Reverse(stats.accepted));
    let others = passes.len().saturating_sub(MAX_PASSES.min(useful.len()));
    let tried: u64 = passes.iter().map(|stats| stats.tried).sum();
    let first = useful.iter().take(MAX_PASSES);
    let listed: u64 = first.clone().map(|stats| stats.tried).sum();
    let mut words: Vec<String> =
        first.map(|stats| pass_line(stats.pass, stats.accepted, stats.tried)).collect();
    if others > 0 && tried > listed {
        let accepted: u64 = useful.iter().skip(MAX_PASSES).map(|stats| stats.accepted).sum();
        words.push(pass_line("others", accepted, tried - listed));
    }
    words.join(", ")
}

fn pass_line(pass: &str, accepted: u64, tried: u64) -> String {
    format!("{pass} {} of {}", group(accepted), group(tried))
}

/// The maximum number of passes that are listed.
const MAX_PASSES: usize = 4;

/// The maximum number of values in a table.
const MAX_ROWS: usize = 10;

/// Returns a percentage for a column.
fn share(part: u64, whole: u64) -> String {
    format!("{:>6}", percent(part, whole))
}

fn shorten(value: &str, longest: usize) -> String {
    match value.char_indices().nth(longest) {
        None => value.to_owned(),
        Some((end, _)) => format!("{} … ({} bytes)", &value[..end], group(value.len() as u64)),
    }
}
