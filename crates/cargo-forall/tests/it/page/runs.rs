//! Results files, one for each thing that the page shows.

use forall_format::results::{
    BeginLine, BindingRecord, CounterexampleRecord, EndLine, GuidedRecord, ObservedRecord,
    ProgressLine, ReportRecord, ResultLine, RunOutcome, Seed, TallyRecord,
};

/// A run that has ended.
pub(super) struct FinishedRun {
    begin: BeginLine,
    progress: Vec<ProgressLine>,
    end: EndLine,
}

impl FinishedRun {
    fn new(property: &str, outcome: RunOutcome, passed: u64) -> FinishedRun {
        let begin = BeginLine {
            property: property.to_owned(),
            path: property.to_owned(),
            package: Some("demo".to_owned()),
            shard: None,
            place: "src/text.rs:3".to_owned(),
            formula: "∀ text: String. holds(text)".to_owned(),
            runner: "auto".to_owned(),
            seed: Seed(1),
            tests: None,
            time: None,
            at: 0,
        };
        let end = EndLine {
            property: property.to_owned(),
            seconds: 2.0,
            interrupted: false,
            replay: None,
            saved: None,
            text: String::new(),
            report: report(outcome, passed),
        };
        FinishedRun { begin, progress: Vec::new(), end }
    }

    /// Returns the name of the file.
    pub(super) fn file(&self) -> String {
        self.begin.property.replace("::", "/")
    }

    /// Returns the lines of the file.
    pub(super) fn lines(self) -> String {
        let begin = ResultLine::Begin(self.begin);
        let progress = self.progress.into_iter().map(ResultLine::Progress);
        let end = ResultLine::End(Box::new(self.end));
        let lines = std::iter::once(begin).chain(progress).chain([end]);
        lines.map(|line| line.to_json() + "\n").collect()
    }
}

fn report(outcome: RunOutcome, passed: u64) -> ReportRecord {
    ReportRecord {
        outcome,
        seed: Seed(1),
        tally: TallyRecord { passed, discarded: 0, rejected: 0 },
        discarded_by: Vec::new(),
        observed: Vec::new(),
        counterexample: None,
        other_failures: Vec::new(),
        hints: Vec::new(),
        slowest: None,
    }
}

pub(super) fn all() -> Vec<FinishedRun> {
    let vacuous = FinishedRun::new("text::is_vacuous", RunOutcome::Vacuous, 0);
    vec![passes(), searches(), vacuous, fails_too(), fails()]
}

fn fails() -> FinishedRun {
    let mut run = FinishedRun::new("text::fails", RunOutcome::Falsified, 1);
    run.end.replay = Some("cargo test replayed".to_owned());
    run.end.saved = Some("saved to .forall/regressions/text/fails.txt".to_owned());
    run.end.report.counterexample = Some(CounterexampleRecord {
        place: Some("src/text.rs:7:5".to_owned()),
        message: "the text has 1 character".to_owned(),
        ..counterexample("test 2 of seed 0x1, size 1", 1, 1)
    });
    run
}

fn fails_too() -> FinishedRun {
    let mut run = FinishedRun::new("text::fails_too", RunOutcome::Falsified, 0);
    run.end.saved = Some("kept in a file".to_owned());
    run.end.report.counterexample = Some(counterexample("a saved regression", 2_000, 0));
    run
}

fn counterexample(found: &str, tried: u64, accepted: u64) -> CounterexampleRecord {
    let text = |value: &str| BindingRecord { name: "text".to_owned(), value: value.to_owned() };
    CounterexampleRecord {
        found: found.to_owned(),
        message: String::new(),
        place: None,
        shrunk: vec![text("\"𐀀\"")],
        explained: Vec::new(),
        original: vec![text("\"long 𐀀\"")],
        choices: None,
        tried,
        accepted,
        stopped: false,
        flaky: false,
        repeated: 0,
        failed: 0,
        passes: Vec::new(),
    }
}

/// Observes numbers and texts.
fn passes() -> FinishedRun {
    let mut run = FinishedRun::new("text::passes", RunOutcome::Passed, 2_000);
    let wide = (0..64).map(|number| (number.to_string(), if number < 5 { 161 } else { 20 }));
    let wide = wide.chain([("100".to_owned(), 1)]);
    let words = (0..13).map(|number| (format!("w{number}"), 1));
    run.end.report.observed = vec![
        collected("length", &[("8", 1_000), ("11", 964), ("10", 36)]),
        collected("spread", &[("300", 1_999), ("-5", 1)]),
        ObservedRecord { values: wide.collect(), ..collected("wide", &[]) },
        collected("ratio", &[("0.5", 2), ("10.5", 1), ("-2.5", 1)]),
        collected("kind", &[("10x", 4), ("word", 6)]),
        ObservedRecord { values: words.collect(), ..collected("words", &[]) },
        ObservedRecord { kind: "cover".to_owned(), demanded: Some(5.0), ..collected("rare", &[]) },
        ObservedRecord { kind: "maximize".to_owned(), ..collected("score", &[]) },
    ];
    run
}

fn collected(name: &str, values: &[(&str, u64)]) -> ObservedRecord {
    ObservedRecord {
        name: name.to_owned(),
        kind: "collect".to_owned(),
        tests: 2_000,
        held: 0,
        demanded: None,
        values: values.iter().map(|(value, tests)| ((*value).to_owned(), *tests)).collect(),
    }
}

/// Runs for 10 seconds with 1,000 tests in each, and reaches ten edges in each of the first five.
fn searches() -> FinishedRun {
    let mut run = FinishedRun::new("search::passes", RunOutcome::Passed, 10_000);
    "fuzz".clone_into(&mut run.begin.runner);
    run.progress = (0..=10).map(progress).collect();
    run
}

fn progress(second: u32) -> ProgressLine {
    let guided = GuidedRecord {
        saved: u64::from(second.min(3)),
        reached: u64::from(10 * second.min(5)),
        best: Some(f64::from(second) / 4.0 - 3.0),
        text: String::new(),
    };
    ProgressLine {
        seconds: f64::from(second),
        size: second,
        tally: TallyRecord { passed: u64::from(1_000 * second), discarded: 0, rejected: 0 },
        guided: Some(guided),
    }
}
