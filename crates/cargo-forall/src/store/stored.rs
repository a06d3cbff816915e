//! What a store has of one property.

use std::fmt;
use std::time::Duration;

use forall_format::state_path::PropertyName;
use forall_format::wording::{count, elapsed};
use serde_json::json;

use super::activity::{Sighting, sightings};
use super::{Kind, Store, StoreError, StoreFolder};

const SECOND: Duration = Duration::from_secs(1);

/// What a store has of one property.
#[derive(Debug)]
pub(crate) struct Stored {
    inputs: u64,
    failures: u64,
    /// The workers that have published something in the last time.
    workers: Vec<Sighting>,
}

impl Stored {
    pub(crate) fn read(
        store: &dyn Store,
        package: &str,
        name: PropertyName<'_>,
    ) -> Result<Stored, StoreError> {
        let folder = |kind| StoreFolder::new(kind, package, name);
        let entries = |kind| Ok(store.list(&folder(kind))?.len() as u64);
        Ok(Stored {
            inputs: entries(Kind::Corpus)?,
            failures: entries(Kind::Failures)?,
            workers: sightings(store, &folder(Kind::Workers))?,
        })
    }

    pub(crate) fn as_json(&self) -> serde_json::Value {
        let worker = |seen: &Sighting| json!({ "name": seen.worker, "outcome": seen.run.word(), "seconds_ago": seen.age().as_secs() });
        let workers: Vec<_> = self.workers.iter().map(worker).collect();
        json!({ "inputs": self.inputs, "failures": self.failures, "workers": workers })
    }
}

/// A line for the property, and one for each worker.
impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", count(self.inputs, "input"), count(self.failures, "failure"))?;
        self.workers.iter().try_for_each(|seen| {
            let state = match seen.run.end() {
                Some(_) => format!("{}{}", seen.run.word(), seen.run.effort_text()),
                None => seen.run.progress_text(),
            };
            write!(
                f,
                "\n    worker {}: {state}, {} ago",
                seen.worker,
                elapsed(seen.age().max(SECOND))
            )
        })
    }
}
