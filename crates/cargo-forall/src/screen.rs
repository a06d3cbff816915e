//! The output of a session: for a terminal, a pipe, or a program that reads JSON.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

use forall_format::results::{EndLine, ResultLine};
use forall_format::wording::count;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde_json::json;

use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::outcome::{FinishedTest, Outcome, TestExit, summary};
use crate::output;
use crate::results::Run;
use crate::running::RunningTest;

/// The kind of output.
#[derive(Debug)]
pub(crate) enum Screen {
    /// Progress bars, and a line for each finished property.
    Terminal(Bars),
    /// A line for each finished property on standard output, and its report on standard error.
    Plain,
    /// A line of JSON for each finished property.
    Json,
}

/// A progress bar for each running property, and one for the session.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    all: MultiProgress,
    by_name: BTreeMap<String, ProgressBar>,
    total: Option<ProgressBar>,
}

/// The number of properties of a session that have finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Completion {
    pub(crate) finished: usize,
    pub(crate) total: usize,
}

impl Screen {
    /// Selects the output: JSON if requested, otherwise by whether the output is a terminal.
    pub(crate) fn new(json: bool) -> Screen {
        match json {
            true => Screen::Json,
            false if is_terminal() => Screen::Terminal(Bars::default()),
            false => Screen::Plain,
        }
    }

    /// Prints the address of the dashboard. It goes to standard error, since JSON may go to standard output.
    pub(crate) fn open(&self, dashboard: Option<&Dashboard>) -> Result<(), Error> {
        match dashboard {
            Some(dashboard) => {
                output::print_error_line(format_args!("dashboard: {}", dashboard.url()))
            }
            None => Ok(()),
        }
    }

    /// Returns whether reports of properties should have colours.
    pub(crate) fn has_colours(&self) -> bool {
        matches!(self, Screen::Terminal(_)) && allows_colours()
    }

    /// Shows the progress.
    pub(crate) fn show(&mut self, running: &[RunningTest], completion: Completion) {
        if let Screen::Terminal(bars) = self {
            bars.show(running, completion);
        }
    }

    /// Prints the report and the result of a finished test.
    pub(crate) fn finished(&mut self, test: &FinishedTest) -> Result<(), Error> {
        match self {
            Screen::Plain => {
                output::print_error(report(test))?;
                output::print_line(result_line(test, false))
            }
            Screen::Terminal(bars) => {
                bars.by_name.remove(&test.name).iter().for_each(ProgressBar::finish_and_clear);
                let line = result_line(test, allows_colours());
                let _ = bars.all.println(format!("{}{line}", report(test)));
                Ok(())
            }
            Screen::Json => output::print_line(as_json(test)),
        }
    }

    /// Prints the number of properties with each outcome.
    pub(crate) fn close(&mut self, outcomes: &[Outcome]) -> Result<(), Error> {
        if let Screen::Terminal(bars) = self {
            bars.total.take().iter().for_each(ProgressBar::finish_and_clear);
        }
        if matches!(self, Screen::Json) {
            return Ok(());
        }
        let count = properties(outcomes.len());
        output::print_line(format_args!("{count}: {}", summary(outcomes)))
    }

    /// Prints that a signal ended the session.
    pub(crate) fn interrupted(&self, completion: Completion) -> Result<(), Error> {
        if matches!(self, Screen::Json) {
            return Ok(());
        }
        let Completion { finished, total } = completion;
        let total = properties(total);
        output::print_line(format_args!("interrupted after {finished} of {total}"))
    }
}

/// Returns the report of a test. A blank line separates one of several lines from what follows.
fn report(test: &FinishedTest) -> String {
    let text = &test.stderr;
    if text.lines().nth(1).is_some() { format!("{text}\n") } else { text.clone() }
}

/// Returns whether both streams go to a terminal: progress bars are drawn on standard error, results are printed
/// on standard output.
fn is_terminal() -> bool {
    std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}

/// Returns whether `NO_COLOR` is unset or empty: <https://no-color.org>.
fn allows_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

impl Bars {
    fn show(&mut self, running: &[RunningTest], completion: Completion) {
        for test in running {
            self.show_test(test);
        }
        if completion.total > 1 {
            self.show_completion(completion);
        }
    }

    fn show_test(&mut self, test: &RunningTest) {
        let bar = self.by_name.entry(test.name.clone()).or_insert_with(|| {
            let bar = ProgressBar::new_spinner().with_style(style("{spinner} {wide_msg}"));
            let bar = self.all.add(bar);
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        let progress = test.run().map(|run| format!(", {}", run.progress_text()));
        bar.set_message(format!("{}{}", test.name, progress.unwrap_or_default()));
    }

    fn show_completion(&mut self, completion: Completion) {
        let total = self.total.get_or_insert_with(|| {
            let bar = ProgressBar::new(completion.total as u64);
            self.all.add(bar.with_style(style("  {bar:30} {pos} of {len}, {elapsed}")))
        });
        total.set_position(completion.finished as u64);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

/// Returns the last line in the results file with the outcome, or the printed text if the file has no last line.
fn as_json(test: &FinishedTest) -> serde_json::Value {
    let end = test.run.as_ref().and_then(Run::end);
    let mut line = end.map_or_else(|| json!({ "type": "end", "text": test.stderr }), end_as_json);
    line["name"] = json!(test.name);
    if let Some(shard) = test.run.as_ref().and_then(Run::shard) {
        line["shard"] = json!(shard);
    }
    line["outcome"] = json!(Outcome::new(test).word());
    line
}

fn end_as_json(end: &EndLine) -> serde_json::Value {
    let json = ResultLine::End(Box::new(end.clone())).to_json();
    serde_json::from_str(&json).expect("a result line is JSON")
}

/// Returns the outcome, the name, and the number of tests or the exit status.
fn result_line(test: &FinishedTest, has_colours: bool) -> String {
    let outcome = Outcome::new(test);
    let details = match (test.exit, &test.run) {
        (TestExit::Crashed(status), _) => format!(" ({status})"),
        (_, Some(run)) => run.effort_text(),
        (_, None) => String::new(),
    };
    let word = format!("{:>11}", outcome.word());
    let word = if has_colours { coloured(outcome, &word) } else { word };
    format!("{word}  {}{details}", test.name)
}

fn coloured(outcome: Outcome, word: &str) -> String {
    let colour = match outcome {
        Outcome::Passed | Outcome::Proved => 32,
        Outcome::Falsified | Outcome::Crashed | Outcome::Error => 31,
        _ => 33,
    };
    format!("\x1b[1;{colour}m{word}\x1b[0m")
}

/// Returns `1 property`, `3 properties`.
pub(crate) fn properties(number: usize) -> String {
    count(number as u64, "property")
}
