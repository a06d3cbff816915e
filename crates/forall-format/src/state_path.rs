//! Where the state of a property is stored: the folders of a package, and the file names in them.

use std::path::Path;

/// The folder of saved failures, relative to the package, unless a setting names another one.
pub const REGRESSIONS_FOLDER: &str = ".forall/regressions";

/// The folder in which `cargo forall fuzz` saves corpora, relative to the package.
pub const CORPUS_FOLDER: &str = ".forall/corpus";

/// The folder in which `cargo forall` lets runs write their results, relative to the package.
pub const RESULTS_FOLDER: &str = ".forall/results";

/// The extension of regression and corpus files.
pub const TEXT_EXTENSION: &str = "txt";

/// The extension of results and observations.
pub const LINES_EXTENSION: &str = "jsonl";

/// The value of a folder setting that turns the feature off.
pub const OFF: &str = "off";

/// The module and the function name of a property.
///
/// ```
/// use forall_format::state_path::{PropertyName, TEXT_EXTENSION};
///
/// let property = PropertyName { module: "shapes::r#box", name: "area_is_positive" };
/// assert_eq!(property.full_name(), "shapes::r#box::area_is_positive");
/// assert_eq!(property.test_path(), "r#box::area_is_positive");
/// assert_eq!(property.file_name(TEXT_EXTENSION), "shapes/box/area_is_positive.txt");
/// assert_eq!(property.flat_file_name(), "shapes.r#box.area_is_positive.jsonl");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropertyName<'a> {
    /// The module, as `module_path!()` returns it: the crate comes first.
    pub module: &'a str,
    /// The name of the function.
    pub name: &'a str,
}

impl PropertyName<'_> {
    /// Returns the module and the name.
    pub fn full_name(&self) -> String {
        format!("{}::{}", self.module, self.name)
    }

    /// Returns the path by which the test harness knows the property: the full name without the crate.
    pub fn test_path(&self) -> String {
        match self.module.split_once("::") {
            Some((_, inner)) => format!("{inner}::{}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns the file of the property in a folder with one file for each, with `/` between its parts.
    /// A name may contain dots, so do not use [`Path::with_extension`] to replace the extension.
    pub fn file_name(&self, extension: &str) -> String {
        let name = self.full_name().replace("::", "/").replace("r#", "");
        format!("{name}.{extension}")
    }

    /// Returns the file of the property's observations. Their readers do not look into subfolders.
    pub fn flat_file_name(&self) -> String {
        format!("{}.{LINES_EXTENSION}", self.full_name().replace("::", "."))
    }
}

/// Returns the full name of the property whose [file](PropertyName::file_name) is at `path`, which is
/// relative to the folder. Raw identifiers come without their `r#`.
///
/// ```
/// use std::path::Path;
///
/// use forall_format::state_path::property_of_file;
///
/// assert_eq!(property_of_file(Path::new("shapes/box/area.txt")), "shapes::box::area");
/// ```
pub fn property_of_file(path: &Path) -> String {
    let path = path.with_extension("");
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("::")
}
