//! Checks that the guide is complete, that its links resolve, and that its reports are up to date.

mod book;
mod reports;

#[path = "../../../forall/tests/it/support/project.rs"]
mod project;
