//! Records: what is kept of a trial, a line of JSON each.

use serde_json::{Map, Value, json};

use crate::strategy::Strategy;
use crate::tool::Tool;
use crate::trial::{Found, Trial};
use crate::workload::Task;

/// What is kept of a trial.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What trial it was.
    pub key: Key,
    /// `found_bug`, `passed` or `timed_out`.
    pub status: String,
    /// How many tests were run before the failing one, those turned away included.
    pub tests: u64,
    /// How many of them a premise turned away.
    pub discarded: u64,
    /// For how many of them no value could be made.
    pub rejected: u64,
    /// How long that took, in nanoseconds.
    pub time: u64,
    /// How long the thread was running in that time.
    pub worked: u64,
    /// How many simpler inputs were tried.
    pub shrinks: u64,
    /// How long the thread was running to do so.
    pub shrinking: u64,
    /// How large the counterexample was when it was found.
    pub original: Option<u64>,
    /// How large it is now.
    pub size: Option<u64>,
    /// How large the smallest is.
    pub minimum: Option<u64>,
    /// The counterexample.
    pub counterexample: String,
}

/// Names a trial.
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
    /// Where inputs came from.
    pub strategy: String,
    /// The loop.
    pub tool: String,
    /// Which trial of several.
    pub trial: u64,
}

impl Key {
    /// The name of this trial.
    pub fn new(experiment: &str, task: &Task, strategy: Strategy, tool: Tool, trial: u64) -> Key {
        Key {
            experiment: experiment.to_owned(),
            workload: task.workload.name.to_owned(),
            mutant: task.mutant.to_owned(),
            property: task.property.to_owned(),
            strategy: strategy.to_string(),
            tool: tool.to_string(),
            trial,
        }
    }

    /// What an object of JSON says of it. The trial is the first.
    pub(crate) fn read(object: &Map<String, Value>) -> Option<Key> {
        let text = |name| text(object, name);
        Some(Key {
            experiment: text("experiment")?,
            workload: text("workload")?,
            mutant: text("mutant")?,
            property: text("property")?,
            strategy: text("strategy")?,
            tool: text("tool")?,
            trial: 0,
        })
    }

    /// The same for all trials of a tool on a task.
    pub fn group(&self) -> Key {
        Key { trial: 0, ..self.clone() }
    }
}

impl Record {
    /// What to keep of this trial.
    pub fn new(key: Key, task: &Task, trial: &Trial) -> Record {
        let nanos = |time: std::time::Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let found = trial.found.as_ref();
        let size = |of: fn(&Found) -> &[forall::report::Binding]| {
            found.map(|found| (task.workload.measure)(of(found)) as u64)
        };
        let shown = |found: &Found| {
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
            worked: nanos(trial.time.worked),
            shrinks: found.map_or(0, |found| found.shrinks),
            shrinking: found.map_or(0, |found| nanos(found.time.worked)),
            original: size(|found| &found.original),
            size: size(|found| &found.shrunk),
            minimum: task.minimum.map(|minimum| minimum as u64),
            counterexample: found.map(shown).unwrap_or_default(),
        }
    }

    /// Was the bug found?
    pub fn solved(&self) -> bool {
        self.status == "found_bug"
    }

    /// As an object of JSON. ETNA reads `status`, `tests`, `discarded`, `shrinks`, `time` and
    /// `counterexample`.
    pub fn to_json(&self) -> Value {
        let key = &self.key;
        json!({
            "experiment": key.experiment,
            "workload": key.workload,
            "mutant": key.mutant,
            "property": key.property,
            "strategy": key.strategy,
            "tool": key.tool,
            "trial": key.trial,
            "status": self.status,
            "tests": self.tests,
            "discarded": self.discarded,
            "rejected": self.rejected,
            "time": format!("{}ns", self.time),
            "worked": format!("{}ns", self.worked),
            "shrinks": self.shrinks,
            "shrinking": format!("{}ns", self.shrinking),
            "original": self.original,
            "size": self.size,
            "minimum": self.minimum,
            "counterexample": self.counterexample,
        })
    }

    /// From a line of JSON; nothing if it is another line.
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
            worked: time("worked")?,
            shrinks: number("shrinks")?,
            shrinking: time("shrinking")?,
            original: number("original"),
            size: number("size"),
            minimum: number("minimum"),
            counterexample: text("counterexample")?,
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
    use crate::workload::Workload;

    #[test]
    fn a_record_comes_back_from_its_line() {
        let workload = Workload::named("STLC").unwrap();
        let task = workload.task("subst_var_none", "SinglePreserve").unwrap();
        let tool = Tool::Both;
        let trial = tool.trial(&task, &Strategy::Bespoke, (1, Duration::from_secs(60))).unwrap();
        let record = Record::new(Key::new("e", &task, Strategy::Bespoke, tool, 3), &task, &trial);
        assert_eq!(record.size, Some(5));
        let line = record.to_json().to_string();
        assert_eq!(Record::from_line(&line), Some(record));
        assert_eq!(Record::from_line(&line[..line.len() / 2]), None);
    }
}
