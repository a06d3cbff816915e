//! Manifests: what `#[property]` knows about a property, as one constant in the test binary.
//!
//! One string costs the compiler much less than a constant of structs. The library parses it when the test
//! runs, and `cargo forall` finds the properties of a binary without running it.
//!
//! A field ends in the control character `\x1f` and a group of fields in `\x1e`. The first group describes the
//! test: module, file, package, name, line, column and target. One group for each node follows: name, type,
//! text, line, column, and the earlier variables that the text mentions. `\x1dforall\x1f` precedes all of it, and
//! `\x1d` ends it. A macro and the library it expands to have the same version, so the format may change
//! between releases.

use std::error::Error;
use std::fmt;
use std::io::BufRead;

use crate::formula::{FormulaNode, NodeKind};
use crate::state_path::PropertyName;

/// The text before the module of a manifest.
pub const BEGIN: &str = "\x1dforall\x1f";

/// The text between the module and the file of a manifest.
pub const SEPARATOR: &str = "\x1f";

const FIELD_END: char = '\x1f';
const GROUP_END: char = '\x1e';
const MANIFEST_END: char = '\x1d';

/// The part of a manifest that follows the file. Displays as text.
///
/// Only the compiler knows the module and the file. So `#[property]` expands to
/// `concat!(BEGIN, module_path!(), SEPARATOR, file!(), tail)` with three literals from here:
///
/// ```
/// use forall_format::formula::{FormulaNode, NodeKind};
/// use forall_format::manifest::{BEGIN, Manifest, ManifestNode, ManifestTail, SEPARATOR};
///
/// let formula = FormulaNode { kind: NodeKind::Forall, name: "x", ty: "u8", text: "0..9" };
/// let x = ManifestNode { formula, line: 2, column: 10, mentions: vec![] };
/// let formula = FormulaNode { kind: NodeKind::Check, name: "", ty: "", text: "x < 9" };
/// let check = ManifestNode { formula, line: 3, column: 5, mentions: vec!["x"] };
/// let nodes = &format!("{x}{check}");
/// let tail = ManifestTail { package: "a", name: "small", line: 2, column: 4, target: "--lib", nodes };
/// let text = format!("{BEGIN}a::b{SEPARATOR}src/b.rs{tail}");
///
/// let manifest = Manifest::parse(&text).unwrap();
/// assert_eq!(manifest.property.full_name(), "a::b::small");
/// assert_eq!((manifest.file, manifest.line, manifest.target), ("src/b.rs", 2, Some("--lib")));
/// assert_eq!(manifest.nodes.iter().collect::<Vec<_>>(), [x, check]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManifestTail<'a> {
    /// The package; empty if it is unknown.
    pub package: &'a str,
    /// The name of the test.
    pub name: &'a str,
    /// The line of the name.
    pub line: u32,
    /// The column of the name.
    pub column: u32,
    /// The target of the package, as an argument of cargo; empty if it is unknown.
    pub target: &'a str,
    /// The [nodes](ManifestNode), outermost first, displayed one after another. The last is the predicate.
    pub nodes: &'a str,
}

/// A parsed manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manifest<'a> {
    /// The module and the name of the test.
    pub property: PropertyName<'a>,
    /// The file, as the compiler names it.
    pub file: &'a str,
    /// The package, if it is known.
    pub package: Option<&'a str>,
    /// The line of the name.
    pub line: u32,
    /// The column of the name.
    pub column: u32,
    /// The target of the package, as an argument of cargo: `--lib`, `--test it`.
    pub target: Option<&'a str>,
    /// The nodes.
    pub nodes: ManifestNodes<'a>,
}

/// The nodes of a manifest, which are parsed when they are read. Displays as the formula of the property.
///
/// ```
/// use forall_format::manifest::{Manifest, ManifestNodes};
///
/// let text = "\x1dforall\x1fa\x1fa.rs\x1f\x1ff\x1f1\x1f4\x1f\x1e\
///             x\x1fu8\x1f\x1f1\x1f6\x1f\x1e\x1f\x1fx > 0\x1f2\x1f1\x1fx\x1f\x1e\x1f\x1fx / x == 1\x1f3\x1f1\x1fx\x1f\x1e\x1d";
/// let nodes: ManifestNodes<'_> = Manifest::parse(text).unwrap().nodes;
/// assert_eq!(nodes.to_string(), "∀ x: u8. x > 0 ⇒ x / x == 1");
/// assert_eq!(nodes.get(1).unwrap().mentions, ["x"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManifestNodes<'a>(&'a str);

/// One node of a manifest. Displays as it is stored.
///
/// The kind is not stored: a quantifier has a name and a type, an observation has a label and no type, and of the nodes
/// without a name the last is the predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestNode<'a> {
    /// The kind, names and text of the node.
    pub formula: FormulaNode<'a>,
    /// The line of the node.
    pub line: u32,
    /// The column of the node.
    pub column: u32,
    /// The earlier variables that the text mentions.
    pub mentions: Vec<&'a str>,
}

/// The reason why text is not a manifest.
///
/// ```
/// use forall_format::manifest::{Manifest, ParseManifestError};
///
/// assert_eq!(Manifest::parse("forall"), Err(ParseManifestError::MissingMark));
/// let error = Manifest::parse("\x1dforall\x1fa\x1fa.rs\x1f\x1ff\x1fx\x1e\x1d").unwrap_err();
/// assert_eq!(error.to_string(), "the property manifest has no valid line");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseManifestError {
    /// The text does not begin or end as a manifest does.
    MissingMark,
    /// This field is missing or invalid.
    Field(&'static str),
}

