//! The screen: what a person sees while properties run, or a program reads.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

use forall_format::results::{EndLine, ResultLine};
use forall_format::wording::count;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde_json::json;

use crate::dashboard::Dashboard;
use crate::harness::Ended;
use crate::outcome::{Outcome, counted};
use crate::results::Run;
use crate::running::{Done, Running};

/// Where it is shown, and how.
#[derive(Debug)]
pub(crate) enum Screen {
    /// Lines that change while it goes on.
    Terminal(Bars),
    /// A line when a property is done, and its report beside it.
    Plain,
    /// A line of JSON for each property.
    Json,
}

/// A line for each property that runs, and one for all.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    all: MultiProgress,
    by_name: BTreeMap<String, ProgressBar>,
    total: Option<ProgressBar>,
}

impl Screen {
    /// As fits to where the output goes.
    pub(crate) fn here(json: bool) -> Screen {
        match json {
            true => Screen::Json,
            false if is_terminal() => Screen::Terminal(Bars::default()),
            false => Screen::Plain,
        }
    }

    /// It begins. Who reads JSON wants nothing else on the same stream.
    pub(crate) fn open(&self, dashboard: Option<&Dashboard>) {
        if let Some(dashboard) = dashboard {
            eprintln!("dashboard: {}", dashboard.url());
        }
    }

    /// Shall properties paint what they say?
    pub(crate) fn has_colours(&self) -> bool {
        matches!(self, Screen::Terminal(_)) && has_colours()
    }

    /// How far it is.
    pub(crate) fn show(&mut self, running: &[Running], done: usize, all: usize) {
        if let Screen::Terminal(bars) = self {
            bars.show(running, done, all);
        }
    }

    /// One is done.
    pub(crate) fn done(&mut self, done: &Done) {
        match self {
            Screen::Plain => {
                eprint!("{}", done.says);
                println!("{}", line(done, false));
            }
            Screen::Terminal(bars) => {
                bars.by_name.remove(&done.name).iter().for_each(ProgressBar::finish_and_clear);
                let _ = bars.all.println(format!("{}{}", done.says, line(done, has_colours())));
            }
            Screen::Json => println!("{}", as_json(done)),
        }
    }

    /// All are, or as many of them as there were before a signal.
    pub(crate) fn close(&mut self, outcomes: &[Outcome], (interrupted, all): (bool, usize)) {
        if let Screen::Terminal(bars) = self {
            bars.total.take().iter().for_each(ProgressBar::finish_and_clear);
        }
        if matches!(self, Screen::Json) {
            return;
        }
        println!("{}: {}", properties(outcomes.len()), counted(outcomes));
        if interrupted {
            println!("interrupted in {} of {}", outcomes.len(), properties(all));
        }
    }
}

/// Lines that change are drawn on stderr; what it came to is printed on stdout. Where only one of them is
/// looked at, it gets lines that stay.
fn is_terminal() -> bool {
    std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}

/// Nobody has said that there should be none: <https://no-color.org>.
fn has_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

impl Bars {
    fn show(&mut self, running: &[Running], done: usize, all: usize) {
        let style =
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("it is well formed");
        for one in running {
            let bar = self.by_name.entry(one.name.clone()).or_insert_with(|| {
                let bar = self.all.add(ProgressBar::new_spinner().with_style(style.clone()));
                bar.enable_steady_tick(Duration::from_millis(120));
                bar
            });
            let how = one.run().map(|run| format!(", {}", run.going())).unwrap_or_default();
            bar.set_message(format!("{}{how}", one.name));
        }
        if all > 1 {
            let total = self.total.get_or_insert_with(|| {
                let style = ProgressStyle::with_template("  {bar:30} {pos} of {len}, {elapsed}");
                let bar =
                    ProgressBar::new(all as u64).with_style(style.expect("it is well formed"));
                self.all.add(bar)
            });
            total.set_position(done as u64);
        }
    }
}

/// What the property wrote down at its end, and what we make of it; if it came to no end, what it said.
fn as_json(done: &Done) -> serde_json::Value {
    let end = done.run.as_ref().and_then(Run::end);
    let mut line = end.map_or_else(|| json!({ "type": "end", "text": done.says }), parsed);
    line["name"] = json!(done.name);
    line["outcome"] = json!(Outcome::of(done).word());
    line
}

fn parsed(end: &EndLine) -> serde_json::Value {
    let json = ResultLine::End(Box::new(end.clone())).to_json();
    serde_json::from_str(&json).expect("a line is written as JSON")
}

/// How it ended, in one line.
fn line(done: &Done, colour: bool) -> String {
    let outcome = Outcome::of(done);
    let how = match (done.ended, &done.run) {
        (Ended::Died(status), _) => format!(" ({status})"),
        (_, Some(run)) => run.came_to(),
        (_, None) => String::new(),
    };
    let word = format!("{:>11}", outcome.word());
    let word = if colour { painted(outcome, &word) } else { word };
    format!("{word}  {}{how}", done.name)
}

fn painted(outcome: Outcome, word: &str) -> String {
    let colour = match outcome {
        Outcome::Passed | Outcome::Proved => 32,
        Outcome::Falsified | Outcome::Died | Outcome::Wrong => 31,
        _ => 33,
    };
    format!("\x1b[1;{colour}m{word}\x1b[0m")
}

/// Returns `1 property`, `3 properties`.
pub(crate) fn properties(number: usize) -> String {
    count(number as u64, "property")
}
