//! Environment variables that `cargo forall` sets, and that are not settings.

/// If this variable is set, a test only checks the settings in the environment and in `forall.toml`.
pub const CHECK_SETTINGS: &str = "__FORALL_CHECK_SETTINGS";

/// The settings in the environment that take precedence over attributes, separated by commas: those that the user or
/// the verb of `cargo forall` demands.
pub const OVERRIDES: &str = "__FORALL_OVERRIDES";

/// The folder with the constants of each package, for guided runs: a file of its name with a
/// [choice sequence](crate::ChoiceSequence).
pub const CONSTANTS: &str = "__FORALL_CONSTANTS";

/// If this variable is set while a crate is compiled, `#[property]` exports its properties to fuzz targets. The build
/// scripts that `cargo forall export` writes set it.
pub const EXPORT: &str = "__FORALL_EXPORT";

/// A file that lists the files that a test imports instead of running, one path in each line. A corpus has more files than
/// fit into a variable.
pub const IMPORT: &str = "__FORALL_IMPORT";

/// How the imported files represent inputs, and what to do with those that pass: [`IMPORT_ENCODED`],
/// [`IMPORT_RAW`], each optionally followed by [`IMPORT_PASSING`].
pub const IMPORT_MODE: &str = "__FORALL_IMPORT_MODE";

/// The bytes of a file encode the choices of an input.
pub const IMPORT_ENCODED: &str = "encoded";

/// The bytes of a file are a text in an input.
pub const IMPORT_RAW: &str = "raw";

/// Inputs that pass are added to the corpus. Otherwise they are errors.
pub const IMPORT_PASSING: &str = "+corpus";

/// The folder to which a test writes its saved failures and its corpus as the bytes that a fuzz target takes, instead
/// of running.
pub const SEEDS: &str = "__FORALL_SEEDS";

/// If this variable is set, a test runs no campaign, but merges the results of shards in these folders, which are
/// separated like those of `PATH`.
pub const MERGE: &str = "__FORALL_MERGE";
