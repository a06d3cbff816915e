//! Isolation: what it costs to write down every test before it is run.

use std::hint::black_box;
use std::io;

use forall_isolate::{Choice, Journal};

use crate::measure::{Count, measure};
use crate::options::Options;
use crate::row::{Bar, Row};

/// What a journal of 32 choices may take, in nanoseconds.
const LIMIT: f64 = 10.0;

/// How many choices, whether they are [encoded](Choice::encode) each time, and the bar.
const CASES: [(usize, Form, Option<f64>); 4] = [
    (4, Form::Words, None),
    (32, Form::Words, Some(1.0)),
    (256, Form::Words, None),
    (32, Form::Typed, None),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// They are words already.
    Words,
    /// They are typed choices.
    Typed,
}

/// Measures all that `options` ask for.
pub fn isolation(options: &Options) -> io::Result<Vec<Row>> {
    let wanted = CASES.into_iter().filter(|(size, form, _)| options.wants(&name(*size, *form)));
    let wanted: Vec<(usize, Form, Option<f64>)> = wanted.collect();
    let folder = tempfile::tempdir()?;
    let journal = Journal::open(&folder.path().join("journal"))?;
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
        note: "before and after a test".to_owned(),
    });
    Ok(rows.collect())
}

fn name(size: usize, form: Form) -> String {
    match form {
        Form::Words => format!("journal of {size} choices"),
        Form::Typed => format!("journal of {size} typed choices"),
    }
}

fn run(journal: &Journal, size: usize, form: Form, tests: u64) -> Count {
    let choices: Vec<Choice<'_>> = (0..size).map(|at| Choice::Integer(at as i128)).collect();
    let mut words: Vec<u64> = (0..size as u64).collect();
    for test in 0..tests {
        if form == Form::Typed {
            words.clear();
            for choice in black_box(&choices) {
                choice.encode(&mut words);
            }
        }
        journal.begin(test, black_box(&words));
        journal.end();
    }
    Count { tests, units: tests * size as u64 }
}
