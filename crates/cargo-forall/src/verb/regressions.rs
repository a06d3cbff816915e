//! `cargo forall regressions`: the failures that are kept.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::env;
use std::path::Path;
use std::process::ExitCode;

use crate::command::{About, Regressions};
use crate::error::Error;
use crate::project::Project;
use crate::regressions::{self, FOLDER, Kept};

pub(crate) fn regressions(options: &Regressions) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let wanted = |path: &str| options.filter.as_ref().is_none_or(|filter| path.contains(filter));
    let (mut seen, mut forgotten) = (0, 0);
    for folder in project.packages(&options.selection) {
        let folder = folder.join(FOLDER);
        for kept in Kept::all(&folder)? {
            let (path, of_crate) = kept.property(&folder);
            if wanted(&format!("{of_crate}::{path}")) {
                seen += 1;
                forgotten +=
                    about(options.about, &format!("{of_crate}::{path}"), (&folder, &kept))?;
            }
        }
    }
    if seen == 0 {
        println!(
            "no failures are kept{}",
            if options.filter.is_some() { " of that name" } else { "" }
        );
    }
    if seen > 0 && forgotten == 0 && options.about == About::Prune {
        println!("all that is kept still fails");
    }
    Ok(ExitCode::SUCCESS)
}

/// Does it with one file: how many failures were forgotten.
fn about(about: About, name: &str, (folder, kept): (&Path, &Kept)) -> Result<usize, Error> {
    match about {
        About::List => println!("{name}, {kept}"),
        About::Show => {
            println!("{name}, in {}", from_here(&kept.path).display());
            kept.entries().for_each(|entry| print!("{entry}"));
        }
        About::Prune => {
            let dropped = regressions::forget(folder, &kept.path, |entry| !entry.is_open())?;
            if dropped > 0 {
                println!("{name}, {dropped} forgotten");
            }
            return Ok(dropped);
        }
    }
    Ok(0)
}

/// As `replay` and `shrink` take it.
fn from_here(path: &Path) -> &Path {
    let here = env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}
