//! `cargo forall regressions`: lists, shows or prunes saved failures.

use std::collections::BTreeSet;
use std::process::ExitCode;

use forall_format::regressions::{RegressionFile, RegressionStore};

use crate::command::{RegressionAction, Regressions};
use crate::error::Error;
use crate::output;
use crate::project::{self, Project};

/// The number of files and entries that were processed.
#[derive(Debug, Default)]
struct Summary {
    /// The number of processed files.
    files: usize,
    /// The number of removed entries.
    removed: usize,
    /// The number of files that could not be read, and were not changed.
    unreadable: usize,
}

/// Processes all regression files. Continues after a file that cannot be read.
pub(crate) fn regressions(options: &Regressions) -> Result<ExitCode, Error> {
    let project = Project::open(&options.packages)?;
    let mut summary = Summary::default();
    let mut folders = BTreeSet::new();
    for package in project.packages(&options.packages)? {
        let folder = project::regressions_folder(project::folder(package));
        // Packages share a folder if its path is absolute.
        if !folders.insert(folder.clone()) {
            continue;
        }
        let is_selected = |name: &str| {
            let filter = options.filter.as_ref();
            filter.is_none_or(|filter| name.contains(filter) || *package.name == *filter)
        };
        for store in RegressionStore::find_all(&folder)? {
            if is_selected(store.property()) {
                summary.add(process(options.action, &store))?;
            }
        }
    }
    if summary.files == 0 {
        match &options.filter {
            Some(filter) => output::print_line(format_args!(
                "no saved failures of properties that match `{filter}`"
            )),
            None => output::print_line("no saved failures"),
        }?;
    } else if options.action == RegressionAction::Prune && summary.removed + summary.unreadable == 0
    {
        output::print_line("nothing to prune: all saved failures still fail")?;
    }
    Ok(if summary.unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

impl Summary {
    /// Adds the number of entries that were removed from a file. Prints why a file could not be read.
    fn add(&mut self, removed: Result<usize, Error>) -> Result<(), Error> {
        self.files += 1;
        match removed {
            Ok(removed) => self.removed += removed,
            Err(Error::ClosedPipe) => return Err(Error::ClosedPipe),
            Err(error) => {
                let message = format_args!("error: {error}; the file was not changed");
                output::print_error_line(message)?;
                self.unreadable += 1;
            }
        }
        Ok(())
    }
}

/// Lists, shows or prunes one file. Returns the number of removed entries.
fn process(action: RegressionAction, store: &RegressionStore) -> Result<usize, Error> {
    let name = store.property();
    match action {
        RegressionAction::List => {
            let file = store.read()?;
            let summary = file.map(|file| file.summary()).unwrap_or_default();
            output::print_line(format_args!("{name}, {summary}"))?;
        }
        RegressionAction::Show => {
            let file = store.read()?;
            let path = project::relative(store.path()).display();
            output::print_line(format_args!("{name}, in {path}"))?;
            file.iter().flat_map(RegressionFile::entries).try_for_each(output::print)?;
        }
        RegressionAction::Prune => {
            let removed = store.prune(|entry| !entry.state.is_failing())?;
            if removed > 0 {
                output::print_line(format_args!("{name}, {removed} removed"))?;
            }
            return Ok(removed);
        }
    }
    Ok(0)
}
