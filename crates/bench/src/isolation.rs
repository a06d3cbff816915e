//! Isolation: the cost of recording every test before it runs, and whether every crash is reported
//! with the input that caused it.

mod crashing_tests;

use std::hint::black_box;
use std::io;

use forall_format::ChoiceValue;
use forall_format::choice_words::encode_values;
use forall_sys::process::Journal;

use self::crashing_tests::CrashingTests;
use crate::measure::{Count, measure};
use crate::options::Options;
use crate::row::{Bar, Row};

/// The limit for recording 32 choices, in nanoseconds.
const JOURNAL_LIMIT: f64 = 10.0;

/// The measured cases.
const CASES: [Case; 5] = [
    Case { choices: 32, form: Form::Copied, bar: None },
    Case { choices: 4, form: Form::Words, bar: None },
    Case { choices: 32, form: Form::Words, bar: Some(Bar::AtMost(1.0)) },
    Case { choices: 256, form: Form::Words, bar: None },
    Case { choices: 32, form: Form::Typed, bar: None },
];

/// A way to record the choices of a test.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// The number of choices.
    choices: usize,
    form: Form,
    /// The limit on the time relative to the limit for recording 32 choices.
    bar: Option<Bar>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Words, only copied: a reference for the speed of the machine.
    Copied,
    /// Words, recorded.
    Words,
    /// Typed choices, [encoded](encode_values) and recorded.
    Typed,
}

/// The number of planted crashes, of seven kinds.
const CRASHES: u64 = 504;
/// The required speed of a guided run on one core, in tests per second.
const MIN_GUIDED_SPEED: f64 = 2e6;

const ATTRIBUTED: &str = "crashes attributed";
const SHRUNK: &str = "kinds of crashes shrunk";
const GUIDED: &str = "guided, trivial";

/// Measures all rows that `options` select.
pub fn isolation(options: &Options) -> io::Result<Vec<Row>> {
    let mut rows = journals(options)?;
    rows.extend(crashes(options)?);
    Ok(rows)
}

/// Runs the crashing tests like a user would.
fn crashes(options: &Options) -> io::Result<Vec<Row>> {
    let mut rows = Vec::new();
    if ![ATTRIBUTED, SHRUNK, GUIDED].iter().any(|name| options.wants(name)) {
        return Ok(rows);
    }
    let tests = CrashingTests::build()?;
    let share = |name: &str, ours: u64, all: u64, note: &str| Row {
        name: name.to_owned(),
        ours: ours as f64,
        theirs: all as f64,
        bar: Some(Bar::FirmAtLeast(1.0)),
        unit: "",
        note: note.to_owned(),
    };
    if options.wants(ATTRIBUTED) {
        let all = if options.quick { CRASHES / 9 } else { CRASHES };
        let mut attributed = 0;
        for number in 0..all {
            attributed += u64::from(tests.attributes(number)?);
        }
        rows.push(share(ATTRIBUTED, attributed, all, "to their input, with their kind"));
    }
    if options.wants(SHRUNK) {
        let mut simplest = 0;
        for kind in 0..CrashingTests::KINDS {
            simplest += u64::from(tests.shrinks(kind)?);
        }
        rows.push(share(SHRUNK, simplest, CrashingTests::KINDS, "to the simplest input"));
    }
    if options.wants(GUIDED) {
        let seconds = if options.quick { 1 } else { 5 };
        let isolated = tests.fuzzes(true, seconds)?;
        let in_process = tests.fuzzes(false, seconds)?;
        rows.push(Row {
            name: GUIDED.to_owned(),
            ours: isolated,
            theirs: MIN_GUIDED_SPEED,
            bar: Some(Bar::AtLeast(1.0)),
            unit: "tests/s",
            note: format!("with isolation; {:.2} million without", in_process / 1e6),
        });
    }
    Ok(rows)
}

fn journals(options: &Options) -> io::Result<Vec<Row>> {
    let wanted: Vec<Case> = CASES.into_iter().filter(|case| options.wants(&case.name())).collect();
    let folder = tempfile::tempdir()?;
    let journal = Journal::open(&folder.path().join("journal"))?;
    // The first access to the journal is slow, and would distort the first case.
    journal.slot().begin(0, 0, &[0; 1 << 10]);
    let loops: Vec<_> = wanted
        .iter()
        .map(|case| {
            let journal = &journal;
            move |tests| case.run(journal, tests)
        })
        .collect();
    let figures = measure(&loops, options.effort());
    let rows = wanted.iter().zip(figures).map(|(case, figures)| Row {
        name: case.name(),
        ours: figures.nanos,
        theirs: JOURNAL_LIMIT,
        bar: case.bar,
        unit: "ns",
        note: match case.form {
            Form::Copied => "no journal, only copied",
            _ => "before and after a test",
        }
        .to_owned(),
    });
    Ok(rows.collect())
}

impl Case {
    fn name(&self) -> String {
        let choices = self.choices;
        match self.form {
            Form::Copied => format!("copy of {choices} choices"),
            Form::Words => format!("journal of {choices} choices"),
            Form::Typed => format!("journal of {choices} typed choices"),
        }
    }

    fn run(&self, journal: &Journal, tests: u64) -> Count {
        let size = self.choices;
        let choices: Vec<ChoiceValue> =
            (0..size).map(|at| ChoiceValue::Integer(at as i128)).collect();
        let mut words: Vec<u64> = (0..size as u64).collect();
        let journaled = |test, words: &[u64]| {
            journal.slot().begin(test, 0, words);
            journal.slot().end();
        };
        match self.form {
            Form::Copied => {
                let mut copy = vec![0; size];
                for _ in 0..tests {
                    black_box(&mut copy[..]).copy_from_slice(black_box(&words[..]));
                }
            }
            Form::Words => (0..tests).for_each(|test| journaled(test, black_box(&words[..]))),
            Form::Typed => {
                for test in 0..tests {
                    words.clear();
                    encode_values(black_box(&choices[..]), &mut words);
                    journaled(test, &words);
                }
            }
        }
        Count { tests, units: tests * size as u64 }
    }
}
