//! Reports as text.

mod comparison;
mod context;
mod diff;
mod discards;
mod evidence;
mod history;
mod layout;
mod statistics;
mod writer;

use forall_format::wording::count;

use self::comparison::FailedComparison;
pub use self::context::{ReportContext, Step, Style};
use self::discards::discarded;
use self::history::passes;
use self::statistics::share;
use self::writer::{GREEN, RED, Writer, YELLOW};
use super::{
    Binding, Counterexample, CrossedFailure, Failure, Origin, Outcome, PassStats, Report, Shrinking,
};
use crate::language::{NodeInfo, ObservationKind};
use crate::source::Provenance;

/// Renders a report as text.
///
/// ```
/// use forall::property::forall;
/// use forall::report::text::{Style, ReportContext, render};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 9), &Options::default());
/// let context = ReportContext { name: "stays_small".into(), ..ReportContext::default() };
/// assert_eq!(render(&report, &context, Style::Plain), "passed: stays_small, 1,000 tests\n");
/// assert!(render(&report, &context, Style::Colour).starts_with("\x1b["));
/// ```
pub fn render(report: &Report, context: &ReportContext, style: Style) -> String {
    let mut writer = Writer { text: String::new(), style, verbose: context.verbose };
    match &report.outcome {
        Outcome::Passed | Outcome::Proved => writer.passed(report, context),
        Outcome::Falsified(counterexample) => writer.falsified(report, counterexample, context),
        Outcome::GaveUp => writer.gave_up(report, context),
        Outcome::Vacuous => writer.vacuous(report, context),
        Outcome::InsufficientCoverage => writer.insufficient_coverage(report, context),
    }
    if context.verbose || !report.outcome.is_failure() {
        report.hints.iter().for_each(|hint| writer.line(format_args!("note: {hint}")));
    }
    writer.text
}

/// The outcomes.
impl Writer {
    /// Writes one line, and the observations.
    fn passed(&mut self, report: &Report, context: &ReportContext) {
        let word = match report.outcome {
            Outcome::Proved => self.paint(GREEN, "proved"),
            _ => self.paint(GREEN, "passed"),
        };
        let tests = match (&report.outcome, report.tally.passed) {
            (Outcome::Proved, 1) => "all 1 input passes".to_owned(),
            (Outcome::Proved, passed) => format!("all {} pass", count(passed, "input")),
            (_, passed) => count(passed, "test"),
        };
        let name = match &*context.name {
            "" => String::new(),
            name => format!(" {name},"),
        };
        let discarded = clause(discarded(report));
        self.line(format_args!("{word}:{name} {tests}{discarded}"));
        if self.verbose {
            self.evidence(report);
        }
        self.statistics(report);
    }

    fn insufficient_coverage(&mut self, report: &Report, context: &ReportContext) {
        self.heading(YELLOW, "insufficient coverage", context);
        for one in report.observed.iter().filter(|one| one.is_too_rare()) {
            let ObservationKind::Cover(percent) = one.kind else { continue };
            let share = share(one.held, one.tests);
            let tests = count(one.tests, "test");
            self.line(format_args!("  {share} of {tests} are `{}`, not {percent} %", one.name));
        }
        self.statistics(report);
        if let Some(discarded) = discarded(report) {
            self.line(format_args!("  {discarded}"));
        }
        self.line(format_args!("hint: use a domain that generates these cases more often"));
    }

    fn falsified(&mut self, report: &Report, found: &Counterexample, context: &ReportContext) {
        self.heading(RED, falsified(found), context);
        self.counterexample(report, found, context);
        if let Some(saved) = &context.saved {
            self.line(format_args!("  {saved}"));
        }
        if let Some(command) = &context.command {
            self.line(format_args!("  replay: {command}"));
        }
        if context.verbose {
            self.details(report, found);
        }
        self.steps(&context.steps);
        for other in &report.other_failures {
            self.blank_line();
            let word = format!("also {}", falsified(other));
            self.heading(RED, &word, &ReportContext::default());
            self.counterexample(report, other, context);
        }
    }

    fn gave_up(&mut self, report: &Report, context: &ReportContext) {
        self.heading(YELLOW, "gave up", context);
        let passed = count(report.tally.passed, "test");
        let discarded = clause(discarded(report));
        self.line(format_args!("  only {passed} passed{discarded}"));
        if report.tally.discarded > report.tally.rejected {
            self.line(format_args!("hint: use a domain whose values satisfy the precondition"));
        }
    }

