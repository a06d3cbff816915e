//! `cargo forall shrink`: tries once more, and longer, to make kept failures simpler.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::path::Path;
use std::process::ExitCode;

use crate::build;
use crate::command::Shrink;
use crate::error::Error;
use crate::harness::Found;
use crate::project::Project;
use crate::regressions::{FOLDER, Kept};
use crate::signals::Signals;

pub(crate) fn shrink(options: &Shrink) -> Result<ExitCode, Error> {
    let path = Path::new(&options.file);
    let kept = Kept::read(path)?.filter(|kept| !kept.entries.is_empty());
    let before = kept.ok_or_else(|| Error::NoFailures(path.display().to_string()))?;
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, true)?;
    let found = Found::with_file(Found::all(&binaries, false)?, FOLDER, path)?;
    // What is kept runs first, and is shrunk where it stands; nothing else shall run.
    let tries = options.tries.to_string();
    let settings = [
        ("FORALL_TESTS", "0"),
        ("FORALL_SHRINKS", tries.as_str()),
        ("FORALL_RUNNER", "quick_check"),
    ];
    found.start(&settings, &project.scratch())?.done(&mut Signals::listen())?;
    let after = Kept::read(path)?.map(|kept| kept.entries).unwrap_or_default();
    for (old, new) in before.entries.iter().zip(&after) {
        let how = if old.choices() == new.choices() { "as it was" } else { "simpler" };
        println!("{how}: {}", new.text.trim_end());
    }
    Ok(ExitCode::SUCCESS)
}
