//! Records: the result of a trial, as a line of JSON.

use serde_json::{Map, Value, json};

use crate::program::Program;
use crate::strategy::Strategy;
use crate::test_loop::TestLoop;
use crate::trial::{ShrinkResult, Trial};
use crate::workload::Task;

/// The result of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The name of the trial.
    pub key: Key,
    /// `found_bug`, `passed` or `timed_out`.
    pub status: String,
    /// The number of tests before the failing one, including discarded tests.
    pub tests: u64,
    /// The number of tests that a premise discarded.
    pub discarded: u64,
    /// The number of tests for which a domain rejected the choices.
    pub rejected: u64,
    /// The wall time of the search, in nanoseconds.
    pub time: u64,
    /// The CPU time of the search, in nanoseconds.
    pub cpu_time: u64,
    /// The number of shrink candidates tried.
    pub shrinks: u64,
    /// The CPU time of shrinking, in nanoseconds.
    pub shrink_time: u64,
    /// The size of the counterexample before shrinking.
    pub original: Option<u64>,
    /// Its size after shrinking.
    pub size: Option<u64>,
    /// The size of the smallest counterexample.
    pub minimum: Option<u64>,
    /// The counterexample.
    pub counterexample: String,
    /// The program that ran the trial; empty if it is not known. See [`program`](crate::program).
    pub program: String,
}

/// The name of a trial.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The experiment.
    pub experiment: String,
    /// The workload.
    pub workload: String,
    /// The mutant.
    pub mutant: String,
    /// The property.
    pub property: String,
    /// The source of inputs.
    pub strategy: String,
    /// The test loop.
    pub test_loop: String,
    /// The number of the trial.
    pub trial: u64,
}

impl Key {
    /// Names a trial.
    pub fn new(
        experiment: &str,
        task: &Task,
        strategy: Strategy,
        test_loop: TestLoop,
        trial: u64,
    ) -> Key {
        Key {
            experiment: experiment.to_owned(),
            workload: task.workload.name.to_owned(),
            mutant: task.mutant.to_owned(),
            property: task.property.to_owned(),
            strategy: strategy.to_string(),
            test_loop: test_loop.to_string(),
            trial,
        }
    }

    /// Reads a key from a JSON object, with trial number 0.
    pub(crate) fn read(object: &Map<String, Value>) -> Option<Key> {
        let text = |name| text(object, name);
        Some(Key {
            experiment: text("experiment")?,
            workload: text("workload")?,
            mutant: text("mutant")?,
            property: text("property")?,
            strategy: text("strategy")?,
            test_loop: text("loop")?,
            trial: 0,
        })
    }

    /// Returns the key shared by all trials of a test loop on a task.
    pub fn group(&self) -> Key {
        Key { trial: 0, ..self.clone() }
    }
}

impl Record {
    /// Records a trial.
    pub fn new(key: Key, task: &Task, trial: &Trial) -> Record {
        let nanos = |time: std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let found = trial.found.as_ref();
        let size = |of: fn(&ShrinkResult) -> &[forall::report::Binding]| {
            found.map(|found| (task.workload.measure)(of(found)) as u64)
        };
        let shown = |found: &ShrinkResult| {
            let bindings = found.shrunk.iter();
            bindings.map(|b| format!("{} = {}", b.name, b.value)).collect::<Vec<_>>().join("; ")
        };
        Record {
            key,
            status: trial.status.to_string(),
            tests: trial.tally.tests(),
            discarded: trial.tally.discarded,
            rejected: trial.tally.rejected,
            time: nanos(trial.time.wall),
            cpu_time: nanos(trial.time.cpu),
            shrinks: found.map_or(0, |found| found.shrinks),
            shrink_time: found.map_or(0, |found| nanos(found.time.cpu)),
            original: size(|found| &found.original),
            size: size(|found| &found.shrunk),
            minimum: task.minimum.map(|minimum| minimum as u64),
            counterexample: found.map(shown).unwrap_or_default(),
            program: String::new(),
        }
    }

    /// Sets the program that ran the trial.
    #[must_use]
    pub fn by(self, program: &Program) -> Record {
        Record { program: program.to_string(), ..self }
    }

    /// Returns whether the bug was found.
    pub fn solved(&self) -> bool {
        self.status == "found_bug"
    }

    /// Converts to a JSON object. ETNA reads `status`, `tests`, `discarded`, `shrinks`, `time` and
    /// `counterexample`.
    pub fn to_json(&self) -> Value {
        let key = &self.key;
        json!({
            "experiment": key.experiment,
            "workload": key.workload,
            "mutant": key.mutant,
            "property": key.property,
            "strategy": key.strategy,
            "loop": key.test_loop,
            "trial": key.trial,
            "status": self.status,
            "tests": self.tests,
            "discarded": self.discarded,
            "rejected": self.rejected,
            "time": format!("{}ns", self.time),
            "cpu_time": format!("{}ns", self.cpu_time),
            "shrinks": self.shrinks,
            "shrink_time": format!("{}ns", self.shrink_time),
            "original": self.original,
            "size": self.size,
            "minimum": self.minimum,
            "counterexample": self.counterexample,
            "program": self.program,
        })
    }

    /// Parses a line of JSON, or returns `None` for any other line.
    pub fn from_line(line: &str) -> Option<Record> {
        let Value::Object(object) = serde_json::from_str(line).ok()? else { return None };
        let text = |name| text(&object, name);
        let number = |name| object.get(name)?.as_u64();
        let time = |name| text(name)?.strip_suffix("ns")?.parse().ok();
        let key = Key { trial: number("trial")?, ..Key::read(&object)? };
        Some(Record {
            key,
            status: text("status")?,
            tests: number("tests")?,
            discarded: number("discarded")?,
            rejected: number("rejected")?,
            time: time("time")?,
            cpu_time: time("cpu_time")?,
            shrinks: number("shrinks")?,
            shrink_time: time("shrink_time")?,
            original: number("original"),
            size: number("size"),
            minimum: number("minimum"),
            counterexample: text("counterexample")?,
            program: text("program").unwrap_or_default(),
        })
    }
}

fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    object.get(name)?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::trial::TrialOptions;
    use crate::workload::Workload;

    #[test]
    fn parsing_inverts_writing_a_record() {
        let workload = Workload::named("STLC").unwrap();
        let task = workload.task("subst_var_none", "SinglePreserve").unwrap();
        let test_loop = TestLoop::Both;
        let trial = test_loop
            .trial(
                &task,
                &Strategy::Bespoke,
                TrialOptions { seed: 1, time: Duration::from_secs(60) },
            )
            .unwrap();
        let record =
            Record::new(Key::new("e", &task, Strategy::Bespoke, test_loop, 3), &task, &trial);
        let record = record.by(&Program::new(Duration::from_secs(60)));
        assert_eq!(record.size, Some(5));
        let line = record.to_json().to_string();
        assert_eq!(Record::from_line(&line), Some(record));
        assert_eq!(Record::from_line(&line[..line.len() / 2]), None);
    }
}
