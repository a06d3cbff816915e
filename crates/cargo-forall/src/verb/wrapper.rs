//! `cargo forall wrapper`: prints the path of the compiler wrapper, to instrument programs that are not tests.

use std::process::ExitCode;

use crate::command::Wrapper;
use crate::error::Error;
use crate::instrument::Mode;
use crate::project::Project;
use crate::{build, output, wrapper};

pub(crate) fn wrapper(options: &Wrapper) -> Result<ExitCode, Error> {
    let mode = if options.no_comparisons { Mode::Edges } else { Mode::Comparisons };
    let project = Project::open(&options.packages)?;
    let target = build::target(options.target.as_deref(), mode)?;
    output::print_line(wrapper::install(&project.folder(), mode, &target)?.display())?;
    Ok(ExitCode::SUCCESS)
}
