//! `forall.toml`: where it is, and which of its profiles is used. Its readers parse it with a TOML parser, because
//! this crate has no dependencies.

use std::path::{Path, PathBuf};

/// The name of the file.
pub const SETTINGS_FILE: &str = "forall.toml";

/// The profile that has the settings that other profiles do not have.
pub const DEFAULT_PROFILE: &str = "default";

/// Returns the nearest file with settings: in the folder of the package, or in a folder above it.
///
/// ```
/// use forall_format::settings_file::{SETTINGS_FILE, find_settings_file};
///
/// let workspace = tempfile::tempdir().unwrap();
/// let package = workspace.path().join("package");
/// let above = workspace.path().join(SETTINGS_FILE);
/// std::fs::write(&above, "[default]\n").unwrap();
/// assert_eq!(find_settings_file(&package), Some(above));
/// ```
pub fn find_settings_file(package: &Path) -> Option<PathBuf> {
    package.ancestors().map(|folder| folder.join(SETTINGS_FILE)).find(|path| path.is_file())
}

/// A profile of `forall.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name: what follows `[` in the file.
    pub name: String,
    /// Whether the environment names it. Otherwise the file need not have it.
    pub requested: bool,
}

impl Profile {
    /// Returns the profile for these values of the variables `FORALL_PROFILE` and `CI`. An empty variable is not set,
    /// because CI systems set variables without a value to an empty text.
    ///
    /// ```
    /// use forall_format::settings_file::Profile;
    ///
    /// assert_eq!(Profile::new(None, Some("")).name, "default");
    /// assert_eq!(Profile::new(None, Some("true")).name, "ci");
    /// assert_eq!(Profile::new(Some("long"), Some("true")).name, "long");
    /// ```
    pub fn new(requested: Option<&str>, ci: Option<&str>) -> Profile {
        let default = if ci.is_some_and(is_ci) { "ci" } else { DEFAULT_PROFILE };
        let requested = requested.filter(|name| !name.is_empty());
        Profile { name: requested.unwrap_or(default).to_owned(), requested: requested.is_some() }
    }

    /// Returns the error for a file that has only these profiles, although the environment names another.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use forall_format::settings_file::Profile;
    ///
    /// let profile = Profile::new(Some("long"), None);
    /// let error = profile.missing_from(Path::new("forall.toml"), ["ci", "default"]);
    /// assert_eq!(error, "FORALL_PROFILE is `long`, but forall.toml has only [ci], [default]");
    /// ```
    pub fn missing_from<'p>(
        &self,
        path: &Path,
        profiles: impl IntoIterator<Item = &'p str>,
    ) -> String {
        let profiles: Vec<String> =
            profiles.into_iter().map(|profile| format!("[{profile}]")).collect();
        let Profile { name, .. } = self;
        format!(
            "FORALL_PROFILE is `{name}`, but {} has only {}",
            path.display(),
            profiles.join(", ")
        )
    }
}

/// Returns whether this value of the variable `CI` says that this is a CI server.
///
/// ```
/// use forall_format::settings_file::is_ci;
///
/// assert!(is_ci("true") && is_ci("1"));
/// assert!(!is_ci("false") && !is_ci("0") && !is_ci(""));
/// ```
pub fn is_ci(value: &str) -> bool {
    !matches!(value, "" | "0" | "false")
}
