//! `cargo forall regressions`: the failures that are kept.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::process::ExitCode;

use crate::command::{About, Regressions};
use crate::error::Error;
use crate::project::Project;
use crate::regressions::{FOLDER, Kept};

pub(crate) fn regressions(options: &Regressions) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let wanted = |path: &str| options.filter.as_ref().is_none_or(|filter| path.contains(filter));
    let mut seen = 0;
    for folder in project.packages(&options.selection) {
        let folder = folder.join(FOLDER);
        for mut kept in Kept::all(&folder)? {
            let (path, of_crate) = kept.property(&folder);
            if wanted(&path) {
                seen += 1;
                about(options.about, &format!("{of_crate}: {path}"), &mut kept)?;
            }
        }
    }
    if seen == 0 {
        println!(
            "no failures are kept{}",
            if options.filter.is_some() { " of that name" } else { "" }
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn about(about: About, name: &str, kept: &mut Kept) -> Result<(), Error> {
    match about {
        About::List => println!("{name}, {kept}"),
        About::Show => {
            println!("{name}, in {}", kept.path.display());
            kept.entries.iter().for_each(|entry| println!("{}", entry.text.trim_end()));
        }
        About::Prune => {
            let dropped = kept.forget(|entry| entry.state() != "fails")?;
            if dropped > 0 {
                println!("{name}: {dropped} forgotten");
            }
        }
    }
    Ok(())
}
