//! `cargo forall report`: what the last runs came to, as a page.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::fs;
use std::process::ExitCode;

use forall_format::state_path::RESULTS_FOLDER;

use crate::command::Report;
use crate::error::Error;
use crate::page;
use crate::project::Project;
use crate::results::Run;

pub(crate) fn report(options: &Report) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let mut runs = Vec::new();
    for folder in project.packages(&options.selection) {
        runs.extend(Run::all(&folder.join(RESULTS_FOLDER))?);
    }
    if runs.is_empty() {
        return Err(Error::NoResults);
    }
    let runs: Vec<Run> = runs.into_iter().map(|run| run.thinned().over()).collect();
    let out = options.out.clone().unwrap_or_else(|| project.folder().join("report.html"));
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).map_err(Error::cannot("make a folder for the report"))?;
    }
    fs::write(&out, page::page(&runs)).map_err(Error::cannot("write the report"))?;
    println!("{}", out.display());
    Ok(ExitCode::SUCCESS)
}
