//! The journal of a test that is not isolated. It is in the folder of the test binary, and has no unfinished entry
//! after the test. The file is not deleted: creating one takes far longer than opening it. If there is no space for it,
//! the test runs without a journal.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use forall_sys::process::{Entry, Journal};

use super::child::Child;
use crate::harness::Test;

/// An open journal, and its unfinished entries if the last run crashed.
pub(super) struct Opened {
    pub(super) process: Arc<Child>,
    pub(super) suspects: Vec<Entry>,
}

/// Opens the journal of `test`. Returns `None` if it cannot be opened, or if another process uses it.
pub(super) fn open(test: &Test) -> Option<Opened> {
    opened(test).ok()
}

fn opened(test: &Test) -> io::Result<Opened> {
    let path = path(test)?;
    let open = || File::options().create(true).read(true).write(true).truncate(false).open(&path);
    let file = match open() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            open()?
        }
        file => file?,
    };
    // The operating system releases the lock when the process ends, however that happens.
    file.try_lock()?;
    let journal = Journal::without_results(&path)?;
    let process = Arc::new(Child::alone(journal, file));
    let suspects = process.unfinished();
    process.reset();
    Ok(Opened { process, suspects })
}

fn path(test: &Test) -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.parent().ok_or(io::ErrorKind::NotFound)?;
    Ok(folder.join("forall-journals").join(test.property_name().file_name("journal")))
}
