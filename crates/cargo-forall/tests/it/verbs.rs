//! The verbs, on one project that has something for each of them.

mod dashboard;
mod kept;
mod list;
mod page;
mod replay;
mod run;
mod sample;
mod workspace;

use std::fs;
use std::sync::LazyLock;

use crate::project::{Project, target};

/// Built once for all tests here. They run at the same time, so each has properties of its own.
fn project() -> &'static Project {
    static PROJECT: LazyLock<Project> = LazyLock::new(|| {
        // What the last one died of is not to be known.
        let _ = fs::remove_dir_all(target().join("debug/deps/forall-journals"));
        Project::lasting("verbs")
            .file("src/lib.rs", include_str!("verbs/project/lib.rs"))
            .file("tests/endings.rs", include_str!("verbs/project/endings.rs"))
            .file("tests/others.rs", include_str!("verbs/project/others.rs"))
            .file("tests/two-words.rs", include_str!("verbs/project/two-words.rs"))
    });
    &PROJECT
}
