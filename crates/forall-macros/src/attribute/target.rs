//! The Cargo target that contains a test, so that the command to rerun the test builds only that target.

use std::path::PathBuf;
use std::{env, fs};

/// Returns the target as an argument of Cargo: `--lib`, `--bin NAME` or `--test NAME`. Returns `None` if
/// Cargo did not start the compiler.
pub(crate) fn target() -> Option<String> {
    let name = env::var("CARGO_CRATE_NAME").ok()?;
    Some(if let Ok(name) = env::var("CARGO_BIN_NAME") {
        format!("--bin {name}")
    } else if env::var_os("CARGO_TARGET_TMPDIR").is_some() {
        // Cargo sets this variable only for integration tests, and for benchmarks, which cannot contain tests.
        format!("--test {}", file_stem(&name).unwrap_or(name))
    } else {
        "--lib".to_owned()
    })
}

/// Returns the file stem of an integration test, given the name of its crate: `my-test` for `my_test`.
fn file_stem(name: &str) -> Option<String> {
    if !name.contains('_') {
        return None;
    }
    let tests = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?).join("tests");
    let mut stems = fs::read_dir(tests)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()));
    stems.find(|stem| stem.replace('-', "_") == name)
}
