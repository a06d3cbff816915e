//! The catalog of bugs: what a program of either side lists, with the versions of both manifests.

use std::fs;
use std::io;
use std::time::Duration;

use serde_json::{Value, json};

use crate::programs::{Ended, Program, Side};

/// The description of a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BugInfo {
    /// The name of the bug.
    pub name: String,
    /// The crate that has it.
    pub package: String,
    /// The version that has it.
    pub buggy_version: String,
    /// A version that does not.
    pub fixed_version: String,
    /// The property, as a sentence.
    pub law: String,
    /// Where the bug is described.
    pub link: String,
}

impl BugInfo {
    /// Formats the description as a line of JSON.
    pub fn to_line(&self) -> String {
        json!({
            "bug": self.name,
            "package": self.package,
            "buggy_version": self.buggy_version,
            "fixed_version": self.fixed_version,
            "law": self.law,
            "link": self.link,
        })
        .to_string()
    }

    /// Parses a line, and returns `None` if it is not a description.
    pub fn from_line(line: &str) -> Option<BugInfo> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        Some(BugInfo {
            name: text("bug")?,
            package: text("package")?,
            buggy_version: text("buggy_version")?,
            fixed_version: text("fixed_version")?,
            law: text("law")?,
            link: text("link")?,
        })
    }
}

/// Loads the descriptions of all bugs.
pub fn load(program: &Program) -> io::Result<Vec<BugInfo>> {
    let Ended::Output(lines) = program.run(&["list".into()], Duration::from_secs(10))? else {
        return Err(io::Error::other("the program does not list its bugs"));
    };
    let manifests = Manifests::read()?;
    lines.lines().map(|line| parse(line, &manifests)).collect()
}

struct Manifests {
    buggy: String,
    fixed: String,
}

impl Manifests {
    fn read() -> io::Result<Manifests> {
        let read = |side: Side| fs::read_to_string(side.manifest());
        Ok(Manifests { buggy: read(Side::Buggy)?, fixed: read(Side::Fixed)? })
    }
}

fn parse(line: &str, manifests: &Manifests) -> io::Result<BugInfo> {
    let value: Value = serde_json::from_str(line)?;
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let package = text("package");
    let version = |manifest: &str| {
        pinned_version(manifest, &package).ok_or_else(|| {
            let message = format!("`{package}` is not pinned with `=` in both manifests");
            io::Error::other(message)
        })
    };
    Ok(BugInfo {
        name: text("bug"),
        buggy_version: version(&manifests.buggy)?,
        fixed_version: version(&manifests.fixed)?,
        law: text("law"),
        link: text("link"),
        package,
    })
}

/// Finds the version of a line such as `atoi = "=3.1.0"`.
fn pinned_version(manifest: &str, package: &str) -> Option<String> {
    let lines = manifest.lines().filter_map(|line| line.split_once(" = "));
    let (_, requirement) = lines.into_iter().find(|(name, _)| *name == package)?;
    let (_, version) = requirement.split_once("\"=")?;
    version.split('"').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_round_trip() {
        let bug = BugInfo {
            name: "a_bug".into(),
            package: "a".into(),
            buggy_version: "1.0.0".into(),
            fixed_version: "1.0.1".into(),
            law: "a \"law\"".into(),
            link: "https://example.com".into(),
        };
        assert_eq!(BugInfo::from_line(&bug.to_line()), Some(bug));
    }

    #[test]
    fn versions_are_found_in_both_notations() {
        let manifest =
            "a = \"=1.2.3\"\nab = { version = \"=0.4.0\", features = [\"std\"] }\nc = \"1\"\n";
        assert_eq!(pinned_version(manifest, "a").as_deref(), Some("1.2.3"));
        assert_eq!(pinned_version(manifest, "ab").as_deref(), Some("0.4.0"));
        assert_eq!(pinned_version(manifest, "b"), None);
        assert_eq!(pinned_version(manifest, "c"), None, "the version is not exact");
    }
}
