//! The subcommands, on one project with properties for each of them.

mod closed_pipe;
mod code;
mod dashboard;
mod empty_variables;
mod list;
mod machine;
mod open;
mod page;
mod replay;
mod run;
mod sample;
mod saved;
mod selection;
mod workspace;

use std::fs;
use std::sync::LazyLock;

use crate::project::{Project, target};

/// Returns the project, which is built once. The tests run in parallel, so each uses different properties.
fn project() -> &'static Project {
    static PROJECT: LazyLock<Project> = LazyLock::new(|| {
        // Otherwise the library would know about crashes of an earlier run.
        let _ = fs::remove_dir_all(target().join("debug/deps/forall-journals"));
        Project::shared("verbs")
            .file("src/lib.rs", include_str!("verbs/project/lib.rs"))
            .file("tests/endings.rs", include_str!("verbs/project/endings.rs"))
            .file("tests/others.rs", include_str!("verbs/project/others.rs"))
            .file("tests/two-words.rs", include_str!("verbs/project/two-words.rs"))
    });
    &PROJECT
}
