//! Where the state of a property is stored: the folders of a package, and the file names in them.

use std::path::Path;

use crate::hash::fnv1a;

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
    ///
    /// A part that not every file system can store is shortened and gets a hash:
    ///
    /// ```
    /// use forall_format::state_path::PropertyName;
    ///
    /// let outside = PropertyName { module: "../up", name: "Area" };
    /// assert_eq!(outside.file_name("txt"), "___up-876c50db/Area-555158a4.txt");
    /// ```
    pub fn file_name(&self, extension: &str) -> String {
        let name = self.full_name().replace("r#", "");
        let parts: Vec<String> = name.split("::").map(portable).collect();
        format!("{}.{extension}", parts.join("/"))
    }

    /// Returns the file of the property in a folder that several packages share: in the folder of its package, if that
    /// is known.
    ///
    /// ```
    /// use forall_format::state_path::PropertyName;
    ///
    /// let property = PropertyName { module: "it::shapes", name: "area_is_positive" };
    /// let file = property.file_name_in_package(Some("geometry"), "txt");
    /// assert_eq!(file, "geometry/it/shapes/area_is_positive.txt");
    /// assert_eq!(property.file_name_in_package(None, "txt"), property.file_name("txt"));
    /// ```
    pub fn file_name_in_package(&self, package: Option<&str>, extension: &str) -> String {
        match package {
            Some(package) => format!("{}/{}", portable(package), self.file_name(extension)),
            None => self.file_name(extension),
        }
    }

    /// Returns the file of the property's observations. Their readers do not look into subfolders.
    pub fn flat_file_name(&self) -> String {
        format!("{}.{LINES_EXTENSION}", portable(&self.full_name().replace("::", ".")))
    }
}

/// The maximum number of bytes of a part of a path. With a hash and extensions, 255 are portable.
const MAX_PART_LENGTH: usize = 180;

/// Names that Windows reserves for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns the name of a file or folder for `part` that all file systems can store, and that differs from
/// those of other parts even on case-insensitive file systems.
fn portable(part: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '#');
    let is_portable = !part.is_empty()
        && part.len() <= MAX_PART_LENGTH
        && !part.starts_with('.')
        && part.chars().all(|c| is_plain(c) && !c.is_uppercase())
        && !DEVICES.contains(&part)
        && !is_numbered_device(part);
    if is_portable {
        return part.to_owned();
    }
    let plain = part.chars().map(|c| if is_plain(c) && c != '.' { c } else { '_' });
    let mut name = String::new();
    for c in plain {
        if name.len() + c.len_utf8() > MAX_PART_LENGTH {
            break;
        }
        name.push(c);
    }
    format!("{name}-{:08x}", fnv1a(part.as_bytes()) as u32)
}

/// Returns whether `part` is the name of a port on Windows: `com1`, `lpt2`.
fn is_numbered_device(part: &str) -> bool {
    let number = part.strip_prefix("com").or_else(|| part.strip_prefix("lpt"));
    number
        .is_some_and(|number| number.len() == 1 && number.starts_with(|c: char| c.is_ascii_digit()))
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
