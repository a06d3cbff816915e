//! The guide as a book: is all there, does all lead somewhere, and do reports read as it says?

mod book;
mod reports;

#[path = "../../../forall/tests/it/support/project.rs"]
mod project;
