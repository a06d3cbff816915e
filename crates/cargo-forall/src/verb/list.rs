//! `cargo forall list`: the properties there are, what they say, and how it stands with them.

use std::io::{self, Write};
use std::process::ExitCode;

use forall_format::regressions::{RegressionFile, RegressionState};
use forall_format::state_path::{LINES_EXTENSION, RESULTS_FOLDER};
use serde_json::json;

use crate::build;
use crate::command::List;
use crate::error::Error;
use crate::harness::{Found, Wanted};
use crate::project::Project;
use crate::results::Run;

pub(crate) fn list(options: &List) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, false)?;
    let properties =
        Found::matching(Found::all(&binaries, Wanted::Properties)?, options.filter.as_deref())?;
    for found in &properties {
        let last =
            found.file(RESULTS_FOLDER, LINES_EXTENSION).and_then(|path| Run::read(&path).ok()?);
        let saved = found.regressions().map_or(Ok(None), |store| Ok(store.read()?));
        let text = if options.json {
            format!("{}\n", as_json(found, last.as_ref(), &saved))
        } else {
            as_text(found, last.as_ref(), &saved)
        };
        if io::stdout().write_all(text.as_bytes()).is_err() {
            // Who stopped reading has seen what they wanted.
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The failures that are saved, if there are any, or why they cannot be read.
type Saved = Result<Option<RegressionFile>, Error>;

fn as_text(found: &Found<'_>, last: Option<&Run>, saved: &Saved) -> String {
    let (place, formula) = says(found);
    let mut text = format!("{}  {place}\n    {formula}\n", found.name);
    if let Some(run) = last {
        text += &format!("    last: {}, by {}{}\n", run.word(), run.runner(), run.came_to());
    }
    match saved {
        Ok(Some(file)) => text += &format!("    kept: {}\n", file.summary()),
        Ok(None) => {}
        Err(error) => text += &format!("    kept: {error}\n"),
    }
    text
}

fn as_json(found: &Found<'_>, last: Option<&Run>, saved: &Saved) -> serde_json::Value {
    let (place, formula) = says(found);
    json!({
        "property": found.name,
        "package": found.package(),
        "place": place,
        "formula": formula,
        "last": last.map(|run| json!({ "outcome": run.word(), "runner": run.runner() })),
        "kept": kept(saved),
    })
}

/// Returns the number of failures in each state, or the error.
fn kept(saved: &Saved) -> serde_json::Value {
    match saved {
        Ok(file) => {
            let count = |state| file.as_ref().map_or(0, |file| file.count(state));
            let counts =
                RegressionState::ALL.map(|state| (state.word().to_owned(), json!(count(state))));
            serde_json::Value::Object(counts.into_iter().collect())
        }
        Err(error) => json!({ "error": error.to_string() }),
    }
}

fn says<'f>(found: &'f Found<'_>) -> (&'f str, &'f str) {
    found.property.as_ref().map_or(("", ""), |property| (&property.place, &property.formula))
}
