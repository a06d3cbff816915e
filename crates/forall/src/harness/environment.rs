//! Settings from the environment.

use forall_format::settings_file::{Profile, is_ci};
use forall_format::variable::OVERRIDES;

use super::Error;
use super::settings::{KEYS, Settings};

/// The settings in the environment.
#[derive(Debug)]
pub(super) struct Environment {
    pub(super) settings: Settings,
    /// The settings that take precedence over attributes.
    pub(super) overrides: Settings,
    /// The profile of `forall.toml` to use.
    #[cfg_attr(
        not(feature = "file"),
        expect(dead_code, reason = "there is no file to choose from")
    )]
    pub(super) profile: Profile,
    /// Whether this is a CI server.
    pub(super) ci: bool,
    /// Whether this process may run one shard of each campaign.
    pub(super) is_sharded: bool,
}

pub(super) fn read() -> Result<Environment, Error> {
    from(std::env::vars_os().filter_map(|(name, value)| {
        Some((name.into_string().ok()?, value.to_string_lossy().into_owned()))
    }))
}

fn from(variables: impl Iterator<Item = (String, String)>) -> Result<Environment, Error> {
    let mut settings = Settings::NONE;
    let mut profile = None;
    let mut overriding = String::new();
    let mut ci = None;
    let mut is_sharded = false;
    // CI systems set variables without a value to an empty text.
    for (name, value) in variables.filter(|(_, value)| !value.is_empty()) {
        match name.strip_prefix("FORALL_") {
            Some("PROFILE") => profile = Some(value),
            // The test itself reads it, with the variables of the scheduler.
            Some("SHARD") => is_sharded = true,
            Some(key) => set(&mut settings, &key.to_lowercase(), &name, &value)?,
            None if name == OVERRIDES => overriding = value,
            None if name == "CI" => ci = Some(value),
            None => {}
        }
    }
    let profile = Profile::new(profile.as_deref(), ci.as_deref());
    let ci = ci.as_deref().is_some_and(is_ci);
    let overrides = settings.clone().only(|key| {
        let mut names = overriding.split(',').filter_map(|name| name.strip_prefix("FORALL_"));
        names.any(|name| name.eq_ignore_ascii_case(key))
    });
    Ok(Environment { settings, overrides, profile, ci, is_sharded })
}

fn set(settings: &mut Settings, key: &str, name: &str, value: &str) -> Result<(), Error> {
    if !KEYS.contains(&key) {
        let known: Vec<String> =
            KEYS.iter().map(|key| format!("FORALL_{}", key.to_uppercase())).collect();
        let known = known.join(", ");
        return Err(Error(format!(
            "there is no setting {name}; the settings are {known}, FORALL_PROFILE, FORALL_SHARD"
        )));
    }
    settings.set(key, value).map_err(|error| Error(format!("{name}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Environment, String> {
        let owned = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        from(owned).map_err(|error| error.to_string())
    }

    #[test]
    fn variables_become_settings() {
        let read =
            read(&[("FORALL_TESTS", "5"), ("FORALL_MAX_TIME", "2s"), ("PATH", "/bin")]).unwrap();
        assert_eq!(read.settings.tests, Some(5));
        assert_eq!(read.settings.max_time.unwrap().as_secs(), 2);
        assert_eq!((&*read.profile.name, read.ci), ("default", false));
    }

    #[test]
    fn cargo_forall_names_the_variables_that_override_attributes() {
        let variables =
            [("FORALL_TESTS", "5"), ("FORALL_SEED", "7"), (OVERRIDES, "FORALL_TESTS,FORALL_SIZE")];
        let read = read(&variables).unwrap();
        assert_eq!((read.settings.tests, read.settings.seed), (Some(5), Some(7)));
        assert_eq!(read.overrides, Settings { tests: Some(5), ..Settings::NONE });
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        let variables = ["FORALL_RESULTS", "FORALL_TESTS", "FORALL_PROFILE", "CI"];
        let read = read(&variables.map(|name| (name, ""))).unwrap();
        assert_eq!(
            (read.settings, &*read.profile.name, read.ci),
            (Settings::NONE, "default", false)
        );
    }

    #[test]
    fn ci_is_detected() {
        let server = read(&[("CI", "true")]).unwrap();
        assert_eq!((&*server.profile.name, server.ci), ("ci", true));
        let desk = read(&[("CI", "false"), ("FORALL_PROFILE", "long")]).unwrap();
        assert_eq!((&*desk.profile.name, desk.profile.requested), ("long", true));
    }

    #[test]
    fn an_invalid_value_is_reported_with_the_valid_ones() {
        let error = read(&[("FORALL_TESTS", "ten")]).unwrap_err();
        assert_eq!(error, "FORALL_TESTS: `ten` is not a whole number, such as 1000 or 0x3e8");
    }

    #[test]
    fn an_unknown_setting_is_an_error() {
        let error = read(&[("FORALL_TEST", "10")]).unwrap_err();
        assert!(
            error.starts_with("there is no setting FORALL_TEST; the settings are FORALL_TESTS, ")
        );
    }
}
