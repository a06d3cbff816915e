//! `cargo forall report`: writes the results of the last runs as an HTML page.

use std::fs;
use std::process::ExitCode;

use forall_format::state_path::RESULTS_FOLDER;

use crate::browser;
use crate::command::Report;
use crate::error::Error;
use crate::output;
use crate::page::PageData;
use crate::project::{self, Project};
use crate::results::Run;

pub(crate) fn report(options: &Report) -> Result<ExitCode, Error> {
    let project = Project::open(&options.packages)?;
    let mut runs = Vec::new();
    for package in project.packages(&options.packages)? {
        let folder = project::folder(package);
        runs.extend(Run::read_all(&folder.join(RESULTS_FOLDER))?);
    }
    if runs.is_empty() {
        return Err(Error::NoResults);
    }
    let runs: Vec<Run> = runs.into_iter().map(|run| run.thinned().into_finished()).collect();
    let default = || project.folder().join("report.html");
    let path = options.output.clone().unwrap_or_else(default);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::cannot("create a folder for the report"))?;
    }
    let page = PageData { runs: &runs, others: &[], is_live: false }.to_page();
    fs::write(&path, page).map_err(Error::cannot("write the report"))?;
    let path = project::relative(&path);
    output::print_line(path.display())?;
    if options.open {
        browser::open(path)?;
    }
    Ok(ExitCode::SUCCESS)
}
