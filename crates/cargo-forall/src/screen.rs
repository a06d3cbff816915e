//! The screen: what a person sees while properties run, or a program reads.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::outcome::{Outcome, counted};
use crate::running::{Done, Running};

/// Where it is shown, and how.
#[derive(Debug)]
pub(crate) enum Screen {
    /// Lines that change while it goes on.
    Terminal(Bars),
    /// A line when a property is done.
    Plain,
    /// The last line of each run as it was written down.
    Json,
}

/// A line for each property that runs, and one for all.
#[derive(Debug, Default)]
pub(crate) struct Bars {
    all: MultiProgress,
    by_path: BTreeMap<String, ProgressBar>,
    total: Option<ProgressBar>,
}

impl Screen {
    /// As fits to where the output goes.
    pub(crate) fn here(json: bool) -> Screen {
        match json {
            true => Screen::Json,
            false if std::io::stdout().is_terminal() => Screen::Terminal(Bars::default()),
            false => Screen::Plain,
        }
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
            Screen::Plain => print!("{}", told(done, false)),
            Screen::Terminal(bars) => {
                bars.by_path.remove(&done.path).iter().for_each(ProgressBar::finish_and_clear);
                let _ = bars.all.println(told(done, true).trim_end());
            }
            Screen::Json => {
                if let Some(line) = done.run.as_ref().and_then(|run| run.lines.last()) {
                    println!("{line}");
                }
            }
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
            println!("interrupted after {} of {all}", outcomes.len());
        }
    }
}

impl Bars {
    fn show(&mut self, running: &[Running], done: usize, all: usize) {
        let style =
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("it is well formed");
        for one in running {
            let bar = self.by_path.entry(one.path.clone()).or_insert_with(|| {
                let bar = self.all.add(ProgressBar::new_spinner().with_style(style.clone()));
                bar.enable_steady_tick(Duration::from_millis(120));
                bar
            });
            let how = one.run().map(|run| run.going()).unwrap_or_default();
            bar.set_message(format!("{} {how}", one.path));
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

/// How it ended, and all that is to be said if that was not well.
fn told(done: &Done, colour: bool) -> String {
    let outcome = Outcome::of(done);
    let how = done.run.as_ref().map(|run| run.came_to()).unwrap_or_default();
    let word = format!("{:>9}", outcome.word());
    let word = if colour { painted(outcome, &word) } else { word };
    let mut text = format!("{word}  {}{how}\n", done.path);
    if outcome > Outcome::Exhausted {
        for line in report(done).lines() {
            text += &format!("           {line}\n");
        }
    }
    text
}

/// What the run wrote down; what its process said if it did not come so far.
fn report(done: &Done) -> &str {
    done.run.as_ref().and_then(|run| run.text()).unwrap_or(&done.says)
}

fn painted(outcome: Outcome, word: &str) -> String {
    let colour = match outcome {
        Outcome::Passed | Outcome::Exhausted => 32,
        Outcome::Falsified | Outcome::Died | Outcome::Wrong => 31,
        _ => 33,
    };
    format!("\x1b[1;{colour}m{word}\x1b[0m")
}

/// `1 property`, `3 properties`.
pub(crate) fn properties(count: usize) -> String {
    format!("{count} {}", if count == 1 { "property" } else { "properties" })
}
