//! Environment variables that `cargo forall` sets for a test, and that are not settings.

/// If this variable is set, a test only checks the settings in the environment and in `forall.toml`.
pub const CHECK_SETTINGS: &str = "__FORALL_CHECK_SETTINGS";

/// The settings in the environment that take precedence over attributes, separated by commas: those that the user or
/// the verb of `cargo forall` demands.
pub const OVERRIDES: &str = "__FORALL_OVERRIDES";
