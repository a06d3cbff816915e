//! Environment variables that `cargo forall` sets for a test, and that are not settings.

/// If this variable is set, a test only checks the settings in the environment and in `forall.toml`.
pub const CHECK_SETTINGS: &str = "__FORALL_CHECK_SETTINGS";
