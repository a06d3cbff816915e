//! The first lines of a shard file: which tests it is about.

use std::fmt;

use super::{HEADING, fields};
use crate::heading::HeadingProblem;
use crate::number::parse_number;
use crate::shard::Shard;

/// What determines the tests of a shard. The shards of one campaign differ only in the shard.
///
/// ```
/// use forall_format::shard::Shard;
/// use forall_format::shard_file::ShardHeader;
///
/// let header = ShardHeader {
///     package: Some("dictionary".to_owned()),
///     property: "words::starts_otherwise".to_owned(),
///     formula: "∀ word. …".to_owned(),
///     shard: Shard::new(3, 8).unwrap(),
///     runner: "auto".to_owned(),
///     seed: 42,
///     tests: 1_000,
///     max_discard_ratio: 10,
///     is_timed: false,
///     size: None,
///     themes: true,
/// };
/// let other = ShardHeader { shard: Shard::new(4, 8).unwrap(), seed: 43, ..header.clone() };
/// assert_eq!(header.difference(&other), Some(("seed", "0x2a".to_owned(), "0x2b".to_owned())));
/// assert_eq!(header.difference(&header), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardHeader {
    /// The package of the property, if it is known.
    pub package: Option<String>,
    /// The full name of the property.
    pub property: String,
    /// The formula of the property.
    pub formula: String,
    /// The shard.
    pub shard: Shard,
    /// The name of the runner.
    pub runner: String,
    /// The seed.
    pub seed: u64,
    /// The number of tests that must pass in all shards together.
    pub tests: u64,
    /// The number of tests that may be discarded for each test that must pass.
    pub max_discard_ratio: u64,
    /// Whether there was a time limit, so that the number of tests depends on the machine.
    pub is_timed: bool,
    /// The size of all values, if it is fixed.
    pub size: Option<u32>,
    /// Whether values relate to each other in every second test.
    pub themes: bool,
}

/// The reason why bytes are not the beginning of a shard file.
///
/// ```
/// use forall_format::shard_file::ShardFile;
///
/// let error = ShardFile::parse(&b"forall-corpus 1\n"[..]).unwrap_err();
/// assert_eq!(error.to_string(), "not a shard file; its first line must be `forall-shard 1`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardHeaderError {
    /// The first line is not the heading of a shard file.
    MissingHeading,
    /// The first line names this version of the format, which this release does not know.
    UnknownVersion(String),
    /// A line of the header is missing or damaged, or the process crashed before it was written.
    Incomplete,
}

impl ShardHeader {
    /// Returns the name and the values of the first field, other than the shard, in which the headers differ.
    pub fn difference(&self, other: &ShardHeader) -> Option<(&'static str, String, String)> {
        let pairs = self.fields().into_iter().zip(other.fields());
        let mut pairs = pairs.map(|((name, ours), (_, theirs))| (name, ours, theirs));
        let difference = pairs.find(|(name, ours, theirs)| *name != "shard" && ours != theirs);
        let count = || {
            let [ours, theirs] = [self, other].map(|header| header.shard.count());
            (ours != theirs).then(|| ("number of shards", ours.to_string(), theirs.to_string()))
        };
        difference.or_else(count)
    }

    fn fields(&self) -> [(&'static str, String); 11] {
        [
            ("package", self.package.clone().unwrap_or_default()),
            ("property", self.property.clone()),
            ("formula", self.formula.clone()),
            ("shard", self.shard.to_string()),
            ("runner", self.runner.clone()),
            ("seed", format!("{:#x}", self.seed)),
            ("tests", self.tests.to_string()),
            ("max_discard_ratio", self.max_discard_ratio.to_string()),
            ("timed", self.is_timed.to_string()),
            ("size", self.size.map_or("varied".to_owned(), |size| size.to_string())),
            ("themes", self.themes.to_string()),
        ]
    }

    /// Returns the first lines of the file.
    pub(super) fn to_lines(&self) -> String {
        let mut text = format!("{HEADING}\n");
        for (name, value) in self.fields() {
            text.push_str(&fields::to_line(&[name, &value]));
        }
        text
    }

    /// Parses the first lines. `next` returns the next complete line.
    pub(super) fn parse(
        mut next: impl FnMut() -> Option<String>,
    ) -> Result<ShardHeader, ShardHeaderError> {
        let first = next().unwrap_or_default();
        HEADING.check(&first).map_err(|problem| match problem {
            HeadingProblem::Missing => ShardHeaderError::MissingHeading,
            HeadingProblem::Version(version) => ShardHeaderError::UnknownVersion(version),
        })?;
        let mut field = |wanted: &str| {
            let fields = fields::of_line(&next()?)?;
            let [name, value] = <[String; 2]>::try_from(fields).ok()?;
            (name == wanted).then_some(value)
        };
        let mut parse = || {
            Some(ShardHeader {
                package: Some(field("package")?).filter(|package| !package.is_empty()),
                property: field("property")?,
                formula: field("formula")?,
                shard: field("shard")?.parse().ok()?,
                runner: field("runner")?,
                seed: parse_number(&field("seed")?).ok()?,
                tests: field("tests")?.parse().ok()?,
                max_discard_ratio: field("max_discard_ratio")?.parse().ok()?,
                is_timed: field("timed")?.parse().ok()?,
                size: match &*field("size")? {
                    "varied" => None,
                    size => Some(size.parse().ok()?),
                },
                themes: field("themes")?.parse().ok()?,
            })
        };
        parse().ok_or(ShardHeaderError::Incomplete)
    }
}

impl fmt::Display for ShardHeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardHeaderError::MissingHeading => {
                write!(f, "not a shard file; its first line must be `{HEADING}`")
            }
            ShardHeaderError::UnknownVersion(version) => HEADING.refuse(version, f),
            ShardHeaderError::Incomplete => f.write_str("its first lines are incomplete"),
        }
    }
}

impl std::error::Error for ShardHeaderError {}
