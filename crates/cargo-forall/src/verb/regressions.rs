//! `cargo forall regressions`: lists, shows or prunes saved failures.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::process::ExitCode;

use forall_format::regressions::{RegressionFile, RegressionStore};
use forall_format::state_path::REGRESSIONS_FOLDER;

use crate::command::{RegressionAction, Regressions};
use crate::error::Error;
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
    for package in project.packages(&options.packages)? {
        let folder = project::folder(package).join(REGRESSIONS_FOLDER);
        let is_selected = |name: &str| {
            let filter = options.filter.as_ref();
            filter.is_none_or(|filter| name.contains(filter) || *package.name == *filter)
        };
        for store in RegressionStore::find_all(&folder)? {
            if is_selected(store.property()) {
                summary.add(process(options.action, &store));
            }
        }
    }
    if summary.files == 0 {
        match &options.filter {
            Some(filter) => println!("no saved failures of properties that match `{filter}`"),
            None => println!("no saved failures"),
        }
    } else if options.action == RegressionAction::Prune && summary.removed + summary.unreadable == 0
    {
        println!("nothing to prune: all saved failures still fail");
    }
    Ok(if summary.unreadable == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

impl Summary {
    fn add(&mut self, removed: Result<usize, Error>) {
        self.files += 1;
        match removed {
            Ok(removed) => self.removed += removed,
            Err(error) => {
                eprintln!("error: {error}; the file was not changed");
                self.unreadable += 1;
            }
        }
    }
}

/// Lists, shows or prunes one file. Returns the number of removed entries.
fn process(action: RegressionAction, store: &RegressionStore) -> Result<usize, Error> {
    let name = store.property();
    match action {
        RegressionAction::List => {
            let file = store.read()?;
            println!("{name}, {}", file.map(|file| file.summary()).unwrap_or_default());
        }
        RegressionAction::Show => {
            let file = store.read()?;
            println!("{name}, in {}", project::relative(store.path()).display());
            file.iter().flat_map(RegressionFile::entries).for_each(|entry| print!("{entry}"));
        }
        RegressionAction::Prune => {
            let removed = store.prune(|entry| !entry.state.is_failing())?;
            if removed > 0 {
                println!("{name}, {removed} removed");
            }
            return Ok(removed);
        }
    }
    Ok(0)
}
