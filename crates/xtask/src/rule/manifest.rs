//! Every published crate has what crates.io and its users need.

use toml::Value;

use crate::workspace::{Package, Workspace};

const FIELDS: [&str; 8] = [
    "description",
    "license",
    "repository",
    "homepage",
    "rust-version",
    "include",
    "keywords",
    "categories",
];

const FILES: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "README.md"];

/// The limit of crates.io.
const MAX_KEYWORDS: usize = 5;

/// Returns a line for each problem.
pub(super) fn check(workspace: &Workspace) -> Vec<String> {
    let folder = |package: &Package| workspace.root.join("crates").join(&package.folder);
    let mut problems = Vec::new();
    for package in workspace.published() {
        let missing = FILES.iter().filter(|file| !folder(package).join(file).exists());
        problems.extend(
            missing.map(|file| {
                format!("crates/{}: add {file}, as a link or of its own", package.folder)
            }),
        );
        problems.extend(fields(package));
    }
    problems
}

fn fields(package: &Package) -> Vec<String> {
    let manifest = format!("crates/{}/Cargo.toml", package.folder);
    let missing = FIELDS.iter().filter(|field| package.field(field).is_none());
    let mut problems: Vec<String> =
        missing.map(|field| format!("{manifest}: add `{field}`")).collect();
    let keywords = package.field("keywords").and_then(Value::as_array).map_or(0, Vec::len);
    if keywords > MAX_KEYWORDS {
        problems.push(format!(
            "{manifest}: crates.io allows at most {MAX_KEYWORDS} keywords, not {keywords}"
        ));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_fields_are_found() {
        let text = "[package]\nname = \"a\"\ndescription = \"A\"\nlicense = \"MIT\"\nrepository = \"a\"\n\
            homepage.workspace = true\nrust-version = \"1.95\"\ninclude.workspace = true\n\
            keywords = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]\n";
        let manifest = text.parse().expect("this is a manifest");
        let package = Package { name: "a".to_owned(), folder: "a".to_owned(), manifest };
        let expected = [
            "crates/a/Cargo.toml: add `categories`",
            "crates/a/Cargo.toml: crates.io allows at most 5 keywords, not 6",
        ];
        assert_eq!(fields(&package), expected);
    }
}
