//! `cargo forall list`: the properties there are, what they say, and how it stands with them.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use crate::build;
use crate::command::List;
use crate::error::Error;
use crate::harness::Found;
use crate::project::Project;
use crate::regressions::{self, Kept};
use crate::results::{self, Run};

pub(crate) fn list(options: &List) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, false)?;
    let properties = Found::matching(Found::all(&binaries, false)?, options.filter.as_deref())?;
    for found in &properties {
        let last = found.file(results::FOLDER, "jsonl").and_then(|path| Run::read(&path).ok()?);
        let kept = found.file(regressions::FOLDER, "txt").map(|path| Kept::read(&path));
        let kept = kept.transpose()?.flatten();
        let text = if options.json {
            format!("{}\n", as_json(found, last.as_ref(), kept.as_ref()))
        } else {
            as_text(found, last.as_ref(), kept.as_ref())
        };
        if io::stdout().write_all(text.as_bytes()).is_err() {
            // Who stopped reading has seen what they wanted.
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn as_text(found: &Found<'_>, last: Option<&Run>, kept: Option<&Kept>) -> String {
    let (place, formula) = says(found);
    let mut text = format!("{}  {place}\n    {formula}\n", found.name);
    if let Some(run) = last {
        text += &format!("    last: {}, by {}{}\n", run.word(), run.runner(), run.came_to());
    }
    if let Some(kept) = kept {
        text += &format!("    kept: {kept}\n");
    }
    text
}

fn as_json(found: &Found<'_>, last: Option<&Run>, kept: Option<&Kept>) -> serde_json::Value {
    let (place, formula) = says(found);
    json!({
        "property": found.name,
        "package": found.package(),
        "place": place,
        "formula": formula,
        "last": last.map(|run| json!({ "outcome": run.word(), "runner": run.runner() })),
        "kept": regressions::STATES.map(|state| (state, kept.map_or(0, |kept| kept.count(state))))
            .into_iter()
            .collect::<BTreeMap<_, _>>(),
    })
}

fn says<'f>(found: &'f Found<'_>) -> (&'f str, &'f str) {
    found.property.as_ref().map_or(("", ""), |property| (&property.place, &property.formula))
}
