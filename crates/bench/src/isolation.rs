//! Isolation: the cost of recording every test before it runs, and whether every crash is reported
//! with the input that caused it.

mod victims;

use std::hint::black_box;
use std::io;

use forall::source::choice_words::Choice;
use forall_sys::process::Journal;

use self::victims::Victims;
use crate::measure::{Count, measure};
use crate::options::Options;
use crate::row::{Bar, Row};

/// The limit for recording 32 choices, in nanoseconds.
const LIMIT: f64 = 10.0;

/// The measured cases.
const CASES: [(usize, Form, Option<f64>); 5] = [
    (32, Form::Copied, None),
    (4, Form::Words, None),
    (32, Form::Words, Some(1.0)),
    (256, Form::Words, None),
    (32, Form::Typed, None),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Words, only copied: a reference for the speed of the machine.
    Copied,
    /// Words, recorded.
    Words,
    /// Typed choices, [encoded](Choice::encode) and recorded.
    Typed,
}

/// The number of planted crashes, of seven kinds.
const FAULTS: u64 = 504;
/// The required speed of a guided run on one core, in tests per second.
const SPEED: f64 = 2e6;

/// Measures all rows that `options` select.
pub fn isolation(options: &Options) -> io::Result<Vec<Row>> {
    let mut rows = journals(options)?;
    rows.extend(faults(options)?);
    Ok(rows)
}

/// Runs the crashing tests like a user would.
fn faults(options: &Options) -> io::Result<Vec<Row>> {
    let [attributed, shrunk, fuzzed] = ["faults told", "kinds shrunk", "guided, trivial"];
    let mut rows = Vec::new();
    if ![attributed, shrunk, fuzzed].iter().any(|name| options.wants(name)) {
        return Ok(rows);
    }
    let victims = Victims::build()?;
    let share = |row: &str, ours: u64, all: u64, note: &str| {
        let (bar, note) = (Some(Bar::FirmAtLeast(1.0)), note.to_owned());
        let (ours, theirs) = (ours as f64, all as f64);
        Row { row: row.to_owned(), ours, theirs, bar, unit: "", note }
    };
    if options.wants(attributed) {
        let all = if options.quick { FAULTS / 9 } else { FAULTS };
        let mut told = 0;
        for number in 0..all {
            told += u64::from(victims.attributes(number)?);
        }
        rows.push(share(attributed, told, all, "with their input and kind"));
    }
    if options.wants(shrunk) {
        let mut simplest = 0;
        for kind in 0..Victims::KINDS {
            simplest += u64::from(victims.shrinks(kind)?);
        }
        rows.push(share(shrunk, simplest, Victims::KINDS, "to the simplest"));
    }
    if options.wants(fuzzed) {
        let seconds = if options.quick { 1 } else { 5 };
        let (ours, here) = (victims.fuzzes(true, seconds)?, victims.fuzzes(false, seconds)?);
        let note = format!("in a process of its own; {:.2} M without", here / 1e6);
        let (row, bar) = (fuzzed.to_owned(), Some(Bar::AtLeast(1.0)));
        rows.push(Row { row, ours, theirs: SPEED, bar, unit: "tests/s", note });
    }
    Ok(rows)
}

fn journals(options: &Options) -> io::Result<Vec<Row>> {
    let wanted = CASES.into_iter().filter(|(size, form, _)| options.wants(&name(*size, *form)));
    let wanted: Vec<(usize, Form, Option<f64>)> = wanted.collect();
    let folder = tempfile::tempdir()?;
    let journal = Journal::open(&folder.path().join("journal"))?;
    // The first access to the journal is slow, and would distort the first case.
    journal.slot().begin(0, 0, &[0; 1 << 10]);
    let cases: Vec<_> = wanted
        .iter()
        .map(|(size, form, _)| {
            let (journal, size, form) = (&journal, *size, *form);
            move |tests| run(journal, size, form, tests)
        })
        .collect();
    let figures = measure(&cases, options.effort());
    let rows = wanted.iter().zip(figures).map(|((size, form, bar), figures)| Row {
        row: name(*size, *form),
        ours: figures.nanos,
        theirs: LIMIT,
        bar: bar.map(Bar::AtMost),
        unit: "ns",
        note: match form {
            Form::Copied => "no journal: words to other memory",
            _ => "before and after a test",
        }
        .to_owned(),
    });
    Ok(rows.collect())
}

fn name(size: usize, form: Form) -> String {
    match form {
        Form::Copied => format!("copy of {size} choices"),
        Form::Words => format!("journal of {size} choices"),
        Form::Typed => format!("journal of {size} typed choices"),
    }
}

fn run(journal: &Journal, size: usize, form: Form, tests: u64) -> Count {
    let choices: Vec<Choice<'_>> = (0..size).map(|at| Choice::Integer(at as i128)).collect();
    let mut words: Vec<u64> = (0..size as u64).collect();
    let journaled = |test, words: &[u64]| {
        journal.slot().begin(test, 0, words);
        journal.slot().end();
    };
    match form {
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
                black_box(&choices[..]).iter().for_each(|choice| choice.encode(&mut words));
                journaled(test, &words);
            }
        }
    }
    Count { tests, units: tests * size as u64 }
}
