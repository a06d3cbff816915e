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

/// A property, as its attribute saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Property {
    module: String,
    name: String,
    /// File and line.
    pub(crate) place: String,
    pub(crate) formula: String,
}

impl Property {
    /// As the harness calls it: without the crate.
    pub(crate) fn path(&self) -> String {
        match self.module.split_once("::") {
            Some((_, inner)) => format!("{inner}::{}", self.name),
            None => self.name.clone(),
        }
    }

    /// Module and name.
    pub(crate) fn full_name(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// The file that the library keeps of it in a folder that has one for each.
    pub(crate) fn file(&self, extension: &str) -> String {
        let name = self.full_name().replace("::", "/").replace("r#", "");
        format!("{name}.{extension}")
    }
}

/// The properties in a binary.
pub(crate) fn of(binary: &Path) -> Result<Vec<Property>, Error> {
    let bytes = fs::read(binary).map_err(Error::cannot("read a test binary"))?;
    Ok(within(&bytes))
}

fn within(bytes: &[u8]) -> Vec<Property> {
    let mut properties = Vec::new();
    let mut rest = bytes;
    while let Some(at) = memchr::memmem::find(rest, BEGIN) {
        rest = &rest[at + BEGIN.len()..];
        let end = memchr::memchr(END, rest).unwrap_or(rest.len());
        properties.extend(str::from_utf8(&rest[..end]).ok().and_then(property));
    }
    properties
}

/// Module, file, package, name and line come first, and then a line for each node.
fn property(written: &str) -> Option<Property> {
    let (test, nodes) = written.split_once('\x1e')?;
    let mut words = test.split('\x1f');
    let mut word = || words.next().map(str::to_owned);
    let (module, file, _, name, line) = (word()?, word()?, word()?, word()?, word()?);
    Some(Property { module, name, place: format!("{file}:{line}"), formula: formula(nodes) })
}

/// As the library writes it. A quantifier has a name; what has none is a premise, or the predicate if it is
/// the last.
fn formula(nodes: &str) -> String {
    let nodes: Vec<&str> = nodes.split_terminator('\x1e').collect();
    let one = |(at, node): (usize, &&str)| {
        let mut words = node.split('\x1f');
        let mut word = || words.next().unwrap_or("");
        let (name, kind, text) = (word(), word(), word());
        let shown = if text.is_empty() { "…" } else { text };
        match (name, text) {
            ("", _) if at + 1 == nodes.len() => shown.to_owned(),
            ("", _) => format!("{shown} ⇒ "),
            (_, "") => format!("∀ {name}: {kind}. "),
            _ => format!("∀ {name}: {kind} in {text}. "),
        }
    };
    nodes.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_are_found_between_other_bytes() {
        let one = b"\x7fELF\xff\x1dforall\x1fa::b\x1fsrc/b.rs\x1fa\x1fsorts\x1f3\x1f4\x1f\x1e\
            xs\x1fVec<u8>\x1f\x1f3\x1f4\x1f\x1ei\x1fusize\x1f0..xs.len()\x1f3\x1f9\x1fxs\x1f\x1e\
            \x1f\x1fi > 0\x1f3\x1f12\x1fi\x1f\x1e\x1f\x1fxs[i] > 1\x1f4\x1f5\x1f\x1e\x1d\x00";
        let two =
            b"\x1dforall\x1ft\x1ftests/t.rs\x1fa\x1fadds\x1f7\x1f4\x1f\x1e\x1d\x1dforall\x1f\xff";
        let found = within(&[&one[..], &two[..]].concat());
        let [sorts, adds] = &found[..] else { panic!("{found:?}") };
        assert_eq!((sorts.path(), sorts.file("txt")), ("b::sorts".into(), "a/b/sorts.txt".into()));
        assert_eq!(sorts.place, "src/b.rs:3");
        assert_eq!(sorts.formula, "∀ xs: Vec<u8>. ∀ i: usize in 0..xs.len(). i > 0 ⇒ xs[i] > 1");
        assert_eq!((adds.path(), &*adds.place), ("adds".into(), "tests/t.rs:7"));
        assert_eq!(within(b"no forall here"), Vec::new());
    }
}
