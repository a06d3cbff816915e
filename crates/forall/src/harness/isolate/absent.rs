//! Where properties have no process of their own.

use std::convert::Infallible;
use std::sync::Arc;

use super::regressions::Notebook;
use super::results::Results;
use super::{Began, Error, Settings, Test};
use crate::property::Erased;
use crate::report::Report;
use crate::runner::Options;

/// The report in words, and whether the property passed.
pub(super) type Ended = (String, bool);

/// Where a test is to run.
#[derive(Debug)]
pub(super) enum Home {
    /// In this process.
    Here(Option<Arc<Inside>>),
    /// Nowhere else.
    #[expect(dead_code, reason = "there is nothing else")]
    Elsewhere(Ended),
}

/// A process of its own, of which there is none.
#[derive(Debug)]
pub(super) struct Inside(Infallible);

pub(super) fn home(_: &Test, settings: &Settings) -> Result<Home, Error> {
    if settings.isolate == Some(true) {
        return Err(Error("`isolate` needs the feature `isolate` of the crate forall".to_owned()));
    }
    Ok(Home::Here(None))
}

pub(super) fn witnessed(property: &Erased, _: Option<&Arc<Inside>>) -> Erased {
    property.clone()
}

pub(super) fn options(options: Options, _: Option<&Arc<Inside>>) -> Options {
    options
}

pub(super) fn rehearsed(
    journals: (Arc<Notebook>, Option<Arc<Results>>),
    _: Option<&Arc<Inside>>,
) -> (Arc<Notebook>, Option<Arc<Results>>) {
    journals
}

pub(super) fn began(_: Option<&Arc<Inside>>) -> Began {
    Began::now()
}

pub(super) fn replay(_: &Erased, _: &Options, _: Option<&Arc<Inside>>) -> Option<Report> {
    None
}

impl Inside {
    pub(super) fn is_child(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn is_replay(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn cut_short(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn notice(&self, _: &str) {
        match self.0 {}
    }

    pub(super) fn search(&self) {
        match self.0 {}
    }

    pub(super) fn leave(&self, _: &Result<Ended, Error>, _: bool) {
        match self.0 {}
    }
}
