//! The dependencies and features of exported crates: those of the package and of its tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use cargo_metadata::{Dependency, DependencyKind, Package};

use super::relative;
use crate::command::Features;
use crate::project;

/// The library of a package, on which its tests depend.
pub(super) struct Library {
    /// The name of the crate.
    pub(super) name: String,
    /// The name of the package.
    pub(super) package: String,
    /// The path of the package.
    pub(super) path: String,
}

/// A dependency of a manifest: the platform, and the name in the code.
type Key = (Option<String>, String);

/// A dependency, merged from those of the code and of the tests.
struct Merged<'d> {
    dependency: &'d Dependency,
    features: BTreeSet<&'d str>,
    has_default_features: bool,
    is_optional: bool,
}

/// Returns the tables `dependencies` and `features` of a package in `folder`.
pub(super) fn tables(package: &Package, library: Option<&Library>, folder: &Path) -> String {
    let merged = merged(package);
    let mut text = String::new();
    for ((platform, name), dependency) in &merged {
        text += &table(platform.as_deref(), name, dependency, folder);
    }
    if let Some(Library { name, package, path }) = library {
        let _ = write!(
            text,
            "\n[dependencies.{name}]\npackage = \"{package}\"\npath = \"{path}\"\ndefault-features = false\n"
        );
    }
    text + &features(package, library, &merged)
}

/// Returns the dependency on Forall of a package in `folder`, under its own name.
pub(super) fn forall(package: &Package, folder: &Path) -> String {
    if package.name.as_str() == "forall" {
        let path = relative::path(folder, project::folder(package));
        return format!("\n[dependencies.forall]\npath = \"{path}\"\n");
    }
    let merged = merged(package);
    let found = merged.values().find(|merged| merged.dependency.name == "forall");
    let required = |found: &Merged<'_>| {
        let mut dependency = found.dependency.clone();
        dependency.rename = None;
        let features = found.features.clone();
        let merged = Merged { dependency: &dependency, features, is_optional: false, ..*found };
        table(None, "forall", &merged, folder)
    };
    found.map(required).unwrap_or_default()
}

/// Returns the keys that select the features of an exported crate.
pub(super) fn selected_features(package: &Package, features: &Features) -> String {
    let mut text = String::new();
    if features.no_default_features {
        text += "default-features = false\n";
    }
    let known = package.features.keys();
    let selected: Vec<&String> = if features.all_features {
        known.filter(|feature| *feature != "default").collect()
    } else {
        let named: BTreeSet<&str> =
            features.features.iter().flat_map(|text| text.split([',', ' '])).collect();
        known.filter(|feature| named.contains(feature.as_str())).collect()
    };
    if !selected.is_empty() {
        let _ = writeln!(text, "features = {selected:?}");
    }
    text
}

fn merged(package: &Package) -> BTreeMap<Key, Merged<'_>> {
    let mut all: BTreeMap<Key, Merged<'_>> = BTreeMap::new();
    for dependency in &package.dependencies {
        if dependency.kind == DependencyKind::Build {
            continue;
        }
        let name = dependency.rename.as_ref().unwrap_or(&dependency.name).clone();
        let platform = dependency.target.as_ref().map(ToString::to_string);
        let merged = all.entry((platform, name)).or_insert_with(|| Merged {
            dependency,
            features: BTreeSet::new(),
            has_default_features: false,
            is_optional: true,
        });
        merged.features.extend(dependency.features.iter().map(String::as_str));
        merged.has_default_features |= dependency.uses_default_features;
        merged.is_optional &= dependency.optional;
    }
    all
}

/// Returns the table of one dependency.
fn table(platform: Option<&str>, name: &str, merged: &Merged<'_>, folder: &Path) -> String {
    let Merged { dependency, features, has_default_features, is_optional } = merged;
    let mut text = match platform {
        Some(platform) => format!("\n[target.'{platform}'.dependencies.{name}]\n"),
        None => format!("\n[dependencies.{name}]\n"),
    };
    if dependency.name != name {
        let _ = writeln!(text, "package = \"{}\"", dependency.name);
    }
    text += &origin(dependency, folder);
    if !has_default_features {
        text += "default-features = false\n";
    }
    if !features.is_empty() {
        let _ = writeln!(text, "features = {:?}", features.iter().collect::<Vec<_>>());
    }
    if *is_optional {
        text += "optional = true\n";
    }
    text
}

/// Returns the keys that say where a dependency comes from.
fn origin(dependency: &Dependency, folder: &Path) -> String {
    if let Some(path) = &dependency.path {
        return format!("path = \"{}\"\n", relative::path(folder, path.as_std_path()));
    }
    let source = dependency.source.as_ref().map(ToString::to_string).unwrap_or_default();
    if let Some(git) = source.strip_prefix("git+") {
        let (url, query) = git.split_once('?').unwrap_or((git, ""));
        let url = url.split('#').next().unwrap_or(url);
        let mut text = format!("git = \"{url}\"\n");
        let query = query.split('#').next().unwrap_or(query);
        for (key, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            let _ = writeln!(text, "{key} = \"{value}\"");
        }
        return text;
    }
    let mut text = format!("version = \"{}\"\n", dependency.req);
    if let Some(registry) = &dependency.registry {
        let _ = writeln!(text, "registry-index = \"{registry}\"");
    }
    text
}

/// Returns the table of features. A test has the features of its package, and passes them on to the library.
fn features(
    package: &Package,
    library: Option<&Library>,
    merged: &BTreeMap<Key, Merged<'_>>,
) -> String {
    let is_optional =
        |name: &str| merged.iter().any(|((_, key), it)| key == name && it.is_optional);
    let mut text = String::from("\n[features]\n");
    for (feature, enables) in &package.features {
        let mut enabled: Vec<String> = enables.clone();
        enabled.retain(|enabled| enabled.strip_prefix("dep:").is_none_or(is_optional));
        if let Some(library) = library {
            enabled.push(format!("{}/{feature}", library.name));
        }
        let _ = writeln!(text, "{feature:?} = {enabled:?}");
    }
    text
}
