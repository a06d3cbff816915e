//! Two workers that share a store, against one: the tests of the worker that first finds a failure.

use std::io;

use crate::options::Options;
use crate::row::Row;

pub(super) fn rows(_options: &Options) -> io::Result<Vec<Row>> {
    Ok(Vec::new())
}