impl<'a> Manifest<'a> {
    /// Parses one manifest.
    pub fn parse(text: &'a str) -> Result<Manifest<'a>, ParseManifestError> {
        let inner = text.strip_prefix(BEGIN).and_then(|text| text.strip_suffix(MANIFEST_END));
        Manifest::parse_inner(inner.ok_or(ParseManifestError::MissingMark)?)
    }

    /// Returns the manifests in `bytes`, which is the content of a binary. Text that only looks like a manifest
    /// is skipped.
    ///
    /// ```
    /// use forall_format::manifest::Manifest;
    ///
    /// let bytes = b"\x7fELF\xff\x1dforall\x1fa::b\x1fb.rs\x1fa\x1fsorts\x1f3\x1f4\x1f\x1e\x1d\x00";
    /// let found: Vec<Manifest<'_>> = Manifest::find_all(bytes).collect();
    /// assert_eq!(found[0].property.test_path(), "b::sorts");
    /// ```
    pub fn find_all(bytes: &'a [u8]) -> impl Iterator<Item = Manifest<'a>> {
        let mut rest = bytes;
        // `skip_until` searches with `memchr`, which a test binary of many megabytes needs.
        std::iter::from_fn(move || {
            while rest.skip_until(MANIFEST_END as u8).expect("slices can always be read") > 0 {
                let Some(inner) = rest.strip_prefix(&BEGIN.as_bytes()[1..]) else { continue };
                let length = { inner }.skip_until(MANIFEST_END as u8).expect("as above");
                let inner = inner[..length].strip_suffix(&[MANIFEST_END as u8]);
                let text = inner.and_then(|inner| str::from_utf8(inner).ok());
                let manifest = text.and_then(|text| Manifest::parse_inner(text).ok());
                if manifest.is_some() {
                    return manifest;
                }
            }
            None
        })
    }

    fn parse_inner(text: &'a str) -> Result<Manifest<'a>, ParseManifestError> {
        let missing = ParseManifestError::Field;
        let (test, nodes) = text.split_once(GROUP_END).ok_or(missing("end of the test"))?;
        let mut fields = test.split(FIELD_END);
        let mut field = |name| fields.next().ok_or(missing(name));
        let known = |field: &'a str| Some(field).filter(|field| !field.is_empty());
        let module = field("module")?;
        let file = field("file")?;
        let package = known(field("package")?);
        let name = field("name")?;
        let line = field("line")?.parse().map_err(|_| missing("line"))?;
        let column = field("column")?.parse().map_err(|_| missing("column"))?;
        let target = field("target").ok().and_then(known);
        let property = PropertyName { module, name };
        let nodes = ManifestNodes(nodes);
        Ok(Manifest { property, file, package, line, column, target, nodes })
    }
}

impl<'a> ManifestNodes<'a> {
    /// Returns the nodes, outermost first.
    pub fn iter(self) -> impl Iterator<Item = ManifestNode<'a>> {
        let mut groups = self.0.split_terminator(GROUP_END).peekable();
        std::iter::from_fn(move || {
            let group = groups.next()?;
            Some(parse_node(group, groups.peek().is_none()))
        })
    }

    /// Returns the node after `index` others.
    pub fn get(self, index: usize) -> Option<ManifestNode<'a>> {
        self.iter().nth(index)
    }
}

fn parse_node(group: &str, is_last: bool) -> ManifestNode<'_> {
    let mut fields = group.split_terminator(FIELD_END);
    let mut field = || fields.next().unwrap_or_default();
    let name = field();
    let ty = field();
    let kind = match (name, ty) {
        ("", _) if is_last => NodeKind::Check,
        ("", _) => NodeKind::Implies,
        (_, "") => NodeKind::Observe,
        _ => NodeKind::Forall,
    };
    let formula = FormulaNode { kind, name, ty, text: field() };
    let line = field().parse().unwrap_or(0);
    let column = field().parse().unwrap_or(0);
    ManifestNode { formula, line, column, mentions: fields.collect() }
}

impl fmt::Display for ManifestNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|node| node.formula.fmt(f))
    }
}

impl fmt::Display for ManifestTail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ManifestTail { package, name, line, column, target, nodes } = self;
        write!(f, "{FIELD_END}{}{FIELD_END}{}{FIELD_END}", Clean(package), Clean(name))?;
        write!(f, "{line}{FIELD_END}{column}{FIELD_END}{}{GROUP_END}", Clean(target))?;
        write!(f, "{nodes}{MANIFEST_END}")
    }
}

impl fmt::Display for ManifestNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormulaNode { name, ty, text, .. } = self.formula;
        for field in [name, ty, text] {
            write!(f, "{}{FIELD_END}", Clean(field))?;
        }
        write!(f, "{}{FIELD_END}{}{FIELD_END}", self.line, self.column)?;
        for name in &self.mentions {
            write!(f, "{}{FIELD_END}", Clean(name))?;
        }
        write!(f, "{GROUP_END}")
    }
}

/// A field with spaces for the control characters of the format.
struct Clean<'a>(&'a str);

impl fmt::Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = self.0.split([FIELD_END, GROUP_END, MANIFEST_END]);
        f.write_str(parts.next().unwrap_or_default())?;
        parts.try_for_each(|part| write!(f, " {part}"))
    }
}

impl fmt::Display for ParseManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseManifestError::MissingMark => {
                f.write_str("the property manifest has no beginning or no end")
            }
            ParseManifestError::Field(name) => {
                write!(f, "the property manifest has no valid {name}")
            }
        }
    }
}

impl Error for ParseManifestError {}
