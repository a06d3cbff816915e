//! The folder of saved failures of a package, as its tests choose it.

use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};

use forall_format::settings_file::{DEFAULT_PROFILE, Profile, find_settings_file};
use forall_format::state_path::{OFF, REGRESSIONS_FOLDER};
use toml::de::{DeTable, DeValue};

use crate::error::Error;

/// The name of the setting in `forall.toml`.
const KEY: &str = "regressions";

/// Returns the folder of saved failures of the package in this folder. The variable `FORALL_REGRESSIONS` and then
/// `forall.toml` can name another one than the default. A setting that is `off` names none, but files of earlier runs may
/// be where the next setting says.
pub(crate) fn saved_folder(package: &Path) -> Result<PathBuf, Error> {
    let names_folder = |setting: &String| !setting.is_empty() && setting != OFF;
    let setting = match variable("FORALL_REGRESSIONS").filter(names_folder) {
        Some(folder) => Some(folder),
        None => in_file(package)?.filter(names_folder),
    };
    Ok(without_dots(&package.join(setting.as_deref().unwrap_or(REGRESSIONS_FOLDER))))
}

/// Returns the path without `..`, so that a folder that several packages share has one path.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            _ => plain.push(component),
        }
    }
    plain
}

fn in_file(package: &Path) -> Result<Option<String>, Error> {
    let Some(path) = find_settings_file(package) else { return Ok(None) };
    let text = fs::read_to_string(&path).map_err(|error| Error::NotRead {
        path: path.display().to_string(),
        message: error.to_string(),
    })?;
    let variables = [variable("FORALL_PROFILE"), variable("CI")];
    let [requested, ci] = variables.each_ref().map(Option::as_deref);
    value(&path, &text, &Profile::new(requested, ci)).map_err(Error::Settings)
}

/// Returns the value of the setting in this profile, or else in the default profile. The tests check all other settings.
fn value(path: &Path, text: &str, profile: &Profile) -> Result<Option<String>, String> {
    let table = DeTable::parse(text).map_err(|error| {
        format!("{} is not TOML: {}", path.display(), error.to_string().trim_end())
    })?;
    let profiles = table.get_ref();
    if profile.requested && !profiles.contains_key(&*profile.name) {
        let names = profiles.keys().map(|name| &**name.get_ref());
        return Err(profile.missing_from(path, names));
    }
    let setting = |profile: &str| match profiles.get(profile)?.get_ref() {
        DeValue::Table(settings) => match settings.get(KEY)?.get_ref() {
            DeValue::String(folder) => Some(folder.to_string()),
            _ => None,
        },
        _ => None,
    };
    Ok(setting(&profile.name).or_else(|| setting(DEFAULT_PROFILE)))
}

fn variable(name: &str) -> Option<String> {
    env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(text: &str, profile: Option<&str>) -> Result<Option<String>, String> {
        value(Path::new("forall.toml"), text, &Profile::new(profile, None))
    }

    #[test]
    fn a_profile_comes_before_the_default() {
        let text = "[ci]\nregressions = \"ci\"\n\n[default]\nregressions = \"us\\u0065d\"\n";
        assert_eq!(folder(text, Some("ci")), Ok(Some("ci".to_owned())));
        assert_eq!(folder(text, None), Ok(Some("used".to_owned())));
        let text = "[long]\ntests = 9\n\n[default]\nregressions = \"used\"\n";
        assert_eq!(folder(text, Some("long")), Ok(Some("used".to_owned())));
        assert_eq!(folder("[default]\ntests = 9\n", None), Ok(None));
    }

    #[test]
    fn damaged_files_are_errors() {
        let error = folder("[default\n", None).expect_err("a bracket is missing");
        assert!(error.starts_with("forall.toml is not TOML: "), "{error}");
        let error = folder("[ci]\n", Some("long")).expect_err("there is no such profile");
        assert_eq!(error, "FORALL_PROFILE is `long`, but forall.toml has only [ci]");
    }
}
