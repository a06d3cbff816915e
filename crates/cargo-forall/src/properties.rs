//! Properties: which tests of a binary are such.
//!
//! `#[property]` leaves what it saw as one constant, between marks that nothing else has. So the properties
//! of a binary are found without running any of it.

use std::fs;
use std::path::Path;

use crate::error::Error;

/// What stands before a property, and behind it.
const BEGIN: &[u8] = b"\x1dforall\x1f";
const END: u8 = b'\x1d';

/// The paths of the properties in a binary, as its harness calls them.
pub(crate) fn paths(binary: &Path) -> Result<Vec<String>, Error> {
    let bytes = fs::read(binary).map_err(Error::cannot("read a test binary"))?;
    Ok(within(&bytes))
}

fn within(bytes: &[u8]) -> Vec<String> {
    let mut paths = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(BEGIN.len()).position(|window| window == BEGIN) {
        rest = &rest[at + BEGIN.len()..];
        let end = rest.iter().position(|byte| *byte == END).unwrap_or(rest.len());
        paths.extend(str::from_utf8(&rest[..end]).ok().and_then(path));
    }
    paths
}

/// Module, file, package and name come first.
fn path(written: &str) -> Option<String> {
    let mut words = written.split('\x1f');
    let (module, name) = (words.next()?, words.nth(2)?);
    Some(match module.split_once("::") {
        Some((_, inner)) => format!("{inner}::{name}"),
        None => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_found_between_other_bytes() {
        let one =
            b"\x7fELF\xff\x1dforall\x1fa::b\x1fsrc/b.rs\x1fa\x1fsorts\x1f3\x1f4\x1f\x1exs\x1d\x00";
        let two =
            b"\x1dforall\x1ft\x1ftests/t.rs\x1fa\x1fadds\x1f3\x1f4\x1f\x1e\x1d\x1dforall\x1f\xff";
        assert_eq!(within(&[&one[..], &two[..]].concat()), ["b::sorts", "adds"]);
        assert_eq!(within(b"no forall here"), Vec::<String>::new());
    }
}
