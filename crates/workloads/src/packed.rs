//! Packed stores: one line for all trials of a test loop on a task, for a store under version
//! control.
//!
//! A trial is a list: `[tests, cpu time, wall time, discarded, rejected, shrinks, shrink time,
//! original, size]`, preceded by its status unless it found the bug. If nothing was shrunk, the
//! last four are omitted, and so are zeros before them. Times are in microseconds with three
//! significant digits. Counterexamples are omitted: `task` reproduces them.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::record::{Key, Record};
use crate::store::{MACHINE, Stored, load};
use crate::test_loop::TestLoop;

/// Rewrites a store in packed form.
pub fn pack(path: &Path) -> io::Result<()> {
    let Stored { mut records, rates, machine } = load(path)?;
    let mut lines: Vec<String> =
        machine.iter().map(|machine| json!({ MACHINE: machine }).to_string()).collect();
    lines.extend(rates.iter().map(|row| row.to_json().to_string()));
    // Groups trials of the same task, otherwise keeps their order.
    let mut places = HashMap::new();
    for record in &records {
        let next = places.len();
        places.entry(record.key.group()).or_insert(next);
    }
    records.sort_by_key(|record| (places.get(&record.key.group()).copied(), record.key.trial));
    records.dedup_by(|a, b| a.key == b.key);
    for group in records.chunk_by(|a, b| a.key.group() == b.key.group()) {
        lines.extend(packed(group));
    }
    let beside = path.with_extension("packed");
    std::fs::write(&beside, lines.join("\n") + "\n")?;
    std::fs::rename(&beside, path)
}

/// Packs these trials into one line, or into one line each if some are missing: a packed line has
/// no trial numbers.
fn packed(group: &[Record]) -> Vec<String> {
    let whole = group.iter().zip(0..).all(|(record, number)| record.key.trial == number);
    match group.first() {
        Some(Record { key, minimum, program, .. }) if whole => vec![
            json!({
                "experiment": key.experiment,
                "workload": key.workload,
                "mutant": key.mutant,
                "property": key.property,
                "strategy": key.strategy,
                "loop": key.test_loop,
                "minimum": minimum,
                "program": program,
                "trials": group.iter().map(list).collect::<Vec<_>>(),
            })
            .to_string(),
        ],
        _ => group.iter().map(|record| record.to_json().to_string()).collect(),
    }
}

fn list(record: &Record) -> Value {
    let mut fields = vec![
        record.tests.into(),
        micros(record.cpu_time),
        micros(record.time),
        record.discarded.into(),
        record.rejected.into(),
    ];
    let shrinks = TestLoop::named(&record.key.test_loop).is_some_and(TestLoop::shrinks);
    match (record.original, record.size) {
        (Some(original), Some(size)) if shrinks => fields.extend([
            record.shrinks.into(),
            micros(record.shrink_time),
            original.into(),
            size.into(),
        ]),
        _ => while fields.pop_if(|last| last.as_f64() == Some(0.0)).is_some() {},
    }
    if !record.solved() {
        fields.insert(0, record.status.clone().into());
    }
    Value::Array(fields)
}

/// Converts nanoseconds to microseconds with three significant digits.
fn micros(nanos: u64) -> Value {
    let unit = 10_u64.pow((nanos.max(1).ilog10() + 1).saturating_sub(3));
    let rounded = (nanos + unit / 2) / unit * unit;
    match rounded % 1_000 {
        0 => (rounded / 1_000).into(),
        _ => (rounded as f64 / 1_000.0).into(),
    }
}

/// Reads all trials of a packed line, or returns `None` for any other line.
pub(crate) fn unpack(line: &str) -> Option<Vec<Record>> {
    let Value::Object(object) = serde_json::from_str(line).ok()? else { return None };
    let key = Key::read(&object)?;
    let minimum = object.get("minimum")?.as_u64();
    let program = object.get("program").and_then(Value::as_str).unwrap_or_default();
    let trials = object.get("trials")?.as_array()?.iter().zip(0..);
    let record = |(fields, trial)| {
        let record = record(fields, Key { trial, ..key.clone() }, minimum)?;
        Some(Record { program: program.to_owned(), ..record })
    };
    trials.map(record).collect()
}

fn record(fields: &Value, key: Key, minimum: Option<u64>) -> Option<Record> {
    let fields = fields.as_array()?;
    let status = fields.first().and_then(Value::as_str);
    let fields = &fields[usize::from(status.is_some())..];
    let count = |at: usize| fields.get(at).and_then(Value::as_u64);
    let nanos = |at: usize| {
        let micros = fields.get(at).and_then(Value::as_f64).unwrap_or_default();
        (micros * 1_000.0).round() as u64
    };
    Some(Record {
        key,
        status: status.unwrap_or("found_bug").to_owned(),
        tests: count(0).unwrap_or_default(),
        discarded: count(3).unwrap_or_default(),
        rejected: count(4).unwrap_or_default(),
        time: nanos(2),
        cpu_time: nanos(1),
        shrinks: count(5).unwrap_or_default(),
        shrink_time: nanos(6),
        original: count(7),
        size: count(8),
        minimum,
        counterexample: String::new(),
        program: String::new(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::program::Program;
    use crate::strategy::Strategy;
    use crate::trial::TrialOptions;
    use crate::workload::Workload;

    #[test]
    fn unpack_inverts_pack() {
        let task = Workload::named("STLC").unwrap().task("subst_var_none", "SinglePreserve");
        let task = task.unwrap();
        let test_loop = TestLoop::Both;
        let trial = test_loop
            .trial(
                &task,
                &Strategy::Bespoke,
                TrialOptions { seed: 1, time: Duration::from_secs(60) },
            )
            .unwrap();
        let key = |n| Key::new("e", &task, Strategy::Bespoke, test_loop, n);
        let mut records = [0, 1].map(|n| Record::new(key(n), &task, &trial));
        for record in &mut records {
            record.program = Program::new(Duration::from_secs(60)).to_string();
            record.counterexample.clear();
            (record.cpu_time, record.time, record.shrink_time) = (1_230, 45_600_000, 789_000_000);
        }
        let late = &mut records[1];
        late.status = "timed_out".to_owned();
        (late.original, late.size, late.shrinks, late.shrink_time) = (None, None, 0, 0);
        let lines = packed(&records);
        assert_eq!(lines.len(), 1);
        assert_eq!(unpack(&lines[0]), Some(records.to_vec()));
        assert_eq!(packed(&records[1..]).len(), 1, "the first is missing");
        assert_eq!(unpack(&packed(&records[1..])[0]), None);
    }
}
