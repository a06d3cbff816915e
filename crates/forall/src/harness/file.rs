//! Settings from `forall.toml`.
//!
//! ```toml
//! [default]
//! tests = 1000
//!
//! [ci]
//! tests = 10_000
//! ```

use std::path::{Path, PathBuf};

use forall_format::settings_file::{DEFAULT_PROFILE, Profile, find_settings_file};
use toml::de::{DeTable, DeValue};

use super::Error;
use super::settings::{KEYS, Settings};

/// Returns the settings of this profile in the nearest `forall.toml`, and those of the default profile for settings
/// that it does not have.
pub(super) fn read(profile: &Profile) -> Result<Settings, Error> {
    let Some(path) = find() else {
        return match profile.requested {
            true => Err(Error(format!(
                "FORALL_PROFILE is `{}`, but there is no forall.toml",
                profile.name
            ))),
            false => Ok(Settings::NONE),
        };
    };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| Error(format!("{} cannot be read: {error}", path.display())))?;
    parse(&path, &text, profile)
}

fn find() -> Option<PathBuf> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    find_settings_file(&package.or_else(working_folder)?)
}

/// Returns the working folder. Under Miri, files cannot be used if cargo's variables are not visible.
fn working_folder() -> Option<PathBuf> {
    if cfg!(miri) { None } else { std::env::current_dir().ok() }
}

fn parse(path: &Path, text: &str, profile: &Profile) -> Result<Settings, Error> {
    let table = DeTable::parse(text).map_err(|error| {
        Error(format!("{} is not TOML: {}", path.display(), error.to_string().trim_end()))
    })?;
    let mut chosen = None;
    let mut default = Settings::NONE;
    for (name, value) in table.get_ref() {
        let line = line(text, name.span().start);
        let at = format!("{}:{line}", path.display());
        let DeValue::Table(keys) = value.get_ref() else {
            let name = name.get_ref();
            return Err(Error(format!("{at}: `{name}` is not in a profile, such as [default]")));
        };
        let settings = settings(keys, path, text)?;
        if *name.get_ref() == profile.name {
            chosen = Some(settings);
        } else if name.get_ref() == DEFAULT_PROFILE {
            default = settings;
        }
    }
    if chosen.is_none() && profile.requested {
        let profiles = table.get_ref().keys().map(|name| &**name.get_ref());
        return Err(Error(profile.missing_from(path, profiles)));
    }
    Ok(chosen.unwrap_or(Settings::NONE).or(default))
}

fn settings(keys: &DeTable<'_>, path: &Path, text: &str) -> Result<Settings, Error> {
    let mut settings = Settings::NONE;
    for (key, value) in keys {
        let at = format!("{}:{}", path.display(), line(text, key.span().start));
        let key = key.get_ref();
        if !KEYS.contains(&&**key) {
            return Err(Error(format!(
                "{at}: there is no setting `{key}`; the settings are {}",
                KEYS.join(", ")
            )));
        }
        let plain = match value.get_ref() {
            DeValue::String(string) => string,
            _ => &text[value.span()],
        };
        settings.set(key, plain).map_err(|error| Error(format!("{at}: `{key}`: {error}")))?;
    }
    Ok(settings)
}

fn line(text: &str, offset: usize) -> usize {
    1 + text[..offset].matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, profile: &str) -> Result<Settings, String> {
        let profile = Profile { name: profile.to_owned(), requested: profile != "ci" };
        parse(Path::new("forall.toml"), text, &profile).map_err(|error| error.to_string())
    }

    #[test]
    fn a_profile_comes_before_the_default() {
        let text = "[default]\ntests = 1_000\nmax_time = \"2s\"\n\n[ci]\ntests = 9\n";
        assert_eq!(read(text, "default").unwrap().tests, Some(1_000));
        let ci = read(text, "ci").unwrap();
        assert_eq!((ci.tests, ci.max_time.map(|time| time.as_secs())), (Some(9), Some(2)));
        let timed = read("[default]\ntests = 9\n\n[ci]\nmax_time = \"1s\"\n", "ci").unwrap();
        assert_eq!(timed.tests, None, "as many as there is time for");
        let unknown = read(text, "nightly").unwrap_err();
        assert_eq!(
            unknown,
            "FORALL_PROFILE is `nightly`, but forall.toml has only [ci], [default]"
        );
        assert_eq!(read("[default]\ntests = 8\n", "ci").unwrap().tests, Some(8));
    }

    #[test]
    fn strings_may_contain_escapes() {
        let settings = read("[default]\nresults = \"a\\u0062c\"\n", "default").unwrap();
        assert_eq!(settings.results.as_deref(), Some("abc"));
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        let wrong_value = read("[default]\ntests = true\n", "default").unwrap_err();
        assert_eq!(
            wrong_value,
            "forall.toml:2: `tests`: `true` is not a whole number, such as 1000 or 0x3e8"
        );
        let wrong_key = read("[default]\n\ntest = 1\n", "default").unwrap_err();
        assert!(
            wrong_key
                .starts_with("forall.toml:3: there is no setting `test`; the settings are tests,")
        );
        let bare = read("tests = 1\n", "default").unwrap_err();
        assert_eq!(bare, "forall.toml:1: `tests` is not in a profile, such as [default]");
        let no_folder = read("[default]\nresults = \"\"\n", "default").unwrap_err();
        assert_eq!(
            no_folder,
            "forall.toml:2: `results`: `` is not a folder, such as .forall/results, or `off`"
        );
        assert!(read("[default\n", "default").unwrap_err().starts_with("forall.toml is not TOML:"));
    }
}
