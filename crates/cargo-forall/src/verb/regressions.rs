//! `cargo forall regressions`: the failures that are saved.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::env;
use std::path::Path;
use std::process::ExitCode;

use forall_format::regressions::{RegressionFile, RegressionStore};
use forall_format::state_path::REGRESSIONS_FOLDER;

use crate::command::{About, Regressions};
use crate::error::Error;
use crate::project::Project;

/// What was done with the files.
#[derive(Debug, Default)]
struct Summary {
    /// The number of files that were looked at.
    files: usize,
    /// The number of entries that were removed.
    removed: usize,
    /// The number of files that cannot be read, and were left alone.
    refused: usize,
}

/// Lists, shows or prunes the saved failures. A file that cannot be read does not keep it from the others.
pub(crate) fn regressions(options: &Regressions) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let wanted = |name: &str| options.filter.as_ref().is_none_or(|filter| name.contains(filter));
    let mut summary = Summary::default();
    for folder in project.packages(&options.selection) {
        for store in RegressionStore::find_all(&folder.join(REGRESSIONS_FOLDER))? {
            if wanted(store.property()) {
                summary.add(about(options.about, &store));
            }
        }
    }
    if summary.files == 0 {
        let of_that_name = if options.filter.is_some() { " of that name" } else { "" };
        println!("no failures are kept{of_that_name}");
    } else if options.about == About::Prune && summary.removed + summary.refused == 0 {
        println!("all that is kept still fails");
    }
    Ok(if summary.refused == 0 { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

impl Summary {
    fn add(&mut self, removed: Result<usize, Error>) {
        self.files += 1;
        match removed {
            Ok(removed) => self.removed += removed,
            Err(error) => {
                eprintln!("error: {error}; the file was not changed");
                self.refused += 1;
            }
        }
    }
}

/// Lists, shows or prunes one file. Returns the number of removed entries.
fn about(about: About, store: &RegressionStore) -> Result<usize, Error> {
    let name = store.property();
    match about {
        About::List => {
            let file = store.read()?;
            println!("{name}, {}", file.map(|file| file.summary()).unwrap_or_default());
        }
        About::Show => {
            let file = store.read()?;
            println!("{name}, in {}", from_here(store.path()).display());
            file.iter().flat_map(RegressionFile::entries).for_each(|entry| print!("{entry}"));
        }
        About::Prune => {
            let removed = store.prune(|entry| !entry.state.is_failing())?;
            if removed > 0 {
                println!("{name}, {removed} forgotten");
            }
            return Ok(removed);
        }
    }
    Ok(0)
}

/// Returns the path as `replay` and `shrink` take it.
fn from_here(path: &Path) -> &Path {
    let here = env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}
