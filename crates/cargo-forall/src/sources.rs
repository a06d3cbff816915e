//! The source files of a project.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::project::Project;

/// Returns the source files in a folder and in those below it, sorted.
pub(crate) fn source_files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() && !path.is_symlink() {
            files.append(&mut source_files(&path));
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            files.insert(path);
        }
    }
    files
}

/// The words in the sources of a workspace.
#[derive(Debug, Default)]
pub(crate) struct Words(HashSet<String>);

impl Words {
    /// Collects the words in the folders of all targets. Files that cannot be read have none.
    pub(crate) fn of(project: &Project) -> Words {
        let folders: BTreeSet<&Path> = project
            .targets()
            .filter_map(|(_, target)| target.src_path.parent()?.as_std_path().into())
            .collect();
        let mut words = Words::default();
        for path in folders.into_iter().flat_map(source_files) {
            words.add(&fs::read_to_string(path).unwrap_or_default());
        }
        // The name of a target is the first part of the names of its properties.
        project.targets().for_each(|(_, target)| words.add(&target.name.replace('-', "_")));
        words
    }

    fn add(&mut self, source: &str) {
        for word in source.split(|c: char| !c.is_alphanumeric() && c != '_') {
            if !self.0.contains(word) {
                self.0.insert(word.to_owned());
            }
        }
    }

    /// Returns whether a property of this full name cannot exist, because neither a target nor the sources contain one part
    /// of its name. A property or a module whose name is not portable has a file or a folder that is
    /// named after a hash, which rules out nothing.
    pub(crate) fn rule_out(&self, property: &str) -> bool {
        let names = property.split("::").map(|name| name.strip_prefix("r#").unwrap_or(name));
        names.filter(|name| !name.contains('-')).any(|name| !self.0.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_whose_name_is_missing_is_ruled_out() {
        let mut words = Words::default();
        words.add("lib");
        words.add("mod r#in;\n#[property]\nfn r#match(x: u8) { holds_for(x) }");
        assert!(!words.rule_out("lib::match") && !words.rule_out("lib::holds_for"));
        assert!(words.rule_out("lib::holds") && words.rule_out("match::prop"));
        assert!(!words.rule_out("lib::r#in::r#match"));
        assert!(words.rule_out("lib::old::match"), "it was moved to another module");
        assert!(words.rule_out("old::match"), "it was moved to another target");
        assert!(!words.rule_out("lib::Area-555158a4"), "its name may be `Area`");
    }
}
