//! `cargo forall regressions`: lists, shows or prunes saved failures.

use std::collections::BTreeSet;
use std::process::ExitCode;

use forall_format::regressions::{FoundStores, RegressionFile, RegressionStore};

use crate::command::{RegressionAction, Regressions};
use crate::error::Error;
use crate::output;
use crate::project::{self, Project};
use crate::saved_folder::saved_folder;
use crate::sources::Words;

/// The number of files and entries that were processed.
#[derive(Debug, Default)]
struct Summary {
    /// The number of processed files.
    files: usize,
    /// The number of removed entries.
    removed: usize,
    /// The number of files and folders that could not be read, and were not changed.
    unreadable: usize,
}

/// Processes all regression files. Continues after a file that cannot be read.
pub(crate) fn regressions(options: &Regressions) -> Result<ExitCode, Error> {
    let project = Project::open(&options.packages)?;
    let FoundStores { stores, unreadable } = selected(&project, options)?;
    let mut summary = Summary::default();
    unreadable.into_iter().try_for_each(|error| summary.add(Err(error.into())))?;
    match options.action {
        RegressionAction::List if stores.is_empty() => {}
        RegressionAction::List => {
            let words = Words::of(&project);
            stores.iter().try_for_each(|store| summary.add(list(store, &words)))?;
        }
        RegressionAction::Show => stores.iter().try_for_each(|store| summary.add(show(store)))?,
        RegressionAction::Prune => stores.iter().try_for_each(|store| summary.add(prune(store)))?,
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
                output::print_error_line(format_args!(
                    "error: {error}; nothing was changed there"
                ))?;
                self.unreadable += 1;
            }
        }
        Ok(())
    }
}

/// Returns the regression files of the selected packages that match the filter.
fn selected(project: &Project, options: &Regressions) -> Result<FoundStores, Error> {
    let mut selected = FoundStores::default();
    let mut folders = BTreeSet::new();
    for package in project.packages(&options.packages)? {
        let folder = saved_folder(project::folder(package))?;
        // Packages can share a folder.
        if !folders.insert(folder.clone()) {
            continue;
        }
        let matches = |name: &str| {
            let filter = options.filter.as_ref();
            filter.is_none_or(|filter| name.contains(filter) || *package.name == *filter)
        };
        let found = RegressionStore::find_all(&folder);
        let stores = found.stores.into_iter().filter(|store| matches(store.property()));
        selected.stores.extend(stores);
        selected.unreadable.extend(found.unreadable);
    }
    Ok(selected)
}

/// Lists one file, and marks it if the sources show that there is no such property.
fn list(store: &RegressionStore, words: &Words) -> Result<usize, Error> {
    let name = store.property();
    let mark = if words.rule_out(name) { ", no such property" } else { "" };
    let summary = store.read()?.map(|file| file.summary()).unwrap_or_default();
    output::print_line(format_args!("{name}, {summary}{mark}"))?;
    Ok(0)
}

/// Shows the entries of one file.
fn show(store: &RegressionStore) -> Result<usize, Error> {
    let file = store.read()?;
    let path = project::relative(store.path()).display();
    output::print_line(format_args!("{}, in {path}", store.property()))?;
    file.iter().flat_map(RegressionFile::entries).try_for_each(output::print)?;
    Ok(0)
}

/// Removes the entries of one file that do not fail. Returns their number.
fn prune(store: &RegressionStore) -> Result<usize, Error> {
    let removed = store.prune(|entry| !entry.state.is_failing())?;
    if removed > 0 {
        output::print_line(format_args!("{}, {removed} removed", store.property()))?;
    }
    Ok(removed)
}
