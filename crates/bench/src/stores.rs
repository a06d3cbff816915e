//! Stores: what two workers gain by sharing what they find, and whether killed workers lose failures.

mod kills;
mod project;
#[path = "../../cargo-forall/tests/it/servers.rs"]
mod servers;
mod sharing;

use std::io;

use crate::options::Options;
use crate::row::Row;

/// Measures all rows that `options` select.
pub fn stores(options: &Options) -> io::Result<Vec<Row>> {
    let mut rows = sharing::rows(options)?;
    rows.extend(kills::rows(options)?);
    Ok(rows)
}