    fn vacuous(&mut self, report: &Report, context: &ReportContext) {
        self.heading(YELLOW, "vacuous", context);
        let tests = count(report.tally.tests(), "test");
        match report.discarded_example {
            None => self.line(format_args!(
                "  nothing was tested: {tests} ran, and none reached the check"
            )),
            Some(n) => self.line(format_args!(
                "  example {n} does not satisfy the preconditions, so it tests nothing"
            )),
        }
        if let Some(discarded) = discarded(report) {
            self.line(format_args!("  {discarded}"));
        }
    }
}

/// The parts of the outcomes.
impl Writer {
    fn heading(&mut self, colour: &str, word: &str, context: &ReportContext) {
        let word = self.paint(colour, word);
        let name = match &*context.name {
            "" => String::new(),
            name => format!(": {name}"),
        };
        let location = context.location.as_ref().map(|location| format!(" ({location})"));
        self.line(format_args!("{word}{name}{}", location.unwrap_or_default()));
    }

    /// Writes the inputs, how they fail, and how they were found, with blank lines between.
    fn counterexample(&mut self, report: &Report, found: &Counterexample, context: &ReportContext) {
        self.blank_line();
        if !found.shrunk.is_empty() {
            self.bindings(&found.shrunk);
            self.blank_line();
        }
        self.failure(&found.shrinking.failure, report.nodes.last());
        self.blank_line();
        self.history(report, found, context);
    }

    fn failure(&mut self, failure: &Failure, predicate: Option<&NodeInfo>) {
        let text = predicate.map(|info| &*info.text).filter(|text| !text.is_empty());
        match &failure.origin {
            Origin::PredicateFalse => match text {
                Some(text) => self.line(format_args!("false: {text}")),
                None => self.line(format_args!("the predicate is false")),
            },
            Origin::Error => self.message("error", &failure.message),
            Origin::Panic(location) => {
                self.message(&format!("panicked at {location}"), &failure.message);
            }
            Origin::PanicUnlocated => self.message("panicked", &failure.message),
            Origin::Crash(_) => self.line(format_args!("{}", failure.message)),
            Origin::Named(name) => self.message(name, &failure.message),
            Origin::Contract(_) => self.message("broken contract", &failure.message),
        }
    }

    /// Writes a message, which may have several lines. The values of a failed comparison are laid out.
    fn message(&mut self, what: &str, message: &str) {
        let what = self.paint(RED, what);
        match FailedComparison::parse(message) {
            Some(comparison) => {
                self.line(format_args!("{what}: {}", comparison.claim));
                self.comparison(&comparison);
            }
            None => {
                let message = self.value(message, "  ".len());
                self.line(format_args!("{what}: {message}"));
            }
        }
    }

    /// Writes the details that only verbose reports and some failures have.
    fn details(&mut self, report: &Report, found: &Counterexample) {
        let Shrinking { accepted, passes: stats, .. } = &found.shrinking;
        if *accepted > 0 {
            self.section("inputs before shrinking", &found.original);
        }
        if let Some(first) = &found.crossed_from {
            self.section("the simplest inputs of the first failure", &first.shrunk);
        }
        if !found.explained.is_empty() {
            self.section(
                "`_` marks parts that do not matter: every replacement tried also failed",
                &found.explained,
            );
        }
        if stats.iter().any(|PassStats { accepted, .. }| *accepted > 0) {
            self.blank_line();
            self.line(format_args!("shrink passes: {}", passes(stats)));
        }
        if !report.observed.is_empty() {
            self.blank_line();
            self.line(format_args!("statistics of the tests that passed"));
            self.statistics(report);
        }
    }

    fn section(&mut self, heading: &str, bindings: &[Binding]) {
        self.blank_line();
        self.line(format_args!("{heading}"));
        self.bindings(bindings);
    }

    fn steps(&mut self, steps: &[Step]) {
        if !steps.is_empty() {
            self.blank_line();
        }
        for Step { pass, inputs } in steps {
            self.line(format_args!("step: {}", pass.unwrap_or("initial failure")));
            self.bindings(inputs);
        }
    }
}

/// Returns the words for a run that ended with this counterexample.
fn falsified(found: &Counterexample) -> &'static str {
    match found.shrinking.failure.origin {
        Origin::Contract(_) if found.provenance == Provenance::Example => "invalid example",
        Origin::Contract(_) => "generator error",
        _ => "falsified",
    }
}

/// Returns the text after a semicolon, if there is one.
fn clause(text: Option<String>) -> String {
    text.map(|text| format!("; {text}")).unwrap_or_default()
}
