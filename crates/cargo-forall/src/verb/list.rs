//! `cargo forall list`: lists properties with their formulas and last results.

use std::process::ExitCode;

use forall_format::regressions::{RegressionFile, RegressionState};
use forall_format::state_path::{LINES_EXTENSION, RESULTS_FOLDER};
use serde_json::json;

use crate::build;
use crate::command::List;
use crate::error::Error;
use crate::harness::{DiscoveredTest, TestKind};
use crate::orphans::KnownFiles;
use crate::output;
use crate::project::Project;
use crate::properties::Property;
use crate::results::Run;
use crate::store::{self, Stored};

pub(crate) fn list(options: &List) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let store = options.store.as_deref().map(store::open).transpose()?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::Properties)?;
    for test in DiscoveredTest::matching(all, options.filter.as_deref())? {
        let Some(property) = &test.property else { continue };
        let results = test.file(RESULTS_FOLDER, LINES_EXTENSION);
        let entry = Entry {
            test: &test,
            property,
            last_run: results.and_then(|path| Run::read(&path).ok()?),
            saved: test.regressions().map_or(Ok(None), |store| Ok(store.read()?)),
            stored: store
                .as_ref()
                .map(|store| Stored::read(&**store, test.package(), property.name()))
                .transpose()?,
        };
        let text = if options.json { format!("{}\n", entry.as_json()) } else { entry.as_text() };
        output::print(text)?;
    }
    let notes = KnownFiles::find(&project, &binaries)?.notes(options.filter.as_deref())?;
    notes.iter().try_for_each(output::print_error_line)?;
    Ok(ExitCode::SUCCESS)
}

/// A listed property.
struct Entry<'t> {
    test: &'t DiscoveredTest<'t>,
    property: &'t Property,
    last_run: Option<Run>,
    /// The saved failures, if there are any, or the reason why they cannot be read.
    saved: Result<Option<RegressionFile>, Error>,
    /// What a store has, if one is given.
    stored: Option<Stored>,
}

impl Entry<'_> {
    fn as_text(&self) -> String {
        let Property { place, formula, .. } = self.property;
        let mut text = format!("{}  {place}\n    {formula}\n", self.test.name);
        if let Some(run) = &self.last_run {
            text +=
                &format!("    last: {}, by {}{}\n", run.word(), run.runner(), run.effort_text());
        }
        match &self.saved {
            Ok(Some(file)) => text += &format!("    saved: {}\n", file.summary()),
            Ok(None) => {}
            Err(error) => text += &format!("    saved: {error}\n"),
        }
        if let Some(stored) = &self.stored {
            text += &format!("    store: {stored}\n");
        }
        text
    }

    fn as_json(&self) -> serde_json::Value {
        let last_run = self.last_run.as_ref();
        json!({
            "property": self.test.name,
            "package": self.test.package(),
            "place": self.property.place,
            "formula": self.property.formula,
            "last": last_run.map(|run| json!({ "outcome": run.word(), "runner": run.runner() })),
            "saved": self.saved_as_json(),
            "store": self.stored.as_ref().map(Stored::as_json),
        })
    }

    /// Returns the number of failures in each state, or the error.
    fn saved_as_json(&self) -> serde_json::Value {
        match &self.saved {
            Ok(file) => {
                let count = |state| file.as_ref().map_or(0, |file| file.count(state));
                let counts = RegressionState::ALL
                    .map(|state| (state.word().to_owned(), json!(count(state))));
                serde_json::Value::Object(counts.into_iter().collect())
            }
            Err(error) => json!({ "error": error.to_string() }),
        }
    }
}
